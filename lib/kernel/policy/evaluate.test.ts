import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PolicyEffect } from "../confirmation";
import { readExactJson } from "../exact-json/reader";
import type { ExactObject } from "../exact-json/value";
import { compilePolicy } from "./compile";
import type { Rule } from "./document";
import { evaluatePolicy, type PolicyVerdict } from "./evaluate";
import type { GivenInput } from "./request";

type Request = Partial<Omit<GivenInput, "arguments">> & { args?: string };

/** What the rules say of a request, whose arguments are JSON text. */
function decide(rules: Rule[], { args = "{}", ...facts }: Request = {}): PolicyVerdict {
  const compiled = compilePolicy({ rules, tests: [] });
  if (!compiled.ok) throw new Error(compiled.faults.map(({ message }) => message).join("; "));
  return evaluatePolicy(compiled.policy, {
    tool: "refund",
    target: null,
    arguments: object(args),
    agent: { name: "billing-bot" },
    subject: null,
    session: null,
    risk: null,
    reversible: null,
    now: new Date("2026-03-29T00:30:00.250Z"),
    ...facts,
  });
}

function object(text: string): ExactObject {
  const read = readExactJson(text);
  if (!read.ok || read.value.kind !== "object") throw new Error("no object");
  return read.value;
}

const rule = (effect: PolicyEffect, when: string, id = `${effect}-rule`): Rule => ({
  id,
  effect,
  when,
  reason: `because of ${id}`,
});
/** What one rule alone makes of it. */
const effectOf = (effect: PolicyEffect, when: string, request: Request = {}) =>
  decide([rule(effect, when)], request).effect;
const allows = (when: string, request: Request = {}) => effectOf("allow", when, request) === "allow";
const errorOf = (when: string, request: Request = {}, effect: PolicyEffect = "ask") =>
  decide([rule(effect, when)], request).errors[0]?.message;

