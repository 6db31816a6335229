/** Enough of an id to tell confirmations apart in one list. Version 7 ids begin alike, so the end is the telling part. */
export function shortId(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-6)}`;
}
