import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { schemaFault } from "@/lib/flow/check-arguments";
import { stepsOf } from "@/lib/kernel/exact-json/pointer";
import { oneTerminalLine } from "@/lib/kernel/terminal-text";
import { RISKS } from "@/lib/kernel/tool";
import { isWithinLimits, parseDurationSeconds, WINDOWS, type WindowName, writeDuration } from "@/lib/kernel/windows";

/** A duration within the limits of its window, as seconds. */
const window = (name: WindowName) =>
  z
    .string()
    .transform((text) => parseDurationSeconds(text) ?? 0)
    .refine((seconds) => isWithinLimits(name, seconds), {
      error: `must be a duration from ${writeDuration(WINDOWS[name].least)} to ${writeDuration(WINDOWS[name].most)}, such as 10m`,
    });

const Tool = z
  .strictObject({
    name: z.string(),
    description: z.string().max(2_000).optional(),
    risk: z.enum(RISKS).optional(),
    reversible: z.boolean().optional(),
    idempotent: z.boolean().optional(),
    edits: z.boolean().optional(),
    schema: z.record(z.string(), z.unknown()).optional(),
    masked: z
      .array(
        z.string().refine((text) => stepsOf(text)?.length, { error: "must be a JSON Pointer such as /card/number" }),
      )
      .optional(),
    windows: z
      .strictObject({ decision: window("decision"), start: window("start"), outcome: window("outcome") })
      .partial()
      .optional(),
  })
  .superRefine(({ schema }, context) => {
    const fault = schema && schemaFault(JSON.stringify(schema));
    if (fault) context.addIssue({ code: "custom", path: ["schema"], message: `is no usable JSON Schema: ${fault}` });
  })
  .transform(({ schema, windows = {}, ...tool }) => ({
    ...tool,
    schema: schema ? JSON.stringify(schema) : null,
    windows: {
      decisionSeconds: windows.decision ?? null,
      startSeconds: windows.start ?? null,
      outcomeSeconds: windows.outcome ?? null,
    },
  }));

/** What `manage apply -f FILE` takes, as YAML or JSON. */
const Configuration = z.strictObject({ tools: z.array(Tool) });

export type Configuration = z.infer<typeof Configuration>;

/** @throws Error that names the file, the line and the key of everything that is wrong with it */
export function parseConfiguration(text: string, file: string): Configuration {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [broken] = document.errors;
  if (broken) throw new Error(`${file}: ${broken.message.split("\n")[0]?.replace(/:$/, "")}`);
  const result = Configuration.safeParse(document.toJS());
  if (result.success) return result.data;
  const complaints = result.error.issues.map((issue) => {
    const path = issue.path.filter((part) => typeof part !== "symbol");
    const keys = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
    return keys
      .map((place) => oneTerminalLine(`${file}${lineOf(place)}: ${place.join(".") || "the file"}: ${issue.message}`))
      .join("\n");
  });
  throw new Error(complaints.join("\n"));

  function lineOf(path: (string | number)[]): string {
    const node = document.getIn(path, true);
    const offset = typeof node === "object" && node && "range" in node ? (node.range as number[])[0] : undefined;
    return offset === undefined ? "" : `:${lines.linePos(offset).line}`;
  }
}
