import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { writeExactJson } from "@/lib/kernel/exact-json/writer";
import { CountersignClient } from "./countersign-client";
import {
  AlreadyClaimed,
  CallFailed,
  Cancelled,
  DecisionUnknown,
  Denied,
  Expired,
  Lapsed,
  NotSent,
  RequestRefused,
  StillPending,
  TargetRefused,
} from "./errors";
import {
  AN_ID,
  type Arrived,
  confirmationBody,
  decided,
  exact,
  granted,
  type Handler,
  json,
  problem,
  type StandIn,
  startStandIn,
} from "./stand-in-server";

const ARGUMENTS = '{"order_id":"A-7","amount":40.0}';
const running: StandIn[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

async function start(handler: Handler) {
  const server = await startStandIn(handler);
  running.push(server);
  return { server, client: new CountersignClient({ url: server.url, key: "csa_key" }) };
}

function step({ method, path }: Arrived): "submit" | "follow" | "claim" | "outcome" | "cancel" {
  if (method === "GET") return "follow";
  const last = path.split(/[/?]/).at(-1);
  return last === "claim" || last === "outcome" || last === "cancel" ? last : "submit";
}

/** A server whose every step goes well, but for the ones a test replaces. */
function goingWell(replaced: Partial<Record<ReturnType<typeof step>, Handler>> = {}): Handler {
  return (arrived, response) => {
    const which = step(arrived);
    const other = replaced[which];
    if (other) return other(arrived, response);
    switch (which) {
      case "submit":
        return json(response, 201, confirmationBody(ARGUMENTS));
      case "follow":
        return json(response, 200, confirmationBody(ARGUMENTS, decided("approved")));
      case "claim":
        return json(response, 200, confirmationBody(ARGUMENTS, granted(ARGUMENTS)));
      case "outcome":
        return json(response, 200, confirmationBody(ARGUMENTS, granted(ARGUMENTS)));
      default:
        return json(response, 200, confirmationBody(ARGUMENTS, decided("cancelled")));
    }
  };
}

const asked = { tool: "issue_refund", arguments: ARGUMENTS };

const raw =
  (status: number, type: string, text: string): Handler =>
  (_, response: ServerResponse) => {
    response.writeHead(status, { "Content-Type": type });
    response.end(text);
  };
const body = (text: string) => raw(200, "application/json", text);
const whole = (more: Record<string, unknown>) => body(writeExactJson(confirmationBody(ARGUMENTS, more)));
const approved = decided("approved");

describe("an answer that is no approval never lets the call run (DUR-01)", () => {
  const answers: [string, Handler][] = [
    ["an empty object", body("{}")],
    ["a status of null", body('{"status":null}')],
    ["a status nobody knows", body('{"status":"maybe"}')],
    ["a bare status approved", body('{"status":"approved"}')],
    ["a bare state approved", body('{"state":"approved"}')],
    ["a state nobody knows", whole({ ...approved, state: "maybe" })],
    ["a state in capitals", whole({ ...approved, state: "APPROVED" })],
    ["a state with a blank", whole({ ...approved, state: "approved " })],
    ["a state of true", whole({ ...approved, state: true })],
    ["a state of null", whole({ ...approved, state: null })],
    ["a state in a list", whole({ ...approved, state: ["approved"] })],
    ["approved without a decision", whole({ ...approved, decision: undefined })],
    ["approved with an empty decision", whole({ ...approved, decision: {} })],
    ["approved with a decision that says denied", whole({ ...decided("denied"), state: "approved" })],
    ["approved by nobody", whole({ ...approved, decision: { ...(approved.decision as object), by: undefined } })],
    [
      "approved by a word nobody knows",
      whole({ ...approved, decision: { ...(approved.decision as object), by: { kind: "bot", name: "x" } } }),
    ],
    [
      "approved without a last moment to start",
      whole({ ...approved, decision: { ...(approved.decision as object), start_by: undefined } }),
    ],
    ["approved without an execution", whole({ ...approved, execution: undefined })],
    [
      "approved, edited, without the edited arguments",
      whole({ ...approved, decision: { ...(approved.decision as object), edited: true } }),
    ],
    [
      "approved for other arguments",
      body(writeExactJson(confirmationBody('{"order_id":"A-7","amount":4000}', approved))),
    ],
    ["approved with arguments that miss their digest", whole({ ...approved, arguments: exact('{"amount":4000}') })],
    ["approved for another tool", whole({ ...approved, tool: "delete_account" })],
    ["approved for another target", whole({ ...approved, target: "elsewhere" })],
    ["the approval of another confirmation", whole({ ...approved, id: AN_ID.replace("0193", "0194") })],
    ["a list that holds an approval", body(`[${writeExactJson(confirmationBody(ARGUMENTS, approved))}]`)],
    [
      "an approval that names a key twice",
      body(`{"state":"denied",${writeExactJson(confirmationBody(ARGUMENTS, approved)).slice(1)}`),
    ],
    ["half of an approval", body(writeExactJson(confirmationBody(ARGUMENTS, approved)).slice(0, -20))],
    ["no body", body("")],
    ["an approval as text", raw(200, "text/plain", writeExactJson(confirmationBody(ARGUMENTS, approved)))],
    ["an HTML page", raw(200, "text/html", "<html>approved</html>")],
    ["an HTML page that says it is JSON", body("<html>approved</html>")],
    [
      "an approval with status 202",
      raw(202, "application/json", writeExactJson(confirmationBody(ARGUMENTS, approved))),
    ],
    [
      "an approval with status 500",
      raw(500, "application/json", writeExactJson(confirmationBody(ARGUMENTS, approved))),
    ],
    [
      "an approval with status 404",
      raw(404, "application/json", writeExactJson(confirmationBody(ARGUMENTS, approved))),
    ],
    ["a server's error", raw(500, "application/problem+json", '{"code":"internal","detail":"went wrong"}')],
    ["an unavailable store", (_, response) => problem(response, 503, "store_unavailable")],
    ["a key that opens nothing", (_, response) => problem(response, 401, "unauthenticated")],
    ["an HTML error page of a proxy", raw(502, "text/html", "<html>Bad Gateway</html>")],
    ["a cut connection", (_, response) => void response.socket?.destroy()],
    [
      "a connection cut half-way through an approval",
      (_, response) => {
        const text = writeExactJson(confirmationBody(ARGUMENTS, approved));
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": text.length });
        response.write(text.slice(0, 100), () => response.socket?.destroy());
      },
    ],
    [
      "a redirect to an approval",
      (arrived, response) => {
        if (arrived.path.includes("approved")) return json(response, 200, confirmationBody(ARGUMENTS, approved));
        response.writeHead(302, { Location: "/approved" });
        response.end();
      },
    ],
  ];

  it.each(answers)("%s to the wait: the decision is unknown and the tool is not called", async (_, answer) => {
    const { server, client } = await start(goingWell({ follow: answer }));
    const tool = vi.fn();
    const error = await client.run({ ...asked, timeoutSeconds: 0.3 }, tool).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DecisionUnknown);
    expect(error.message).toMatch(/not known|another call/);
    expect(tool).not.toHaveBeenCalled();
    expect(server.arrived.map(step)).not.toContain("claim");
  });

  const noGrants: [string, Handler][] = [
    ["an empty object", body("{}")],
    ["an approval without a grant", whole({ ...approved, execution: { state: "submitted", attempt: 1 } })],
    ["a grant under an approval that is not claimed", whole({ ...granted(ARGUMENTS), execution: approved.execution })],
    ["a grant of other arguments", whole(granted('{"order_id":"A-7","amount":4000}'))],
    ["an HTML page", raw(200, "text/html", "<html></html>")],
  ];

  it.each(noGrants)("%s to the claim: the tool is not called", async (_, answer) => {
    const { client } = await start(goingWell({ claim: answer }));
    const tool = vi.fn();
    await expect(client.run(asked, tool)).rejects.toThrow(DecisionUnknown);
    expect(tool).not.toHaveBeenCalled();
  });

  it("no server at all: the decision is unknown and the tool is not called", async () => {
    const { server, client } = await start(goingWell());
    const filed = await client.submit(asked);
    await server.stop();
    await expect(client.waitForDecision({ id: filed.id, timeoutSeconds: 0.3 })).rejects.toThrow(DecisionUnknown);
  });
});