describe("the field cases of policy", () => {
  it("POL-01: a rule for one exact tool allows no tool whose name begins the same", () => {
    const decided = ["note", "note_delete", "notebook_run", "NOTE", " note", "note("].map(
      (tool) => decide([rule("allow", 'tool == "note"')], { tool }).effect,
    );
    expect(decided).toEqual(["allow", "ask", "ask", "ask", "ask", "ask"]);
  });

  it("POL-02: a pattern covers the whole value, whatever stands around the good name", () => {
    const pattern = String.raw`args.host.matches("billing\\.example\\.net")`;
    expect(allows(pattern, { args: '{"host":"billing.example.net"}' })).toBe(true);
    const hostile = [
      "not-billing.example.net.attacker.test",
      "attacker.test\nbilling.example.net",
      "billing.example.net\n",
      "billing.example.net\nattacker.test",
      "billing.example.net\r\n",
      "billing-example-net",
    ];
    for (const host of hostile) {
      const args = JSON.stringify({ host });
      expect(allows(pattern, { args }), host).toBe(false);
      for (const tricky of [
        "^billing[.]example[.]net$",
        "(?m)^billing[.]example[.]net$",
        "x|billing[.]example[.]net",
      ]) {
        expect(allows(`args.host.matches(${JSON.stringify(tricky)})`, { args }), tricky).toBe(false);
      }
    }
    // A dot is no line break unless the pattern says so.
    expect(allows('args.host.matches(".*")', { args: '{"host":"a\\nb"}' })).toBe(false);
    expect(allows('args.host.matches("(?s).*")', { args: '{"host":"a\\nb"}' })).toBe(true);
  });

  it("POL-03: a value of the wrong type satisfies no threshold, and asks", () => {
    const wrong = ['"90"', '"1,000"', '"1e9"', "[5]", "null", "true", '{"v":1}', '"-5"', '""', "[]"];
    const ways = [
      "args.amount <= 100",
      "args.amount <= 100.0",
      "100 >= args.amount",
      "!(args.amount > 100)",
      "args.amount < 1e3",
    ];
    for (const when of ways) {
      for (const amount of wrong)
        expect(effectOf("allow", when, { args: `{"amount":${amount}}` }), when + amount).toBe("ask");
      expect(effectOf("allow", when, { args: "{}" })).toBe("ask");
      // A finite number below the threshold satisfies it, a negative one too.
      for (const amount of ["-5", "90", "90.5", "100", "1e2", "-0.0"]) {
        if (when.includes("1e3") || amount !== "101") {
          expect(effectOf("allow", when, { args: `{"amount":${amount}}` }), when + amount).toBe("allow");
        }
      }
    }
    for (const amount of [...wrong, "5000"]) {
      expect(effectOf("deny", "args.amount > 1000", { args: `{"amount":${amount}}` }), amount).toBe("deny");
    }
    expect(effectOf("deny", "args.amount > 1000", { args: '{"amount":1000}' })).toBe("ask");
  });

  it("POL-05: the strictest matching rule decides and is named, whatever the order", () => {
    const rules = [
      rule("deny", 'tool == "sql" && args.action != "select"', "no-writes"),
      rule("ask", 'tool == "sql" && args.action == "select"', "reads-ask"),
      rule("allow", 'tool.matches("read_.*")', "reads"),
      rule("allow", 'tool == "sql"', "way-round"),
    ];
    const cases: [Request, PolicyEffect, string | null][] = [
      [{ tool: "sql", args: '{"action":"select"}' }, "ask", "reads-ask"],
      [{ tool: "sql", args: '{"action":"delete"}' }, "deny", "no-writes"],
      [{ tool: "read_file", args: "{}" }, "allow", "reads"],
      [{ tool: "unknown_tool", args: "{}" }, "ask", null],
    ];
    for (const [request, effect, decider] of cases) {
      expect(decide(rules, request)).toMatchObject({ effect, rule: decider });
      expect(decide([...rules].reverse(), request)).toMatchObject({ effect, rule: decider });
    }
    const all = rules.concat(rule("deny", 'tool == "sql"', "no-sql"));
    expect(decide(all, { tool: "sql", args: '{"action":"select"}' })).toMatchObject({ effect: "deny", rule: "no-sql" });
  });

  it("POL-08: a rule that says nothing asks, as does no rule at all, and the error is told", () => {
    expect(decide([rule("allow", 'args.region.name == "eu"')])).toMatchObject({
      effect: "ask",
      rule: "allow-rule",
      matched: [],
      errors: [{ rule: "allow-rule", message: "args.region is missing" }],
    });
    expect(effectOf("allow", "!has(args.region.name)")).toBe("ask");
    expect(effectOf("allow", "args.flag", { args: '{"flag":null}' })).toBe("ask");
    expect(errorOf("args.flag", { args: '{"flag":"true"}' })).toBe("Expected true or false, and this is text");
    expect(
      decide([rule("allow", "args.host.matches(args.pattern)")], { args: '{"host":"a","pattern":"("}' }),
    ).toMatchObject({
      effect: "ask",
      errors: [{ message: expect.stringContaining("The pattern cannot be read") }],
    });
    expect(compilePolicy({ rules: [rule("allow", 'args.host.matches("(")')], tests: [] }).ok).toBe(false);
    expect(decide([rule("allow", 'tool == "other"')])).toMatchObject({
      effect: "ask",
      rule: null,
      reason: null,
      errors: [],
    });
    expect(decide([])).toEqual({ effect: "ask", rule: null, reason: null, matched: [], errors: [], values: {} });
  });
});

