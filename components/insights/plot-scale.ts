/** Steps that people count time by, seconds. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400];
const ROUND = [1, 2, 5, 10];
const MOST_STEPS = 4;

/** The lines of a count's axis from 0 up: whole numbers, at most five of them, the last at or above `most`. */
export function countTicks(most: number): number[] {
  const raw = Math.max(1, most) / MOST_STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, raw)));
  const step = Math.max(1, magnitude * (ROUND.find((each) => each * magnitude >= raw) ?? 10));
  return ticks(step, most);
}

/** The same for seconds, in steps of a clock. */
export function timeTicks(most: number): number[] {
  const raw = Math.max(1, most) / MOST_STEPS;
  const step = TIME_STEPS.find((each) => each >= raw) ?? Math.ceil(raw / 86_400) * 86_400;
  return ticks(step, most);
}

/** The same for a share, up to the whole where it is large and to a tenth of it where all are small. */
export function shareTicks(most: number): number[] {
  const top = [0.1, 0.2, 0.5].find((each) => most <= each) ?? 1;
  return [0, top / 2, top];
}

function ticks(step: number, most: number): number[] {
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}

/** Which of `count` places along an axis get a label: evenly spaced, the last one always. */
export function labelled(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => count - 1 - at * every).reverse();
}
