import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "./project-root";
import { databaseUrl, query } from "./testing/database";

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "countersign-manage-"));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** As an operator runs it, in a process of its own. */
function manage(args: string[], input = ""): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["lib/ops/launch.mjs", "manage", ...args], {
    cwd: projectRoot,
    input,
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: databaseUrl(), COUNTERSIGN_DATA_DIR: dataDir },
  });
  return { code: status, stdout, stderr };
}

const lastLine = (stdout: string) => JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");

describe("manage", () => {
  it("prints an agent's key alone on standard output", () => {
    expect(manage(["agent", "add", "refund-bot"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^csa_\S+\n$/),
    });
  });

  it("says on standard error what it refuses, with exit code 1 and nothing on standard output", async () => {
    manage(["agent", "add", "mail-bot"]);
    const before = await query("SELECT count(*) FROM audit_event");
    expect(manage(["agent", "add", "mail-bot"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "name: an agent named mail-bot exists already. Nothing was changed.\n",
    });
    expect(await query("SELECT count(*) FROM audit_event")).toEqual(before);
  });

  it("SHOW-06: nothing that a name, an argument or a file holds reaches the terminal as a command to it, nor as a line of its own", () => {
    const told = "deploy\u001b[1A\u001b[2K\u0007\u009b8m\u202e";
    const file = join(dataDir, "tools.json");
    writeFileSync(
      file,
      JSON.stringify({ tools: [{ name: "x", [`${told}\nroot# rm`]: 1, masked: [told], risk: told }] }),
    );
    for (const args of [
      ["agent", "add", told],
      ["agent", "disable", told],
      ["person", "token", told],
      ["person", "add", "a@example.com", "--role", told],
      ["person", "add", "a@example.com", `--${told}`],
      ["agent", "add", "one", `two\nroot# ${told}`],
      [told, "\nroot# rm"],
      ["apply", "-f", file],
      ["apply", "-f", `${told}.json`],
    ]) {
      const { code, stdout, stderr } = manage(args);
      expect(code, stderr).toBe(1);
      expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(stderr).not.toMatch(/^root#/m);
      expect(stdout).toBe("");
    }
  });

  it("takes a person's password from standard input, gives a token once, and disables by e-mail", async () => {
    const added = manage(
      ["person", "add", "Rita@Example.com", "--role", "reviewer", "--name", "Rita", "--password-stdin"],
      "correct horse battery\n",
    );
    const [person] = await query("SELECT id, email, name, role, password_hash FROM person");
    expect(added.stdout).toBe(`${person.id}\n`);
    expect(person).toMatchObject({ email: "rita@example.com", name: "Rita", role: "reviewer" });
    expect(person.password_hash).toMatch(/^\$argon2id\$/);
    expect(manage(["person", "token", "rita@example.com"]).stdout).toMatch(/^csr_\S+\n$/);
    expect(manage(["person", "disable", "rita@example.com"])).toMatchObject({ code: 0, stdout: "rita@example.com\n" });
    expect(manage(["person", "token", "rita@example.com"])).toMatchObject({ code: 1, stdout: "" });
  });

  it("sweeps once and prints the counts as JSON", () => {
    expect(JSON.parse(manage(["sweep"]).stdout)).toMatchObject({ expired: 0, outcome_unknown: 0 });
  });

  it("applies a file whole, and a file with an unknown key not at all", async () => {
    const file = join(dataDir, "tools.yaml");
    writeFileSync(file, "tools:\n  - name: issue_refund\n    idempotent: true\n");
    const applied = manage(["apply", "-f", file]);
    expect(applied.code).toBe(0);
    expect(applied.stdout).toContain("@@ tool issue_refund @@\n+name: issue_refund\n+idempotent: true\n");
    expect(lastLine(applied.stdout)).toEqual({ tools: 1, changed: true });
    expect(manage(["apply", "-f", file])).toMatchObject({ code: 0, stdout: '{"tools":1,"changed":false}\n' });
    writeFileSync(file, "tools:\n  - name: other\n    idempotent: true\n    retries: 3\n");
    const refused = manage(["apply", "-f", file]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("tools.yaml:4: tools.0.retries");
    expect(await query("SELECT name FROM tool")).toEqual([{ name: "issue_refund" }]);
  });

  const teamFile = (wait: string) => {
    const file = join(dataDir, "team.yaml");
    const tiers = `    tiers:\n      - { group: dba, wait: ${wait} }\n`;
    writeFileSync(
      file,
      `tools:\n  - name: drop_table\n    risk: critical\n${tiers}groups:\n  - { name: dba, members: [] }\n`,
    );
    return file;
  };

  it("tries a file without changing anything, and refuses at its place what only the store can tell", async () => {
    const tried = manage(["apply", "-f", teamFile("23h"), "--dry-run"]);
    expect(lastLine(tried.stdout)).toEqual({ tools: 1, groups: 1, changed: true, dry_run: true });
    const refused = manage(["apply", "-f", teamFile("24h")]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(
      /team\.yaml:4: tools\.0\.tiers: the waits .* must stay below .*\nNothing was changed\.\n$/s,
    );
    expect(await query("SELECT name FROM tool")).toEqual([{ name: "issue_refund" }]);
  });

  it("exports what stands, and takes it back without a change", () => {
    const file = teamFile("23h");
    expect(manage(["apply", "-f", file]).code).toBe(0);
    const exported = manage(["export"]);
    expect(exported.stdout).toContain("- name: drop_table\n    risk: critical\n");
    writeFileSync(file, exported.stdout);
    expect(lastLine(manage(["apply", "-f", file]).stdout)).toMatchObject({ tools: 2, changed: false });
  });

  it.each([
    [["person", "add", "x@example.com", "--role", "king"], "--role takes admin, reviewer, auditor"],
    [["person", "add", "--role", "admin"], "The e-mail is missing"],
    [["agent", "add", "a", "b"], 'One name is taken, and "b" is more'],
    [["frobnicate"], 'There is no "frobnicate"'],
    [[], "Say what to do"],
  ])("%j is refused before anything is started", (args, words) => {
    const { code, stdout, stderr } = manage(args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(stderr).toContain("Nothing was done");
  });
});
