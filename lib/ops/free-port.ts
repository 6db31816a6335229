import { createServer } from "node:net";

/** Whether a server could listen there now. Without a host: on every address, as the web server does. */
export async function isPortFree(port: number, host?: string): Promise<boolean> {
  return (await listenOnce(port, host)) !== null;
}

/** A port of 127.0.0.1 that nobody listens on. Somebody may take it before it is used: be ready to ask again. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0, "127.0.0.1");
  if (port === null) throw new Error("No free port was found on 127.0.0.1.");
  return port;
}

async function listenOnce(port: number, host: string | undefined): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(null);
      else reject(error);
    });
    server.listen({ port, host }, () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === "object" && bound ? bound.port : port));
    });
  });
}
