import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { AUDIT_KINDS } from "@/lib/kernel/audit-kinds";
import { WINDOWS, writeDuration } from "@/lib/kernel/windows";
import { settingsTable } from "@/lib/settings";
import { NOTICE } from "@/lib/wire/native/grant-view";
import { PROBLEMS } from "@/lib/wire/native/problem";
import { verbs } from "./manage-verbs";
import { projectRoot } from "./project-root";

/* The papers are read by people who cannot see that they are wrong. So what can be compared with the code is. */

const DECISIONS = "docs/decisions";

const papers = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const exists = (path: string) => existsSync(join(projectRoot, path));

/** The rows of the table under the header that begins with these cells; cells without their backticks. */
function tableRows(paper: string, ...header: string[]): string[][] {
  const lines = read(paper).split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${header.join(" | ")} |`));
  if (start === -1) throw new Error(`${paper} has no table "${header.join(" | ")}"`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith("|"));
  return body.slice(0, end === -1 ? body.length : end).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
}

const bare = (cell: string | undefined) => (cell ?? "").replaceAll("`", "");

type Link = { paper: string; text: string; target: string };

function linksOf(paper: string): Link[] {
  const text = read(paper).replaceAll(/```[\s\S]*?```/g, "");
  return [...text.matchAll(/\[([^\]]*)\]\((?:<([^>]+)>|([^)\s]+))\)/g)].map(([, words, angled, plain]) => ({
    paper,
    text: words ?? "",
    target: angled ?? plain ?? "",
  }));
}

/** Links into the tree, by their path from the root. */
const links = papers.flatMap(linksOf).filter(({ target }) => !/^[a-z]+:/.test(target));
const pathOf = ({ paper, target }: Link) => {
  const [path = ""] = target.split("#");
  return path === "" ? paper : join(dirname(paper), path);
};
const shown = ({ paper, target }: Link) => `${paper} → ${target}`;

/** A heading's anchor, as forges make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

describe("the papers", () => {
  it("link to nothing that is not there", () => {
    expect(links.filter((link) => !exists(pathOf(link))).map(shown)).toEqual([]);
  });

  it("name no heading that is not there, and no line, which moves", () => {
    const wrong = links.filter((link) => {
      const anchor = link.target.split("#")[1];
      if (anchor === undefined) return false;
      const headings = [...read(pathOf(link)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ""));
      return !pathOf(link).endsWith(".md") || !headings.includes(anchor);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("link a name of the code to a file that defines it", () => {
    const wrong = links.filter((link) => {
      const [, name] = /^`([A-Za-z_]+)`$/.exec(link.text) ?? [];
      if (!name || !statSync(join(projectRoot, pathOf(link))).isFile()) return false;
      return !new RegExp(`\\b(?:function|const|class|type) ${name}\\b`).test(read(pathOf(link)));
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("say nothing of one machine or one author", () => {
    const MACHINE = /(?:^|[\s`"'(=])\/(?:work|home|root|tmp|Users|mnt|opt)\/\S*/m;
    const AUTHOR = /co-authored-by|\b(?:generated|written|made) (?:by|with) (?:an? )?(?:AI|model|assistant)\b|\bLLM\b/i;
    const LEFT_OVER = /\b(?:TODO|FIXME|XXX|TBD)\b/;
    for (const paper of papers) {
      for (const pattern of [MACHINE, AUTHOR, LEFT_OVER]) expect(read(paper), paper).not.toMatch(pattern);
    }
  });

  it("name no kind of event that cannot happen", () => {
    const KIND =
      /`((?:confirmation|execution|escalation|vote|reconciliation|decision|cancel|claim|outcome|person|group|delegation|agent|tools|limits|configuration)\.[a-z_]+)`/g;
    const members = new Set(["decision.status", "execution.state"]);
    for (const paper of papers) {
      const named = [...read(paper).matchAll(KIND)].map(([, kind]) => kind ?? "").filter((kind) => !members.has(kind));
      expect(
        named.filter((kind) => !(kind in AUDIT_KINDS)),
        paper,
      ).toEqual([]);
    }
  });
});

