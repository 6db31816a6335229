// Preloaded (`node --import`) into every process that must not outlive the one that started it. The parent holds the
// other end of the pipe at descriptor 3 and never writes: the pipe ends when the parent does, by `kill -9` too.
import { Socket } from "node:net";

const GRACE_MS = 10_000;

// A child that forks passes its preloads on; the pipe is between us and our own parent, who names itself here.
const parent = Number(process.env.COUNTERSIGN_KEPT_BY);
delete process.env.COUNTERSIGN_KEPT_BY;
if (parent === process.ppid) {
  const pipe = new Socket({ fd: 3, readable: true, writable: false });
  pipe.on("error", leave).on("close", leave).resume().unref();
}

function leave() {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GRACE_MS).unref();
}
