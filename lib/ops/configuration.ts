import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";

/** What `manage apply -f FILE` takes, as YAML or JSON. */
const Configuration = z.strictObject({
  tools: z.array(z.strictObject({ name: z.string(), idempotent: z.boolean() })),
});

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
      .map((place) => `${file}${lineOf(place)}: ${place.join(".") || "the file"}: ${issue.message}`)
      .join("\n");
  });
  throw new Error(complaints.join("\n"));

  function lineOf(path: (string | number)[]): string {
    const node = document.getIn(path, true);
    const offset = typeof node === "object" && node && "range" in node ? (node.range as number[])[0] : undefined;
    return offset === undefined ? "" : `:${lines.linePos(offset).line}`;
  }
}
