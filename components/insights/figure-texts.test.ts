import { describe, expect, it } from "vitest";
import { durationText, figureTexts } from "./figure-texts";

describe("the numbers of insights", () => {
  it("are short and comparable, in the language's own units", () => {
    expect(durationText(0, "en")).toBe("0 sec");
    expect(durationText(8.62, "en")).toBe("8.6 sec");
    expect(durationText(59.9, "en")).toBe("60 sec");
    expect(durationText(270, "en")).toBe("4.5 min");
    expect(durationText(8_280, "zh-Hans")).toBe("2.3小时");
    expect(durationText(2 * 86_400, "zh-Hant")).toMatch(/^2\s?天$/);
  });

  it("names the day that the server named, wherever the reader is, and a missing number is no zero", () => {
    expect(figureTexts("en").day("2026-11-30")).toBe("Nov 30");
    expect(figureTexts("zh-Hans").day("2026-11-30")).toBe("11月30日");
    expect(figureTexts("en").duration(undefined)).toBe("–");
    expect(figureTexts("en").percent(0.125)).toBe("12.5%");
  });
});
