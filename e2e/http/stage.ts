import { closeDatabase } from "@/lib/ops/testing/database";
import { type Server, type Servers, startServers } from "@/lib/ops/testing/servers";

/** Running servers on one database, which `query`, the moved clock and the store's own functions of this file use too. */
export type Stage = Servers & { at(index: number): Server };

export async function setStage(options: Parameters<typeof startServers>[0]): Promise<Stage> {
  const servers = await startServers(options);
  process.env.DATABASE_URL = servers.databaseUrl;
  return {
    ...servers,
    at(index) {
      const server = servers.servers[index];
      if (!server) throw new Error(`There is no server ${index}.`);
      return server;
    },
    async stop() {
      await closeDatabase();
      // Loaded late and only where a test used it: the store reads its settings when it first connects.
      const { disconnect } = await import("@/lib/store/database");
      await disconnect();
      await servers.stop();
    },
  };
}
