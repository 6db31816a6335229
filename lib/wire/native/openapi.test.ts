import { describe, expect, it } from "vitest";
import { openApiDocument } from "./openapi";
import { PROBLEMS } from "./problem";

type Schema = {
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  additionalProperties: boolean;
};
type Document = {
  paths: Record<
    string,
    Record<
      string,
      { requestBody?: { content: { "application/json": { schema: Schema } } }; parameters: { name: string }[] }
    >
  >;
};

describe("the OpenAPI document", () => {
  const document = openApiDocument("http://localhost:3000") as Document;
  const body = (path: string) => document.paths[path]?.post?.requestBody?.content["application/json"].schema;

  it("describes what a submission may hold by the very schema that checks it", () => {
    const submit = body("/api/v1/confirmations");
    expect(submit?.required).toEqual(["tool", "arguments"]);
    expect(submit?.additionalProperties).toBe(false);
    expect(submit?.properties.arguments).toMatchObject({ type: "object" });
    expect(submit?.properties.tool).toMatchObject({ type: "string", minLength: 1, maxLength: 128 });
    expect(Object.keys(submit?.properties ?? {})).toEqual([
      "tool",
      "arguments",
      "target",
      "session",
      "group",
      "on_behalf_of",
      "reasoning",
      "context",
      "wait_window",
      "decision_window",
      "supersedes",
    ]);
  });

  it("names every call of the contract and its parameters", () => {
    expect(
      Object.entries(document.paths)
        .flatMap(([path, methods]) => Object.keys(methods).map((m) => `${m} ${path}`))
        .sort(),
    ).toEqual([
      "get /api/v1/confirmations",
      "get /api/v1/confirmations/{id}",
      "get /api/v1/confirmations/{id}/events",
      "post /api/v1/confirmations",
      "post /api/v1/confirmations/{id}/cancel",
      "post /api/v1/confirmations/{id}/claim",
      "post /api/v1/confirmations/{id}/decision",
      "post /api/v1/confirmations/{id}/outcome",
    ]);
    expect(document.paths["/api/v1/confirmations"]?.get?.parameters.map(({ name }) => name)).toEqual([
      "state",
      "tool",
      "agent",
      "session",
      "q",
      "limit",
      "cursor",
    ]);
    expect(body("/api/v1/confirmations/{id}/decision")?.properties.verdict).toMatchObject({
      enum: ["approve", "deny"],
    });
  });

  it("names every problem code there is", () => {
    const text = JSON.stringify(document);
    for (const code of Object.keys(PROBLEMS)) expect(text).toContain(code);
  });
});