describe("each way of not being approved has a class of its own", () => {
  it.each([
    ["denied", Denied],
    ["expired", Expired],
    ["cancelled", Cancelled],
  ] as const)("%s: the tool is not called", async (state, kind) => {
    const { client } = await start(
      goingWell({ follow: (_, response) => json(response, 200, confirmationBody(ARGUMENTS, decided(state))) }),
    );
    const tool = vi.fn();
    const error = await client.run(asked, tool).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error.confirmation.decision.reason).toBe("as discussed");
    expect(tool).not.toHaveBeenCalled();
  });

  it("an approval that lapsed before the claim, or is found lapsed by it, is Lapsed", async () => {
    const lapsed = { ...decided("approved"), execution: { state: "lapsed", attempt: 1 } };
    const seen = await start(goingWell({ follow: whole(lapsed) }));
    const refused = await start(goingWell({ claim: (_, response) => problem(response, 410, "approval_lapsed") }));
    const tool = vi.fn();
    await expect(seen.client.run(asked, tool)).rejects.toThrow(Lapsed);
    await expect(refused.client.run(asked, tool)).rejects.toThrow(Lapsed);
    expect(tool).not.toHaveBeenCalled();
  });

  it("a wait that is over while nobody has decided says until when it can be", async () => {
    const { client } = await start(goingWell({ follow: whole({}) }));
    const error = await client.waitForDecision({ id: AN_ID, timeoutSeconds: 0.1 }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(StillPending);
    expect(error.message).toContain("2026-12-01T12:00:00.000Z");
  });

  it("a request that Countersign refuses keeps its code and its words", async () => {
    const { client } = await start(
      goingWell({ submit: (_, response) => problem(response, 422, "invalid_request", "/tool must not be empty") }),
    );
    const error = await client.run(asked, vi.fn()).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RequestRefused);
    expect([error.status, error.code, error.message]).toEqual([422, "invalid_request", "/tool must not be empty"]);
  });
});

