import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "../process-facts";
import { startEmbedded } from "./embedded-postgres";

const HOLDER = fileURLToPath(new URL("../testing/hold-postgres.ts", import.meta.url));

let dataDir: string;
const holders: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "countersign-embedded-"));
  // Made once: the tests are about what is there already.
  await (await startEmbedded({ dataDir })).stop();
});

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill("SIGKILL");
  const server = await startEmbedded({ dataDir });
  await server.stop();
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Another process that owns the server, as `npm start` does. */
async function hold(): Promise<{ holder: ChildProcess; url: string; owned: boolean }> {
  const holder = spawn(process.execPath, ["--import", "tsx", HOLDER, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  holders.push(holder);
  const [line] = await once(holder.stdout ?? holder, "data");
  return { holder, ...JSON.parse(String(line)) };
}

const read = (name: string) => readFileSync(join(dataDir, name), "utf8");
const serverPid = () => Number(read("postgres/postmaster.pid").split("\n")[0]);
const keeperPid = () => Number(JSON.parse(read("postgres.keeper")).keeper);

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

describe("the embedded PostgreSQL", () => {
  it("keeps its port and its password from one start to the next, and only this machine can reach it", async () => {
    const first = await startEmbedded({ dataDir });
    await first.stop();
    const second = await startEmbedded({ dataDir });
    expect(second.url).toBe(first.url);
    expect(new URL(second.url).hostname).toBe("127.0.0.1");
    expect(await answers(second.url.replace(/:[^:@]*@/, ":wrong@"))).toBe(false);
    await second.stop();
    expect(await answers(second.url)).toBe(false);
  });

  it("ends with the process that started it, by kill -9 too, and the next start owns it", async () => {
    const { holder } = await hold();
    const pid = serverPid();
    holder.kill("SIGKILL");
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    const next = await startEmbedded({ dataDir });
    expect(next.owned).toBe(true);
    await next.stop();
  });

  it("is adopted when it was left running, and is stopped by whoever adopted it", async () => {
    const { holder } = await hold();
    const pid = serverPid();
    const keeper = keeperPid();
    process.kill(keeper, "SIGKILL");
    holder.kill("SIGKILL");
    await expect.poll(() => isAlive(keeper) || isAlive(holder.pid ?? 0), { timeout: 10_000 }).toBe(false);
    const said: string[] = [];
    const next = await startEmbedded({ dataDir, say: (line) => said.push(line) });
    expect([serverPid(), next.owned, said.length]).toEqual([pid, true, 1]);
    await next.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it("is shared with a second process of the same data folder, whose end does not stop it", async () => {
    const { url } = await hold();
    const second = await startEmbedded({ dataDir });
    expect([second.url, second.owned]).toEqual([url, false]);
    await second.stop();
    expect(await answers(url)).toBe(true);
  });

  it("is made and run once when two starts meet on an empty folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-embedded-"));
    const both = await Promise.all([startEmbedded({ dataDir: folder }), startEmbedded({ dataDir: folder })]);
    expect(both.map(({ owned }) => owned).sort()).toEqual([false, true]);
    expect(both[0].url).toBe(both[1].url);
    for (const server of both) await server.stop();
    rmSync(folder, { recursive: true });
  });

  it("is started again when its main process is killed under the product", async () => {
    const { url } = await hold();
    process.kill(serverPid(), "SIGKILL");
    await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(true);
  });

  it("moves to another port, and says so, when its own is taken", async () => {
    const port = Number(read("postgres.port"));
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    const said: string[] = [];
    const server = await startEmbedded({ dataDir, say: (line) => said.push(line) });
    expect(new URL(server.url).port).not.toBe(String(port));
    expect(said.join()).toContain(`Port ${port}`);
    await server.stop();
    other.close();
  });

  it("starts over a stale pid file, whether its process is gone or is somebody else's", async () => {
    for (const pid of [2 ** 22 - 1, process.pid]) {
      const lines = [pid, join(dataDir, "postgres"), 1, 5432, "", "127.0.0.1", "0 0", "ready"];
      writeFileSync(join(dataDir, "postgres", "postmaster.pid"), `${lines.join("\n")}\n`);
      const server = await startEmbedded({ dataDir });
      expect(await answers(server.url)).toBe(true);
      await server.stop();
    }
  });

  it("names a data folder of another version in one line, and changes nothing in it", async () => {
    const made = read("postgres/PG_VERSION");
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "17\n");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /made by PostgreSQL 17, and the embedded server is 18\. Nothing was started or changed\. .*COUNTERSIGN_DATA_DIR/,
    );
    expect(read("postgres/PG_VERSION")).toBe("17\n");
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), made);
  });

  it("leaves alone a folder that holds something else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-embedded-"));
    mkdirSync(join(folder, "postgres"));
    writeFileSync(join(folder, "postgres", "letter.txt"), "dear");
    await expect(startEmbedded({ dataDir: folder })).rejects.toThrow("is not a PostgreSQL data folder");
    expect(readFileSync(join(folder, "postgres", "letter.txt"), "utf8")).toBe("dear");
    rmSync(folder, { recursive: true });
  });
});
