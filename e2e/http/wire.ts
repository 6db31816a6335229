/** What goes over the wire in these tests, with only the members they look at. */
export type WireDecision = {
  status: string;
  by: { kind: string; id?: string; name: string };
  reason_code: string;
  reason?: string;
  at: string;
  start_by?: string;
};

export type WireConfirmation = {
  id: string;
  state: string;
  arguments_digest: string;
  created_at: string;
  decidable_until: string;
  server_time: string;
  decision?: WireDecision;
  execution?: { state: string; attempt: number };
  abilities?: { approve: boolean; deny: boolean; edit: boolean; cancel: boolean; why_not?: string };
};

/** A confirmation, a list or a problem: whichever was answered. */
export type WireBody = Partial<WireConfirmation> & {
  code?: string;
  detail?: string;
  confirmation?: WireConfirmation;
  data?: WireConfirmation[];
  grant?: { execution_id: string };
  pending?: number;
};

export type Answer = { status: number; body: WireBody; headers: Headers; atMs: number };

type Sent = { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

/** One call with a bearer credential, or with a browser's cookie. */
export async function call(baseUrl: string, credential: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { body, headers, signal } = sent;
  const response = await fetch(`${baseUrl}${path}`, {
    method: sent.method ?? (body === undefined ? "GET" : "POST"),
    signal,
    headers: {
      ...(/^cs[ar]_/.test(credential) ? { Authorization: `Bearer ${credential}` } : { Cookie: credential }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), headers: response.headers, atMs: performance.now() };
}

const V1 = "/api/v1/confirmations";

export type Request = {
  tool?: string;
  arguments?: object;
  session?: string;
  supersedes?: string;
  decision_window?: string;
  wait_window?: string;
};

/** Files a confirmation and returns it as answered; anything but a new one is an error. */
export async function submit(baseUrl: string, key: string, request: Request = {}): Promise<WireConfirmation> {
  const body = { tool: "issue_refund", arguments: { order_id: "A-7", amount: 40 }, ...request };
  const answer = await call(baseUrl, key, V1, { body });
  if (answer.status !== 201) throw new Error(`Not submitted: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as WireConfirmation;
}

export const follow = (baseUrl: string, credential: string, id: string, wait?: string, signal?: AbortSignal) =>
  call(baseUrl, credential, `${V1}/${id}${wait ? `?wait=${wait}` : ""}`, { signal });

export const list = (baseUrl: string, credential: string, query = "") => call(baseUrl, credential, `${V1}${query}`);

export const approve = (baseUrl: string, token: string, id: string) =>
  call(baseUrl, token, `${V1}/${id}/decision`, { body: { verdict: "approve" } });

export const deny = (baseUrl: string, token: string, id: string) =>
  call(baseUrl, token, `${V1}/${id}/decision`, { body: { verdict: "deny", reason: "Not this time." } });

export const cancel = (baseUrl: string, credential: string, id: string) =>
  call(baseUrl, credential, `${V1}/${id}/cancel`, { body: {} });

export const claim = (baseUrl: string, key: string, confirmation: Pick<WireConfirmation, "id" | "arguments_digest">) =>
  call(baseUrl, key, `${V1}/${confirmation.id}/claim`, {
    body: { arguments_digest: confirmation.arguments_digest },
  });
