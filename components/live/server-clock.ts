/**
 * The server's time, as this page knows it. The browser's own clock is never asked: only `performance.now()`, which
 * cannot be set, is added to what answers said.
 *
 * Each answer was written between the moment we asked and the moment it came, so it fences the difference between the
 * two clocks from both sides. Answers narrow the fence; one that contradicts it (the machine slept) starts a new one.
 * Of what is left we take the latest: a boundary may be shown as passed a moment early, and never late.
 */
export type Fence = { least: number; most: number };

/** @param asked, came `performance.now()` around the answer, milliseconds; @param said its `server_time` as epoch ms */
export function narrow(fence: Fence | null, asked: number, came: number, said: number): Fence {
  const fresh = { least: said - came, most: said - asked };
  if (!fence) return fresh;
  const both = { least: Math.max(fence.least, fresh.least), most: Math.min(fence.most, fresh.most) };
  return both.least <= both.most ? both : fresh;
}

let fence: Fence | null = null;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let second = 0;

export function heardFromServer(asked: number, came: number, serverTime: string) {
  fence = narrow(fence, asked, came, Date.parse(serverTime));
  tick();
}

/** Epoch milliseconds by the server's clock; 0 until its first answer. */
export function serverNow(): number {
  return fence ? performance.now() + fence.most : 0;
}

/** Tells everybody who counts seconds, on the server's full second. */
function tick() {
  clearTimeout(timer);
  const now = serverNow();
  const reached = Math.floor(now / 1000) * 1000;
  if (reached !== second) {
    second = reached;
    for (const listener of listeners) listener();
  }
  if (listeners.size > 0) timer = setTimeout(tick, 1000 - (now % 1000));
}

export function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** The second that is shown; the same for everything on the page. */
export function shownSecond(): number {
  return second;
}