describe("a rule that cannot be evaluated", () => {
  it("denies if it is a deny rule, with its reason and what is wrong", () => {
    expect(decide([rule("deny", 'args.env == "prod"'), rule("allow", "true")])).toMatchObject({
      effect: "deny",
      rule: "deny-rule",
      reason: "because of deny-rule (this rule could not be evaluated: args.env is missing)",
      matched: ["allow-rule"],
    });
  });

  it("gives the decision to a rule that matched, where that is as strict", () => {
    const rules = [rule("ask", "args.x == 1", "a"), rule("ask", "true", "b"), rule("allow", "args.x == 1", "c")];
    expect(decide(rules)).toMatchObject({
      effect: "ask",
      rule: "b",
      matched: ["b"],
      errors: [{ rule: "a" }, { rule: "c" }],
    });
  });

  it("is passed over by || and && where the other side decides, as CEL does, and by nothing else", () => {
    expect(effectOf("deny", 'args.amount > 1000 || args.note == "x"', { args: '{"amount":"1","note":"x"}' })).toBe(
      "deny",
    );
    expect(effectOf("deny", 'args.amount > 1000 && args.note == "x"', { args: '{"amount":"1","note":"y"}' })).toBe(
      "ask",
    );
    expect(allows("args.amount > 1000 || args.amount < 5", { args: '{"amount":"1"}' })).toBe(false);
    expect(allows('args.tags.exists(t, t == "ok")', { args: '{"tags":[1,"ok"]}' })).toBe(true);
    expect(allows('args.tags.all(t, t != "bad")', { args: '{"tags":[1,"ok"]}' })).toBe(false);
    expect(allows('args.tags.all(t, t != "bad")', { args: '{"tags":["ok"]}' })).toBe(true);
  });
});

describe("comparing", () => {
  it("finds values of different kinds neither equal nor unequal", () => {
    for (const env of ["5", '["prod"]', "null", '{"a":1}', "true"]) {
      for (const when of [
        'args.env == "prod"',
        'args.env != "prod"',
        '!(args.env == "prod")',
        'args.env in ["prod"]',
        '!(args.env in ["prod"])',
      ]) {
        expect(effectOf("allow", when, { args: `{"env":${env}}` }), when + env).toBe("ask");
        expect(effectOf("deny", when, { args: `{"env":${env}}` }), when + env).toBe("deny");
      }
    }
    expect(allows('args.env != "prod"', { args: '{"env":"test"}' })).toBe(true);
  });

  it("asks anything whether it is null", () => {
    expect(allows("args.x == null", { args: '{"x":null}' })).toBe(true);
    expect(allows("args.x != null", { args: '{"x":5}' })).toBe(true);
    expect(allows("args.x == null", { args: '{"x":"null"}' })).toBe(false);
    expect(errorOf("args.x == null")).toBe("args.x is missing");
  });

  it("compares lists and objects by their content, whole and decimal numbers alike", () => {
    expect(allows('args == {"a": [1, 2.5], "b": {"c": null}}', { args: '{"b":{"c":null},"a":[1.0,25e-1]}' })).toBe(
      true,
    );
    expect(allows("args.a == [1, 2]", { args: '{"a":[2,1]}' })).toBe(false);
    expect(allows("args.a in [1, 2.5]", { args: '{"a":2.50}' })).toBe(true);
    expect(allows('"b" in args.list && "k" in args.map', { args: '{"list":["a","b"],"map":{"k":null}}' })).toBe(true);
  });

  it("has no order of texts", () => {
    expect(errorOf("args.a < args.b", { args: '{"a":"900","b":"1000"}' })).toMatch(/no order/);
    expect(compilePolicy({ rules: [rule("ask", 'args.a < "1000"')], tests: [] }).ok).toBe(false);
    expect(compilePolicy({ rules: [rule("ask", 'tool > "a"')], tests: [] }).ok).toBe(false);
  });
});

