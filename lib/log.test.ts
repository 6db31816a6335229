import { describe, expect, it } from "vitest";
import { makeLogger } from "./log";

describe("the log", () => {
  it("SHOW-06: whatever an error or a field quotes, a line is one line of JSON and moves no terminal's cursor", () => {
    const lines: string[] = [];
    const log = makeLogger({ write: (line) => lines.push(line) });
    const told = 'deploy\u001b[1A\u001b[2K\u0007 \u009b8m\u202e\u2028\r\n{"level":60}';
    log.error({ err: new Error(told), [told]: told }, told);
    expect(lines).toHaveLength(1);
    const line = lines[0] ?? "";
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(line)).toMatchObject({ msg: told, [told]: told, err: { message: told } });
  });
});
