import type { z } from "zod";
import { readBytes } from "@/lib/kernel/exact-json/reader";
import { type ExactObject, exactObject } from "@/lib/kernel/exact-json/value";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { type Parsed, parseBody } from "./parse";

const BODY_BYTES = 1024 * 1024;

/** The arguments may nest 64 deep, and the body wraps them once. */
const BODY_DEPTH = 65;
/** The arguments, a context of the same size, and the body's own few members. */
const BODY_MEMBERS = 20_100;

export type Body = { ok: true; value: ExactObject };

/**
 * Reads a request's body strictly and without loss: at most 1 MiB of UTF-8 JSON, an object. An empty body is an empty
 * object, for calls whose members are all optional.
 */
export async function readBody(request: Request): Promise<Body | Refused> {
  const bytes = await readAtMost(request, BODY_BYTES);
  if (!bytes) {
    return refuse("too_large", `The body is larger than ${BODY_BYTES} bytes (1 MiB). Nothing was done.`);
  }
  if (bytes.length === 0) return { ok: true, value: exactObject(new Map()) };
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    return refuse(
      "unsupported_media_type",
      "Send the body as Content-Type: application/json, in UTF-8. Nothing was done.",
    );
  }
  const read = readBytes(bytes, { maxDepth: BODY_DEPTH, maxMembers: BODY_MEMBERS });
  if (!read.ok) {
    const { code, message, path, line, column } = read.fault;
    const detail = `${message} (line ${line}, column ${column}). Nothing was done.`;
    const errors = [{ path, message }];
    return code === "number_out_of_range"
      ? refuse("invalid_request", detail, { errors })
      : refuse(code, detail, { errors });
  }
  if (read.value.kind !== "object") {
    return refuse("invalid_request", "The body must be a JSON object. Nothing was done.", {
      errors: [{ path: "", message: "must be an object" }],
    });
  }
  return { ok: true, value: read.value };
}

/** The body, checked against its schema. */
export async function readBodyAs<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): Promise<Parsed<z.output<Schema>> | Refused> {
  const body = await readBody(request);
  return body.ok ? parseBody(schema, body.value) : body;
}

/** Null when there is more; what is beyond the limit is not read. */
async function readAtMost(request: Request, limit: number): Promise<Uint8Array | null> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > limit) return null;
  if (!request.body) return new Uint8Array();
  // HTTP itself ends a body at the length it declares, and a connection that ends before is an error. One read is cheaper.
  if (declared !== null) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > limit ? null : bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