describe("exact numbers", () => {
  const unheld = [
    "7205759403792793601",
    "0.123456789012345678901234567890",
    "9007199254740993",
    "0.30000000000000000001",
    "-9007199254740993.5",
  ];
  const held = ["7205759403792793600", "9007199254740992", "0.1", "1e22", "0.10", "5e-324", "9.5e-300", "1.0e2"];

  it("lets a number that no double holds as written satisfy no allow rule that reads it", () => {
    const reading = [
      "args.n > 0 || args.n <= 0",
      "args.n == args.n",
      "args.n != 5",
      "!(args.n == 5)",
      "args.n in [1, args.n]",
      "[args.n] == [args.n]",
      "type(args.n) != string",
      "string(args.n) != ''",
      "args.n * 0 == 0",
      'args == {"n": args.n}',
      "args.all(k, args[k] != 1)",
    ];
    for (const n of unheld)
      for (const when of reading) expect(allows(when, { args: `{"n":${n}}` }), when + n).toBe(false);
    for (const n of held) expect(allows("args.n > 0", { args: `{"n":${n}}` }), n).toBe(true);
    // One that the rule does not read is none of its business.
    for (const n of unheld) expect(allows("has(args.n) && args.m == 1", { args: `{"n":${n},"m":1}` })).toBe(true);
  });

  it("asks and denies by such a number where it and the nearest double agree, and fails where they do not", () => {
    const n = '{"n":7205759403792793601}';
    expect(errorOf("args.n > 5", { args: n })).toBeUndefined();
    expect(effectOf("deny", "args.n < 5", { args: n })).toBe("ask");
    expect(errorOf("args.n == 7205759403792793601", { args: n })).toMatch(/too near/);
    expect(errorOf("args.n == 7205759403792793600", { args: n })).toMatch(/too near/);
    expect(errorOf("args.n > 7205759403792793600", { args: n })).toMatch(/too near/);
    expect(effectOf("deny", "args.amount >= 1000", { args: '{"amount":999.99999999999999999999}' })).toBe("deny");
  });

  it("compares whole numbers of 64 bits and decimals without rounding", () => {
    expect(allows("args.n < 9007199254740993", { args: '{"n":9007199254740992}' })).toBe(true);
    expect(allows("args.n == 9007199254740993", { args: '{"n":9007199254740992}' })).toBe(false);
    expect(allows("args.n < 9007199254740993", { args: '{"n":9007199254740992.0}' })).toBe(true);
    expect(allows("50 == 50.0 && 2 * 1.5 == 3.0")).toBe(true);
  });

  it("refuses numbers in rules that would be rounded", () => {
    for (const when of [
      "args.n < 0.1234567890123456789012",
      "args.n < 9223372036854775808",
      "args.n > -9223372036854775809",
    ]) {
      expect(compilePolicy({ rules: [rule("ask", when)], tests: [] }).ok, when).toBe(false);
    }
    expect(allows("args.n > -9223372036854775808", { args: '{"n":1}' })).toBe(true);
  });

  it("calculates with whole numbers exactly and with decimals as doubles, and fails where it cannot", () => {
    expect(allows("args.price * args.count <= 30.0", { args: '{"price":9.5,"count":3}' })).toBe(true);
    expect(allows("args.price * 1.5 == 15.0", { args: '{"price":10}' })).toBe(true);
    expect(errorOf("args.n / 2 <= 2", { args: '{"n":5}' })).toMatch(/divide evenly/);
    expect(allows("double(args.n) / 2 == 2.5", { args: '{"n":5}' })).toBe(true);
    expect(errorOf("args.n / 0 == 1", { args: '{"n":5}' })).toBe("Divided by zero");
    expect(errorOf("args.n / 0.0 > 1.0", { args: '{"n":5}' })).toBe("The result is out of range");
    expect(errorOf("args.n + 1 > 0", { args: '{"n":9223372036854774784}' })).toBeUndefined();
    expect(errorOf("args.n * 2 > 0", { args: '{"n":9007199254740992000}' })).toBe("The result is out of range");
  });

  it("turns text into numbers only where the rule says so, and only what JSON calls a number", () => {
    expect(allows("int(args.n) <= 100", { args: '{"n":"90"}' })).toBe(true);
    for (const n of ['"1,000"', '"1e9"', '" 90"', '"0x10"', '"NaN"', '""', "null", "[5]"]) {
      expect(errorOf("int(args.n) <= 100", { args: `{"n":${n}}` }), n).toMatch(/int\(\) cannot take/);
    }
    for (const n of ['"NaN"', '"Infinity"', '"-inf"', '"1e400"', '"0.1234567890123456789012"', "true"]) {
      expect(errorOf("double(args.n) <= 100.0", { args: `{"n":${n}}` }), n).toMatch(/double\(\) cannot take/);
    }
  });
});

