import { z } from "zod";
import { ClaimAnswer, ConfirmationAnswer, EventsAnswer, ListAnswer, ProblemAnswer } from "./answers";
import { PROBLEMS } from "./problem";
import { CancelBody, ClaimBody, DecisionBody, HoldQuery, ListQuery, OutcomeBody, SubmitBody } from "./schemas";

type Operation = {
  path: string;
  method: "get" | "post";
  summary: string;
  body?: z.ZodType;
  query?: z.ZodObject;
  idempotencyKey?: boolean;
  answers: Record<number, z.ZodType>;
};

const BASE = "/api/v1";

const OPERATIONS: Operation[] = [
  {
    path: "/confirmations",
    method: "post",
    summary: "An agent asks. 201: new. 200: the same again under one Idempotency-Key.",
    body: SubmitBody,
    query: HoldQuery,
    idempotencyKey: true,
    answers: { 201: ConfirmationAnswer, 200: ConfirmationAnswer },
  },
  {
    path: "/confirmations",
    method: "get",
    summary: "A page, newest first. An agent sees its own.",
    query: ListQuery,
    answers: { 200: ListAnswer },
  },
  {
    path: "/confirmations/{id}",
    method: "get",
    summary: "One confirmation; held until it is decided, or `wait` is over.",
    query: HoldQuery,
    answers: { 200: ConfirmationAnswer },
  },
  {
    path: "/confirmations/{id}/cancel",
    method: "post",
    summary: "Its agent, or an admin, withdraws it. Also when repeated.",
    body: CancelBody,
    answers: { 200: ConfirmationAnswer },
  },
  {
    path: "/confirmations/{id}/decision",
    method: "post",
    summary: "A person decides.",
    body: DecisionBody,
    answers: { 200: ConfirmationAnswer },
  },
  {
    path: "/confirmations/{id}/claim",
    method: "post",
    summary: "Its agent takes the approval to run the call, once.",
    body: ClaimBody,
    idempotencyKey: true,
    answers: { 200: ClaimAnswer },
  },
  {
    path: "/confirmations/{id}/outcome",
    method: "post",
    summary: "Its agent reports what became of the call.",
    body: OutcomeBody,
    answers: { 200: ConfirmationAnswer },
  },
  {
    path: "/confirmations/{id}/events",
    method: "get",
    summary: "The record's history, oldest first.",
    answers: { 200: EventsAnswer },
  },
];

/** The OpenAPI 3.1 document, made from the very schemas that check what comes in. */
export function openApiDocument(url: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
    const path = `${BASE}${operation.path}`;
    paths[path] = { ...paths[path], [operation.method]: operationObject(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Countersign",
      version: "1",
      description:
        "At most one decision and at most one claim per approval. Not at most one execution: a call that is sent again, or a target that acted before its answer was lost, can happen twice; idempotency keys and reconciliation are for that.",
    },
    servers: [{ url }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An agent's key (csa_…) or a person's token (csr_…)." },
      },
      schemas: { Problem: schemaOf(ProblemAnswer, "output") },
    },
  };
}

function operationObject({ path, summary, body, query, idempotencyKey, answers }: Operation): object {
  return {
    summary,
    parameters: [
      ...(path.includes("{id}")
        ? [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }]
        : []),
      ...(query ? queryParameters(query) : []),
      ...(idempotencyKey
        ? [
            {
              name: "Idempotency-Key",
              in: "header",
              required: false,
              schema: { type: "string", minLength: 1, maxLength: 255 },
            },
          ]
        : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [
          status,
          { description: "OK", content: { "application/json": { schema: schemaOf(schema, "output") } } },
        ]),
      ),
      default: {
        description: `A problem; code is one of ${Object.keys(PROBLEMS).join(", ")}.`,
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function queryParameters(query: z.ZodObject): object[] {
  const { properties = {} } = schemaOf(query, "input") as { properties?: Record<string, { description?: string }> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: false,
    description,
    schema,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
  return json;
}
