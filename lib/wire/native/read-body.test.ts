import { expect, test } from "vitest";
import { readBody } from "./read-body";

const MIB = 1024 * 1024;

function post(chunks: Uint8Array[], headers: Record<string, string> = {}, end?: Error) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[sent];
      if (chunk) {
        sent += 1;
        controller.enqueue(chunk);
      } else if (end) controller.error(end);
      else controller.close();
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body, duplex: "half" };
  return { request: new Request("http://localhost/", init), sent: () => sent };
}

const text = (json: string) => new TextEncoder().encode(json);
const lengths = (declared: string): Record<string, string>[] => [{}, { "content-length": declared }];
const megabytes = (count: number) => Array.from({ length: count }, () => new Uint8Array(MIB));

test("a body is read whole, with its length declared and without", async () => {
  const chunks = [text('{"tool":'), text('"issue_refund"}')];
  for (const headers of lengths("23")) {
    const read = await readBody(post(chunks, headers).request);
    expect(read.ok && read.value.text).toBe('{"tool":"issue_refund"}');
  }
});

test("more than 1 MiB is refused: unread where it is declared, and never read to its end where it is not", async () => {
  const declared = post(megabytes(2), { "content-length": String(2 * MIB) });
  expect(await readBody(declared.request)).toMatchObject({ refusal: { code: "too_large" } });
  expect(declared.sent()).toBeLessThanOrEqual(1);
  const streamed = post(megabytes(20));
  expect(await readBody(streamed.request)).toMatchObject({ refusal: { code: "too_large" } });
  expect(streamed.sent()).toBeLessThanOrEqual(4);
});

test("a body that is longer than it declares is still held to 1 MiB", async () => {
  const lying = post(megabytes(2), { "content-length": "2" });
  expect(await readBody(lying.request)).toMatchObject({ refusal: { code: "too_large" } });
});

test("a body that breaks off is no body, even where what came is whole JSON", async () => {
  for (const headers of lengths("40")) {
    await expect(readBody(post([text("{}")], headers, new Error("aborted")).request)).rejects.toThrow("aborted");
  }
});