describe("what is not there", () => {
  it("satisfies no allow rule but the one that asks for its absence", () => {
    for (const name of ["target", "subject", "session"]) {
      for (const when of [
        `${name} == "prod"`,
        `${name} != "prod"`,
        `!${name}.startsWith("prod")`,
        `size(${name}) < 5`,
        `!(${name} in ["prod"])`,
      ]) {
        expect(effectOf("allow", when), when).toBe("ask");
        expect(errorOf(when, {}, "allow"), when).toBe(`${name} is not known`);
      }
      expect(allows(`${name} == ""`)).toBe(true);
      expect(allows(`${name} != ""`)).toBe(false);
    }
    expect(allows('target != "prod"', { target: "test" })).toBe(true);
  });

  it("is the empty text for rules that ask or deny, so that they need no guard", () => {
    expect(effectOf("deny", 'target == "prod"')).toBe("ask");
    expect(effectOf("deny", 'target != "staging"')).toBe("deny");
    expect(errorOf('subject.endsWith("@example.org")')).toBeUndefined();
  });

  it("is an error where it has no empty value", () => {
    expect(effectOf("deny", "!reversible")).toBe("deny");
    expect(allows("reversible")).toBe(false);
    expect(allows("reversible", { reversible: true })).toBe(true);
    expect(errorOf("now > timestamp('2020-01-01T00:00:00Z')", { now: null })).toBe("now is not known");
  });

  it("reads a risk that nobody stated as unknown, and knows the risks there are", () => {
    expect(allows('risk == "unknown"')).toBe(true);
    expect(allows('risk in ["low", "medium"]', { risk: "medium" })).toBe(true);
    expect(compilePolicy({ rules: [rule("deny", 'risk == "hihg"')], tests: [] }).ok).toBe(false);
    expect(compilePolicy({ rules: [rule("deny", 'risk in ["high", "criticall"]')], tests: [] }).ok).toBe(false);
  });

  it("is asked for with has(), which reaches no prototype", () => {
    expect(allows("has(args.amount)", { args: '{"amount":null}' })).toBe(true);
    for (const key of ["constructor", "toString", "hasOwnProperty", "valueOf", "size", "members", "text"]) {
      expect(allows(`has(args.${key})`), key).toBe(false);
      expect(errorOf(`args.${key} == 1`), key).toBe(`args.${key} is missing`);
      expect(allows(`"${key}" in args`), key).toBe(false);
    }
    expect(allows('args["__proto__"].admin == true', { args: '{"__proto__":{"admin":true}}' })).toBe(true);
    expect(allows('"__proto__" in args')).toBe(false);
    expect(errorOf('args["__proto__"].admin == true')).toBe('args["__proto__"] is missing');
    expect(allows('args == {"__proto__": 1}', { args: '{"__proto__":1}' })).toBe(true);
  });

  it("cannot be told where two names are the same letters, written differently", () => {
    const args = '{"caf\u00e9":1,"cafe\u0301":1000}';
    for (const when of [
      'args["café"] == 1',
      'args["caf\\u00e9"] <= 1',
      '"café" in args',
      'args["cafe\\u0301"] == 1000',
    ]) {
      expect(errorOf(when, { args }), when).toMatch(/same letters/);
    }
    expect(errorOf('args["caf\\u00e9"] == 1', { args: '{"cafe\u0301":1}' })).toMatch(/same letters/);
    expect(allows('args["caf\\u00e9"] == 1', { args: '{"caf\u00e9":1,"k":2}' })).toBe(true);
    expect(errorOf("args.K == 1", { args: '{"\u212a":1000,"K":1}' })).toMatch(/same letters/);
  });
});

