// Preloaded (`node --import`) into every process that must not outlive the one that started it. The parent holds the
// other end of the pipe at descriptor 3 and never writes: the pipe ends when the parent does, by `kill -9` too.
// NODE_OPTIONS is not used, so the child's own children are its own affair.
import { Socket } from "node:net";

const GRACE_MS = 10_000;

const pipe = new Socket({ fd: 3, readable: true, writable: false });
pipe.on("error", leave);
pipe.on("close", leave);
pipe.resume();
pipe.unref();

function leave() {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GRACE_MS).unref();
}
