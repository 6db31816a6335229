import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "@/lib/ops/project-root";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";

/** Sets what is known of tools, as an operator does: `manage apply`. */
export async function applyTools(tools: Record<string, unknown>[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-tools-"));
  try {
    const file = join(folder, "tools.json");
    writeFileSync(file, JSON.stringify({ tools }));
    await promisify(execFile)(process.execPath, ["lib/ops/launch.mjs", "manage", "apply", "-f", file], {
      cwd: projectRoot,
      env: { ...process.env, DATABASE_URL: consoleUnderTest().databaseUrl },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