describe("time", () => {
  it("is read in UTC or in a named zone, over changes of summer time", () => {
    expect(allows("now.getHours() == 0 && now.getMinutes() == 30 && now.getMilliseconds() == 250")).toBe(true);
    expect(allows('now.getHours("Europe/Berlin") == 1')).toBe(true);
    expect(allows('now.getHours("Europe/Berlin") == 3', { now: new Date("2026-03-29T01:30:00Z") })).toBe(true);
    expect(allows('now.getHours("America/New_York") == 20 && now.getDate("America/New_York") == 28')).toBe(true);
    expect(allows('now.getHours("+05:30") == 6 && now.getHours("-08:00") == 16')).toBe(true);
    expect(allows("now.getFullYear() == 2026 && now.getMonth() == 2 && now.getDayOfMonth() == 28")).toBe(true);
    expect(allows("now.getDayOfWeek() == 0 && now.getDayOfYear() == 87")).toBe(true);
    expect(allows('now.getHours("Asia/Kolkata") in [6]')).toBe(true);
  });

  it("is compared with times and durations", () => {
    expect(allows('now - timestamp("2026-03-28T00:00:00Z") > duration("24h30m")')).toBe(true);
    expect(allows('timestamp(args.due) < now + duration("48h")', { args: '{"due":"2026-03-30T00:00:00+02:00"}' })).toBe(
      true,
    );
    for (const due of ["2026-03-30", "2026-02-30T00:00:00Z", "2026-03-30T00:00:00", "soon", "2026-03-30T24:00:00Z"]) {
      expect(errorOf("timestamp(args.due) > now", { args: JSON.stringify({ due }) }), due).toMatch(/timestamp\(\)/);
    }
  });

  it("names its zones and literals rightly, or the rule has a fault", () => {
    for (const when of [
      'now.getHours("Europe/Berlim") > 8',
      'now > timestamp("tomorrow")',
      'now - now > duration("3 days")',
    ]) {
      expect(compilePolicy({ rules: [rule("ask", when)], tests: [] }).ok, when).toBe(false);
    }
    expect(errorOf("now.getHours(args.zone) > 8", { args: '{"zone":"Nowhere/At_All"}' })).toBe(
      "There is no such time zone",
    );
  });
});

describe("texts, lists and loops", () => {
  it("has the functions that look into text", () => {
    const args = '{"s":"Select ÄÖ 1","list":["a","b"],"n":[1,2,3]}';
    const truths = [
      'args.s.contains("lect") && args.s.startsWith("Sel") && args.s.endsWith("1")',
      'args.s.lowerAscii() == "select ÄÖ 1"',
      'args.s.split(" ")[0] == "Select" && args.list.join("-") == "a-b"',
      'args.s.substring(0, 3) == "Sel" && args.s.indexOf("t") == 5 && size(args.s) == 11',
      "args.n.all(i, i > 0) && args.n.exists(i, i == 2) && args.n.exists_one(i, i == 2)",
      "args.n.filter(i, i > 1).map(i, i * 2) == [4, 6] && args.n.map(i, i > 1, i) == [2, 3]",
      "args.exists(k, k == 's') && size(args) == 3 && args.n + [4] == [1, 2, 3, 4]",
      "args.n[0] == 1 && args['n'][2] == 3 && args.n[0.0 < 1.0 ? 1 : 0] == 2",
      "type(args.s) == string && type(args.n) == list && type(args.n[0]) == int && type(args) == map",
      "args.n.exists(i, args.list.exists(k, k == 'b' && i == 3))",
    ];
    for (const when of truths) expect(decide([rule("allow", when)], { args }), when).toMatchObject({ effect: "allow" });
    expect(errorOf("args.n[3] == 1", { args })).toBe("args.n[3] is missing");
    expect(errorOf("args.n.a == 1", { args })).toBe("args.n is a list, which has no members");
  });

  it("stops a rule that would visit too much, and others go on", () => {
    const args = JSON.stringify({ n: Array.from({ length: 9_000 }, (_, at) => at) });
    const heavy = rule("ask", "args.n.all(a, args.n.all(b, a + b >= 0))", "heavy");
    expect(decide([heavy, rule("deny", "args.n[5] == 5", "light")], { args })).toMatchObject({
      effect: "deny",
      rule: "light",
      errors: [{ rule: "heavy", message: "Looks at more values than a rule may" }],
    });
  });

  it("takes the deepest and the largest arguments", () => {
    const deep = `{"a":${"[".repeat(60)}${"]".repeat(60)},"b":1}`;
    expect(allows("args.b == 1 && args.a == args.a", { args: deep })).toBe(true);
    const long = JSON.stringify({ sql: `${"select 1; ".repeat(25_000)}drop table x` });
    expect(effectOf("deny", String.raw`args.sql.matches("(?is).*\\bdrop\\b.*")`, { args: long })).toBe("deny");
  });
});

