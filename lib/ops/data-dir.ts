import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { provideSettings, settings } from "@/lib/settings";
import { startEmbedded } from "./embedded/embedded-postgres";
import { readOrMake } from "./embedded/folder";
import { projectRoot } from "./project-root";

export type OpenDatabase = { url: string; failed: Promise<string>; stop(): Promise<void> };

/**
 * The database that the settings name: the one of DATABASE_URL, or the embedded one of the data folder. Afterwards the
 * settings of this process and of its children have its address, and a secret.
 */
export async function openDatabase(say: (line: string) => void): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, secret } = settings();
  const folder = resolve(projectRoot, dataDir);
  if (!secret) {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    provideSettings({
      COUNTERSIGN_SECRET: readOrMake(join(folder, "secret"), () => randomBytes(32).toString("base64url")),
    });
  }
  if (databaseUrl) return { url: databaseUrl, failed: new Promise(() => {}), stop: async () => {} };
  const server = await startEmbedded({ dataDir: folder, say });
  if (!server.owned) say("The database of this data folder is run by another Countersign process, and shared with it.");
  provideSettings({ DATABASE_URL: server.url });
  return server;
}
