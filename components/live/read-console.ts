import { setConnection } from "./connection";
import { heardFromServer } from "./server-clock";

/** A reading that did not succeed, in the words of problem+json. */
export class ReadingFailed extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** Reads one console route. Every answer also sets the page's clock and its view of the connection. */
export async function readConsole<T>(path: string, signal?: AbortSignal): Promise<T> {
  const asked = performance.now();
  let response: Response;
  try {
    response = await fetch(path, { signal, cache: "no-store", headers: { accept: "application/json" } });
  } catch (error) {
    if (!signal?.aborted) setConnection({ trouble: "network" });
    throw error;
  }
  if (!response.ok) throw await failure(response);
  const answer = (await response.json()) as T & { server_time?: string };
  if (answer.server_time) {
    heardFromServer(asked, performance.now(), answer.server_time);
    setConnection({ trouble: null, sessionOver: false, seenAt: Date.parse(answer.server_time) });
  }
  return answer;
}

async function failure(response: Response): Promise<ReadingFailed> {
  const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  if (response.status === 401) setConnection({ sessionOver: true, trouble: null });
  else if (response.status >= 500) setConnection({ trouble: "store" });
  return new ReadingFailed(
    response.status,
    problem.code ?? "unreadable",
    problem.detail ?? `The server answered ${response.status}.`,
  );
}