describe("README", () => {
  it("lists every command there is, and no other", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const commands = tableRows("README.md", "command", "what it does").map(([command]) =>
      bare(command).replace(/^npm (?:run )?(?:--silent )?/, ""),
    );
    expect(commands.sort()).toEqual(Object.keys(scripts).sort());
  });

  it("lists what the operator's tool can do, as the tool itself says it", () => {
    const listed = tableRows("README.md", "manage verb", "what it does, and prints").map(([usage]) => bare(usage));
    expect(listed.sort()).toEqual(verbs.map(({ usage }) => usage).sort());
  });

  it("lists every setting with its meaning, its default and what it accepts", () => {
    const listed = tableRows("README.md", "variable", "meaning", "default", "accepts").map((row) => row.map(bare));
    expect(listed).toEqual(settingsTable.map((line) => [line.name, line.meaning, line.default, line.accepts]));
  });

  it("lists every problem's code with its status", () => {
    const listed = tableRows("README.md", "code", "status", "when").map(([code, status]) => [
      bare(code),
      Number(status),
    ]);
    const known = Object.entries(PROBLEMS).map(([code, [status]]) => [code, status]);
    expect(listed.sort()).toEqual(known.sort());
  });

  it("lists REST calls that are there, and leaves none out", () => {
    const listed = tableRows("README.md", "call", "who", "answers").map(([call]) => {
      const [method = "", path = ""] = bare(call).split(/[?\s]/);
      return `${method} ${path}`;
    });
    const folder = join("app", "api", "v1");
    const routes = readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith("route.ts") && !name.includes("[...") && name !== "route.ts",
    );
    const calls = routes.flatMap((file) => {
      const path = `/${dirname(file).replaceAll(/\[(\w+)\]/g, "{$1}")}`;
      const methods = read(join(folder, file)).matchAll(
        /^export const (GET|POST|PUT|PATCH|DELETE) = (?:route|operation)\(/gm,
      );
      return [...methods].map(([, method]) => `${method} ${path}`);
    });
    expect(listed.sort()).toEqual(calls.sort());
  });

  it("lists the pages that are there, and leaves none out", () => {
    const listed = tableRows("README.md", "path", "for", "what").map(([path]) => bare(path));
    const pages = readdirSync(join(projectRoot, "app"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith("/page.tsx"))
      .map(
        (name) =>
          `/${dirname(name)
            .replace("(console)/", "")
            .replaceAll(/\[(\w+)\]/g, "{$1}")}`,
      );
    expect(listed.sort()).toEqual(pages.sort());
  });

  it("makes the same promise as every claim's answer, limit included", () => {
    expect(NOTICE).toMatch(/At most one decision and at most one claim per approval.*At most one execution is not/);
    expect(read("README.md")).toMatch(/At most one decision and at most one claim.*Not at most one execution/);
  });
});

describe("windows and decisions", () => {
  it.each(["README.md", "ARCHITECTURE.md"])("%s gives each window its default and its limits", (paper) => {
    const boundaries = {
      wait: "wait_ends_at",
      decision: "decidable_until",
      start: "start_by",
      outcome: "outcome_due_by",
    };
    const known = Object.entries(WINDOWS).map(([name, { default: fallback, least, most }]) => [
      boundaries[name as keyof typeof boundaries],
      writeDuration(fallback),
      `${writeDuration(least)} – ${writeDuration(most)}`,
    ]);
    const listed = tableRows(paper, "boundary", "from", "default", "limits").map(([boundary, , ...more]) => [
      bare(boundary),
      ...more.slice(0, 2),
    ]);
    expect(listed).toEqual(known);
  });

  it("the lifecycle leaves out no event of a confirmation", () => {
    const text = read("docs/lifecycle.md");
    const ofAccounts = /^(?:person|group|delegation|agent|tools|limits|configuration)\./;
    const kinds = Object.keys(AUDIT_KINDS).filter((kind) => !ofAccounts.test(kind));
    expect(kinds.filter((kind) => !text.includes(`\`${kind}\``))).toEqual([]);
  });

  it("each decision says its context, what was decided and what follows, on one page, and stands in the list", () => {
    const records = readdirSync(join(projectRoot, DECISIONS))
      .filter((name) => /^\d{4}-/.test(name))
      .sort();
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, at) => at + 1));
    for (const name of records) {
      const text = read(join(DECISIONS, name));
      expect(text, name).toMatch(
        new RegExp(
          `^# ${name.slice(0, 4)}\\. .+\n\nStatus: .+\n\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n`,
        ),
      );
      expect(text.split("\n").length, name).toBeGreaterThanOrEqual(20);
      expect(text.split("\n").length, name).toBeLessThanOrEqual(51);
      const title = /^# (\d{4})\. (.+)$/m.exec(text);
      expect(read(join(DECISIONS, "README.md")), name).toContain(`| [${title?.[1]}](${name}) | ${title?.[2]} |`);
    }
  });
});

describe("ARCHITECTURE", () => {
  const tree = /```tree\n([\s\S]*?)```/.exec(read("ARCHITECTURE.md"))?.[1] ?? "";
  const named = tree
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/)[0]?.trim() ?? "");

  it("draws no file or folder that is not there", () => {
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  it("draws every folder of the library", () => {
    const folders = readdirSync(join(projectRoot, "lib"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => `lib/${name}/`).filter((path) => !named.includes(path))).toEqual([]);
  });

  it("stays short enough to be read", () => {
    expect(read("ARCHITECTURE.md").split("\n").length).toBeLessThanOrEqual(201);
  });
});
