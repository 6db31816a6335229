import { describe, expect, it } from "vitest";
import { editableText } from "./editable-text";
import { readEdit } from "./read-edit";

const PROPOSED = '{"order_id":"A-7","amount":40.00,"account":7205759403792793601}';

describe("reading an edit before it is sent", () => {
  it("finds what changed, and takes another way of writing a value for no change", () => {
    const reading = readEdit(PROPOSED, '{"account": 7205759403792793601, "order_id": "A-7", "amount": 20}');
    expect(reading.ok && reading.changes.map(({ path, from, to }) => [path, from?.text, to?.text])).toEqual([
      ["/amount", "40.00", "20"],
    ]);
    expect(readEdit(PROPOSED, PROPOSED.replace("40.00", "4e1"))).toMatchObject({ ok: true, changes: [] });
  });

  it("names the place of a fault", () => {
    const reading = readEdit(PROPOSED, '{"amount": 40,,}');
    expect(reading.ok).toBe(false);
    expect(!reading.ok && reading.fault).toMatchObject({ kind: "place", line: 1, column: 15 });
  });

  it.each(["[]", "null", '"x"'])("refuses %s, which is no object", (text) => {
    expect(readEdit(PROPOSED, text)).toMatchObject({
      ok: false,
      fault: { kind: "not_object" },
    });
  });

  it("refuses an empty text instead of taking it for no arguments", () => {
    expect(readEdit(PROPOSED, "").ok).toBe(false);
  });
});

describe("the text that is edited", () => {
  it("changes nothing by being laid out", () => {
    const text =
      '{"to":"billing@exam\u2060ple.org","path":"/srv/inv\u202efdp.exe","tags":[{"a":null},[]],"n":1e-7,"e":{}}';
    expect(readEdit(text, editableText(text))).toMatchObject({ ok: true, changes: [] });
  });

  it("shows as escapes what a text box would not show, or would let reorder the line", () => {
    expect(editableText('{"path":"/srv/inv\u202efdp.exe","\u2066k":"\u{e0041}"}')).toBe(
      '{\n  "path": "/srv/inv\\u202efdp.exe",\n  "\\u2066k": "\\udb40\\udc41"\n}',
    );
  });

  it("keeps numbers and strings as written", () => {
    expect(editableText('{"a":40.00,"b":"\\u00fc"}')).toBe('{\n  "a": 40.00,\n  "b": "\\u00fc"\n}');
  });
});