describe("the values a decision names", () => {
  it("are those the deciding rule looked at, with secrets masked", () => {
    const verdict = decide(
      [
        rule(
          "allow",
          'tool == "refund" && args.amount <= 50 && args.auth.token != "x" && args["order id"] == "7" && size(args.items) == 1 && !has(args.gone) && args.items[0].sku == "a"',
        ),
      ],
      {
        args: '{"amount":49.99,"auth":{"token":"s3cr3t-value"},"order id":"7","items":[{"sku":"a"}],"other":1}',
        masked: ["/order id"],
      },
    );
    expect(verdict).toMatchObject({ effect: "allow", reason: "because of allow-rule" });
    expect(verdict.values).toEqual({
      tool: "refund",
      "args.amount": 49.99,
      "args.auth.token": "[masked]",
      'args["order id"]': "[masked]",
      "args.items": [{ sku: "a" }],
      "args.items[0].sku": "a",
    });
  });

  it("are short, and JSON that loses no digit", () => {
    const args = JSON.stringify({
      text: "x".repeat(5_000),
      list: Array.from({ length: 500 }, (_, at) => at),
      huge: 0,
    }).replace('"huge":0', '"huge":7205759403792793601');
    const { values } = decide(
      [
        rule(
          "ask",
          "size(args.text) > 1 && size(args.list) > 1 && args.huge > 1 && now != timestamp('2020-01-01T00:00:00Z')",
        ),
      ],
      { args },
    );
    expect(values).toEqual({
      "args.text": `${"x".repeat(300)}…`,
      "args.list": "[500 items]",
      "args.huge": "7205759403792793601",
      now: "2026-03-29T00:30:00.250Z",
    });
  });
});

/** A condition as data: as CEL, and as a model that knows nothing of CEL says it. */
type Condition =
  | { kind: "tool"; name: string }
  | { kind: "amount"; op: "<" | "<=" | ">" | ">=" | "==" | "!="; limit: number }
  | { kind: "note"; text: string; negative: boolean }
  | { kind: "has"; key: string }
  | { kind: "not"; of: Condition }
  | { kind: "and" | "or"; left: Condition; right: Condition };

function asCel(condition: Condition): string {
  switch (condition.kind) {
    case "tool":
      return `tool == ${JSON.stringify(condition.name)}`;
    case "amount":
      return `args.amount ${condition.op} ${condition.limit}`;
    case "note":
      return `args.note ${condition.negative ? "!=" : "=="} ${JSON.stringify(condition.text)}`;
    case "has":
      return `has(args.${condition.key})`;
    case "not":
      return `!(${asCel(condition.of)})`;
    default:
      return `(${asCel(condition.left)}) ${condition.kind === "and" ? "&&" : "||"} (${asCel(condition.right)})`;
  }
}

type Plain = { tool: string; args: Record<string, unknown> };