describe("waiting", () => {
  it("takes up a hold that was cut, and asks for no hold beyond 55 s (DUR-07)", async () => {
    let looks = 0;
    const { server, client } = await start(
      goingWell({
        follow: (_, response) => {
          looks += 1;
          if (looks === 1) return void response.socket?.destroy();
          if (looks === 2) return problem(response, 503, "store_unavailable");
          return json(response, 200, confirmationBody(ARGUMENTS, looks < 5 ? {} : decided("approved")));
        },
      }),
    );
    const confirmation = await client.waitForDecision({ id: AN_ID, timeoutSeconds: 3_600 });
    expect(confirmation.state).toBe("approved");
    expect(server.arrived.map(({ path }) => new URL(path, server.url).searchParams.get("wait"))).toEqual(
      Array(5).fill("55s"),
    );
  });

  it("lasts as long as the confirmation's own wait window, by Countersign's clock, unless told otherwise", async () => {
    const { server, client } = await start(goingWell({ follow: whole({ wait_ends_at: "2026-11-30T12:00:00.100Z" }) }));
    await expect(client.waitForDecision({ id: AN_ID })).rejects.toThrow(StillPending);
    expect(server.arrived.length).toBeGreaterThan(1);
  });

  it("ends at once when the agent's own signal says so, and withdraws nothing", async () => {
    const { server, client } = await start(goingWell({ follow: () => {} }));
    const waiting = client.waitForDecision({ id: AN_ID, timeoutSeconds: 60, signal: AbortSignal.timeout(50) });
    await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
    expect(server.arrived.map(step)).toEqual(["follow"]);
  });
});

describe("asking and claiming", () => {
  it("sends a request whose answer was lost again under the same key, and likewise the claim", async () => {
    const lost = new Set<string>();
    const once =
      (name: string, then: Handler): Handler =>
      (arrived, response) => {
        if (lost.has(name)) return then(arrived, response);
        lost.add(name);
        response.socket?.destroy();
      };
    const well = goingWell();
    const { server, client } = await start(goingWell({ submit: once("submit", well), claim: once("claim", well) }));
    const tool = vi.fn();
    await client.run(asked, tool);
    const keys = (which: string) =>
      server.arrived.filter((one) => step(one) === which).map((one) => one.idempotencyKey);
    expect(keys("submit")).toHaveLength(2);
    expect(new Set([...keys("submit"), ...keys("claim")]).size).toBe(2);
    expect(keys("claim")).toHaveLength(2);
    expect(tool).toHaveBeenCalledTimes(1);
  });

  it("an agent that starts over under its key finds its approval and gets no second grant (DUR-11)", async () => {
    let claimedUnder: string | undefined;
    const { server, client } = await start(
      goingWell({
        submit: (_, response) => json(response, 200, confirmationBody(ARGUMENTS, decided("approved"))),
        claim: ({ idempotencyKey }, response) => {
          claimedUnder ??= idempotencyKey;
          if (claimedUnder !== idempotencyKey) return problem(response, 409, "already_claimed");
          return json(response, 200, confirmationBody(ARGUMENTS, granted(ARGUMENTS)));
        },
      }),
    );
    const tool = vi.fn();
    const step7 = { ...asked, idempotencyKey: "run-1/step-7" };
    await client.run(step7, tool);
    await expect(client.run(step7, tool)).rejects.toThrow(AlreadyClaimed);
    expect(tool).toHaveBeenCalledTimes(1);
    const submitted = server.arrived.filter((one) => step(one) === "submit");
    expect(submitted.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["run-1/step-7", "run-1/step-7"]);
  });
});

