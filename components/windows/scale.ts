/**
 * Where instants stand on the windows bar, from 0 to 1. The scale has two pieces: on a true one, a wait of a minute
 * beside a day could not be seen. Each piece is true in itself.
 */
export type Scale = { start: number; waitEnds: number; closes: number; waitShare: number };

/** The wait's part of the track is at least so wide that its countdown can be watched. */
const LEAST_WAIT_SHARE = 0.16;
/** And never so wide that what is left to decide in cannot be seen. */
const MOST_WAIT_SHARE = 0.84;

/** All three as epoch milliseconds. A wait that outlasts the decision window takes the whole track. */
export function scaleOf(createdAt: number, waitEndsAt: number, decidableUntil: number): Scale {
  const waitEnds = Math.min(waitEndsAt, decidableUntil);
  const whole = decidableUntil - createdAt;
  const trueShare = whole > 0 ? (waitEnds - createdAt) / whole : 1;
  const waitShare = trueShare >= 1 ? 1 : Math.min(MOST_WAIT_SHARE, Math.max(LEAST_WAIT_SHARE, trueShare));
  return { start: createdAt, waitEnds, closes: decidableUntil, waitShare };
}

/** Where an instant stands; what lies outside stands at the end it lies beyond. */
export function placeOn(scale: Scale, at: number): number {
  if (at <= scale.start) return 0;
  if (at >= scale.closes) return 1;
  if (at <= scale.waitEnds) return (scale.waitShare * (at - scale.start)) / (scale.waitEnds - scale.start);
  return scale.waitShare + ((1 - scale.waitShare) * (at - scale.waitEnds)) / (scale.closes - scale.waitEnds);
}
