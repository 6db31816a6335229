import { describe, expect, it } from "vitest";
import { UNKNOWN_TOOL, windowsFor } from "./tool";

const DEFAULTS = { decisionWindowSeconds: 86_400, startWindowSeconds: 900, outcomeWindowSeconds: 600 };
const tool = (decisionSeconds: number | null) => ({ windows: { ...UNKNOWN_TOOL.windows, decisionSeconds } });

describe("a tool's windows", () => {
  it.each([
    ["an unknown tool, nothing asked: the default", null, null, 86_400],
    ["an unknown tool: what the agent asks", null, 60, 60],
    ["nothing asked: the tool's own, also where it is longer than the default", 172_800, null, 172_800],
    ["the tool shortens what the agent asks", 3_600, 7_200, 3_600],
    ["the tool never lengthens what the agent asks", 3_600, 60, 60],
  ])("%s", (_title, ofTool, asked, expected) => {
    expect(windowsFor(tool(ofTool), asked, DEFAULTS).decisionWindowSeconds).toBe(expected);
  });
});
