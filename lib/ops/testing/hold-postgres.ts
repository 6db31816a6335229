import { startEmbedded } from "../embedded/embedded-postgres";

// A program that owns a data folder's server until it is ended; the tests kill it. Prints the pieces as one line of JSON.
const { url, owned } = await startEmbedded({ dataDir: process.argv[2] ?? "" });
console.log(JSON.stringify({ url, owned }));
setInterval(() => {}, 60_000);