describe("numbers stay exact", () => {
  it("sends arguments as they were written and takes another spelling of them for the same call (BIND-04)", async () => {
    const written = '{"hours":1.0,"rate":2.50}';
    const respelt = '{"rate":2.5,"hours":1}';
    const { server, client } = await start((arrived, response) => {
      const more = { submit: {}, follow: decided("approved"), claim: granted(respelt) };
      const which = step(arrived);
      json(response, 200, confirmationBody(respelt, which in more ? more[which as "claim"] : granted(respelt)));
    });
    for (let time = 0; time < 20; time++) {
      const { value } = await client.run({ ...asked, arguments: written }, (call) => call.argumentsText);
      expect(value).toBe(respelt);
    }
    expect(server.arrived[0]?.body).toContain(`"arguments":${written}`);
  });

  it("keeps every digit of an integer beyond 2^53, from the agent to the tool", async () => {
    const big = '{"account":7205759403792793601,"share":0.10}';
    const { server, client } = await start((arrived, response) => {
      const which = step(arrived);
      const more = which === "submit" ? {} : which === "follow" ? decided("approved") : granted(big);
      json(response, 200, confirmationBody(big, more));
    });
    const given = { account: 7205759403792793601n, share: 0.1 };
    const { value } = await client.run({ ...asked, arguments: given }, (call) => call);
    expect(server.arrived[0]?.body).toContain('"account":7205759403792793601');
    expect(value.argumentsText).toBe(big);
    expect(value.arguments).toEqual({ account: 7205759403792793601n, share: 0.1 });
  });

  it("refuses a number that JavaScript may have rounded before it got here, and asks nothing", async () => {
    const { server, client } = await start(goingWell());
    const rounded = { deep: [{ account: 2 ** 53 }] };
    await expect(client.submit({ ...asked, arguments: rounded })).rejects.toThrow(/arguments\.deep\.0\.account/);
    await expect(client.submit({ ...asked, arguments: '{"a":1,"a":2}' })).rejects.toThrow(TypeError);
    expect(server.arrived).toEqual([]);
  });
});

describe("what became of the call is reported as what is known of it", () => {
  async function outcomeAfter(execute: () => unknown) {
    const { server, client } = await start(goingWell());
    const result = await client.run(asked, execute).catch((thrown) => thrown);
    return { result, report: JSON.parse(server.arrived.find((one) => step(one) === "outcome")?.body ?? "null") };
  }

  it("a call that returns has succeeded, with the target's own name for it", async () => {
    const { server, client } = await start(goingWell());
    const ran = await client.run(asked, (call) => {
      call.reference = "rf_1";
      return 7;
    });
    expect([ran.value, ran.reported]).toEqual([7, true]);
    expect(server.arrived.at(-1)?.body).toBe('{"result":"succeeded","reference":"rf_1","attempt":1}');
  });

  it.each([
    [new NotSent("no route to the target"), "failed", "pre_send"],
    [new TargetRefused("permission denied"), "failed", "answered"],
    [new Error("ECONNRESET"), "outcome_unknown", "post_send"],
    [Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), "outcome_unknown", "post_send"],
    ["a thrown text", "outcome_unknown", "post_send"],
  ])("%s", async (thrown, outcome, phase) => {
    const { result, report } = await outcomeAfter(() => {
      throw thrown;
    });
    expect(result).toBeInstanceOf(CallFailed);
    expect([result.outcome, result.reported, result.cause]).toEqual([outcome, true, thrown]);
    expect(report).toMatchObject({ result: outcome, phase });
  });

  it("a call that succeeded stays so when its report is refused, and says that it is not recorded", async () => {
    const { client } = await start(goingWell({ outcome: (_, response) => problem(response, 409, "outcome_settled") }));
    const ran = await client.run(asked, () => "done");
    expect([ran.value, ran.reported]).toEqual(["done", false]);
  });
});