function model(condition: Condition, request: Plain): boolean | "error" {
  const { amount, note } = request.args;
  switch (condition.kind) {
    case "tool":
      return request.tool === condition.name;
    case "has":
      return Object.hasOwn(request.args, condition.key);
    case "note":
      return typeof note === "string" ? (note === condition.text) !== condition.negative : "error";
    case "amount": {
      if (typeof amount !== "number") return "error";
      const { op, limit } = condition;
      if (op === "<") return amount < limit;
      if (op === "<=") return amount <= limit;
      if (op === ">") return amount > limit;
      if (op === ">=") return amount >= limit;
      return (amount === limit) === (op === "==");
    }
    case "not": {
      const of = model(condition.of, request);
      return of === "error" ? of : !of;
    }
    default: {
      const sides = [model(condition.left, request), model(condition.right, request)];
      const decisive = condition.kind === "or";
      if (sides.includes(decisive)) return decisive;
      return sides.includes("error") ? "error" : !decisive;
    }
  }
}

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constant("tool" as const), name: fc.constantFrom("a", "b") }),
    fc.record({
      kind: fc.constant("amount" as const),
      op: fc.constantFrom("<", "<=", ">", ">=", "==", "!="),
      limit: fc.constantFrom(0, 5, 5.5, -3, 100),
    }),
    fc.record({ kind: fc.constant("note" as const), text: fc.constantFrom("x", "", 'q"\\\n'), negative: fc.boolean() }),
    fc.record({ kind: fc.constant("has" as const), key: fc.constantFrom("amount", "note") }),
    fc.record({ kind: fc.constant("not" as const), of: tie("condition") }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      left: tie("condition"),
      right: tie("condition"),
    }),
  ),
}));

const written = fc.record({ effect: fc.constantFrom<PolicyEffect>("allow", "ask", "deny"), condition });
const request: fc.Arbitrary<Plain> = fc.record({
  tool: fc.constantFrom("a", "b", "c"),
  args: fc.record(
    {
      amount: fc.oneof(
        fc.constantFrom<unknown>(5, 5.5, 0, -3, 100, 101),
        fc.constantFrom<unknown>("5", null, true, [5], { v: 5 }),
      ),
      note: fc.constantFrom<unknown>("x", "", 'q"\\\n', 5, null),
    },
    { requiredKeys: [] },
  ),
});

const policy = fc.array(written, { maxLength: 8 });
const rulesOf = (list: { effect: PolicyEffect; condition: Condition }[]): Rule[] =>
  list.map((each, at) => rule(each.effect, asCel(each.condition), `r${at}`));
const given = ({ tool, args }: Plain): Request => ({ tool, args: JSON.stringify(args) });

const STRICTNESS = { allow: 0, ask: 1, deny: 2 };
const strictest = (effects: PolicyEffect[]): PolicyEffect =>
  effects.includes("deny") ? "deny" : effects.includes("ask") || !effects.includes("allow") ? "ask" : "allow";

describe("any policy, asked about any request", () => {
  it("says what a model says that knows nothing of CEL", () => {
    fc.assert(
      fc.property(policy, request, (list, asked) => {
        const effects = list.flatMap(({ effect, condition }) => {
          const value = model(condition, asked);
          if (value === "error") return [effect === "deny" ? ("deny" as const) : ("ask" as const)];
          return value ? [effect] : [];
        });
        const verdict = decide(rulesOf(list), given(asked));
        expect(verdict.effect).toBe(strictest(effects));
        expect(verdict.matched).toEqual(
          list.flatMap((each, at) => (model(each.condition, asked) === true ? [`r${at}`] : [])),
        );
        expect(verdict.rule === null).toBe(effects.length === 0);
      }),
      { numRuns: 500 },
    );
  });

  it("never allows more when a deny rule is added", () => {
    fc.assert(
      fc.property(policy, condition, request, (list, denied, asked) => {
        const before = decide(rulesOf(list), given(asked)).effect;
        const after = decide(rulesOf([...list, { effect: "deny", condition: denied }]), given(asked)).effect;
        expect(STRICTNESS[after]).toBeGreaterThanOrEqual(STRICTNESS[before]);
      }),
      { numRuns: 300 },
    );
  });

  it("says the same whatever the order of its rules", () => {
    const shuffled = policy.chain((list) => {
      const rules = rulesOf(list);
      return fc.tuple(
        fc.constant(rules),
        fc.shuffledSubarray(rules, { minLength: rules.length, maxLength: rules.length }),
      );
    });
    fc.assert(
      fc.property(shuffled, request, ([rules, reordered], asked) => {
        expect(decide(reordered, given(asked))).toEqual(decide(rules, given(asked)));
      }),
      { numRuns: 300 },
    );
  });
});
