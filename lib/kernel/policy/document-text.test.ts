import { describe, expect, it } from "vitest";
import { readPolicyDocument, writePolicyDocument } from "./document-text";
import { rulesInForce } from "./in-force";
import { testPolicy } from "./run-tests";

const TEXT =
  '{"rules":[{"id":"small","effect":"allow","when":"args.n <= 1e17","reason":"r"}],"tests":[{"rule":"small","given":{"tool":"t","arguments":{"n":7205759403792793.60100}},"expect":"ask"}]}';

describe("a policy's document as text", () => {
  it("comes back character for character, with every digit that a test gives", () => {
    const read = readPolicyDocument(TEXT);
    expect(read.ok && writePolicyDocument(read.document)).toBe(TEXT);
  });

  it("keeps a number that no double holds, so that a test can show it satisfies no allow rule", () => {
    const text = TEXT.replace("7205759403792793.60100", "0.1000000000000000055511151231257827021181583404541015625001");
    const read = readPolicyDocument(text);
    if (!read.ok) throw new Error("unread");
    expect(testPolicy(rulesInForce(read.document), read.document.tests)[0]?.decided.effect).toBe("ask");
  });

  it.each([
    ["[]", ""],
    ['{"rules":[]}', "/tests"],
    ['{"rules":{},"tests":[]}', "/rules"],
    ['{"rules":[],"tests":[],"allow_all":true}', "/allow_all"],
    ['{"rules":[{"id":"a","effect":"permit","when":"","reason":""}],"tests":[]}', "/rules/0/effect"],
    ['{"rules":[{"id":"a","effect":"deny","when":1,"reason":""}],"tests":[]}', "/rules/0/when"],
    ['{"rules":[{"id":"a","effect":"deny","when":"","reason":"","order":1}],"tests":[]}', "/rules/0/order"],
    ['{"rules":["a"],"tests":[]}', "/rules/0"],
    ['{"rules":[],"tests":[{"given":[],"expect":"ask"}]}', "/tests/0/given"],
    ['{"rules":[],"tests":[{"rule":null,"given":{},"expect":"ask"}]}', "/tests/0/rule"],
  ])("refuses %s at its place", (text, path) => {
    const read = readPolicyDocument(text);
    expect(read.ok ? [] : read.faults.map((fault) => fault.path)).toContain(path);
  });

  it("refuses a key that comes twice and says where", () => {
    const read = readPolicyDocument('{"rules":[],\n"rules":[],"tests":[]}');
    expect(read).toMatchObject({ ok: false, faults: [{ message: expect.stringContaining("line 2") }] });
  });

  it("takes no member called __proto__ for what it inherits", () => {
    const read = readPolicyDocument(
      '{"rules":[],"tests":[{"given":{"tool":"t","__proto__":{"risk":"low"}},"expect":"ask"}]}',
    );
    expect(read.ok && Object.keys(read.document.tests[0]?.given ?? {})).toEqual(["tool", "__proto__"]);
  });
});
