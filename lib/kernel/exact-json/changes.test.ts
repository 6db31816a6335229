import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "./canonical";
import { changesBetween, changesText, effectiveText, readChanges } from "./changes";
import { readExactJson } from "./reader";
import type { ExactObject } from "./value";

function object(text: string): ExactObject {
  const result = readExactJson(text);
  if (!result.ok || result.value.kind !== "object") throw new Error("no object");
  return result.value;
}

const changed = (from: string, to: string) => changesText(changesBetween(object(from), object(to)));
const effective = (from: string, to: string) => effectiveText(object(from), object(to));

describe("the changes of an edit", () => {
  it("are listed by path with both values as written", () => {
    expect(changed('{"order_id":"A-7","amount":40.0}', '{"amount":20,"order_id":"A-7"}')).toBe(
      '[{"path":"/amount","from":40.0,"to":20}]',
    );
  });

  it("tell added, removed and nested ones apart, and arrays item by item only where the length stayed", () => {
    expect(changed('{"a":{"x/y":1,"z":2},"b":[1,[2]],"c":[1]}', '{"a":{"x/y":3,"n":null},"b":[1,[4]],"c":[]}')).toBe(
      '[{"path":"/a/x~1y","from":1,"to":3},{"path":"/a/z","from":2},{"path":"/a/n","to":null},' +
        '{"path":"/b/1/0","from":2,"to":4},{"path":"/c","from":[1],"to":[]}]',
    );
  });

  it("are none where only spelling, white space or key order differ", () => {
    expect(changed('{"a":1.0,"b":"\\u0061"}', '{ "b":"a", "a":1e0 }')).toBe("[]");
  });

  it("read back as they were written", () => {
    const text = changed('{"a":1.50,"b":2}', '{"a":1.25,"c":{"d":[7205759403792793601]}}');
    expect(changesText(readChanges(text))).toBe(text);
    expect(() => readChanges("{}")).toThrow();
  });
});

describe("the effective arguments", () => {
  it("EDIT-05: editing only the note leaves the account digit for digit", () => {
    expect(effective('{"account":7205759403792793601,"note":"a"}', '{"account":7205759403792793601,"note":"b"}')).toBe(
      '{"account":7205759403792793601,"note":"b"}',
    );
  });

  it("write every untouched value as the agent wrote it", () => {
    expect(
      effective('{"h":1.0, "o":{ "r" : 2.50 },"l":[1.0,2.0],"n":"a"}', '{"n":"b","h":1,"o":{"r":2.5},"l":[1,3]}'),
    ).toBe('{"n":"b","h":1.0,"o":{ "r" : 2.50 },"l":[1.0,3]}');
  });

  it("are the proposed text itself where nothing changed", () => {
    const proposed = '{ "a" : 1.0 , "b" : [ "\\u0061" ] }';
    expect(effective(proposed, '{"b":["a"],"a":1}')).toBe(proposed);
  });

  it("equal the edited ones in canonical form, whatever was edited, and untouched members keep their text", () => {
    const member = fc.jsonValue({ maxDepth: 3 });
    const document = fc.dictionary(fc.string({ maxLength: 3 }), member, { maxKeys: 4 });
    fc.assert(
      fc.property(document, document, (a, b) => {
        const merged = { ...a, ...b };
        const proposed = object(JSON.stringify(a, null, 2));
        const edited = object(JSON.stringify(merged));
        const result = object(effectiveText(proposed, edited));
        expect(canonicalText(result)).toBe(canonicalText(edited));
        for (const [key, value] of proposed.members) {
          if (!Object.hasOwn(b, key)) expect(result.members.get(key)?.text).toBe(value.text);
        }
        // Each change's path names the place where the two differ.
        expect(changesBetween(proposed, result).length).toBe(changesBetween(proposed, edited).length);
      }),
    );
  });
});
