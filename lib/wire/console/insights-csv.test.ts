import { describe, expect, it } from "vitest";
import { insightsCsv } from "./insights-csv";
import type { Insights } from "./types";

const INSIGHTS: Insights = {
  server_time: "2026-11-30T12:00:00.000Z",
  days: 7,
  by_day: [
    {
      day: "2026-11-30",
      submitted: 4,
      approved: 1,
      denied: 1,
      cancelled: 0,
      expired: 1,
      median_seconds_to_decide: 12.5,
      p90_seconds_to_decide: 40,
      decided_in_under_3_seconds: 0,
      edited: 1,
      outcome_unknown: 0,
    },
  ],
  denied_by_tool: [{ name: '=HYPERLINK("https://evil.example","x")', denied: 1, decided: 2 }],
  denied_by_agent: [{ name: "mail-bot", denied: 0, decided: 2 }],
  queue_depth: [{ at: "2026-11-30T11:00:00.000Z", pending: 3 }],
};

const lines = (insights: Insights) => insightsCsv(insights).replace("\ufeff", "").split("\r\n");

describe("the file of what is drawn", () => {
  it("has every number once, with what it is of", () => {
    expect(lines(INSIGHTS)).toEqual([
      "figure,at,name,value",
      "submitted,2026-11-30,,4",
      "approved,2026-11-30,,1",
      "denied,2026-11-30,,1",
      "cancelled,2026-11-30,,0",
      "expired,2026-11-30,,1",
      "median_seconds_to_decide,2026-11-30,,12.5",
      "p90_seconds_to_decide,2026-11-30,,40",
      "decided_in_under_3_seconds,2026-11-30,,0",
      "edited,2026-11-30,,1",
      "outcome_unknown,2026-11-30,,0",
      "share_expired,2026-11-30,,0.3333",
      `denied_by_tool,,"'=HYPERLINK(""https://evil.example"",""x"")",1`,
      `decided_by_tool,,"'=HYPERLINK(""https://evil.example"",""x"")",2`,
      "denied_by_agent,,mail-bot,0",
      "decided_by_agent,,mail-bot,2",
      "queue_depth,2026-11-30T11:00:00.000Z,,3",
      "",
    ]);
  });

  it("leaves a value empty where there is none: no decision is not zero seconds", () => {
    const [day] = INSIGHTS.by_day;
    const quiet = day && {
      ...day,
      approved: 0,
      denied: 0,
      expired: 0,
      median_seconds_to_decide: undefined,
      p90_seconds_to_decide: undefined,
    };
    const text = lines({ ...INSIGHTS, by_day: quiet ? [quiet] : [] });
    expect(text).toContain("median_seconds_to_decide,2026-11-30,,");
    expect(text).toContain("share_expired,2026-11-30,,");
  });

  it("SHOW-06: has no byte that a terminal would obey, whatever a name holds", () => {
    const name = "deploy\u001b[2K\u0007\u009b1A\u202e";
    const text = lines({ ...INSIGHTS, denied_by_tool: [{ name, denied: 1, decided: 1 }] }).join("\n");
    expect(text).toContain("deploy\\u001b[2K\\u0007\\u009b1A\\u202e");
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\u200b=1", "＝1", "|x", "%x"])(
    "makes no formula of the name %j",
    (name) => {
      const line = lines({ ...INSIGHTS, denied_by_tool: [{ name, denied: 1, decided: 1 }] })[12] ?? "";
      expect(line).toMatch(/^denied_by_tool,,"?'/);
    },
  );
});
