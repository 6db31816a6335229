import { isIP } from "node:net";

/**
 * The address a sign-in is counted under; null where there is none to believe. The last entry of X-Forwarded-For is the
 * one the nearest proxy wrote itself; those before it are whatever the caller sent.
 */
export function clientAddress(forwardedFor: string | undefined, trustProxy: boolean): string | null {
  if (!trustProxy) return null;
  const address = forwardedFor?.split(",").at(-1)?.trim() ?? "";
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? address : network(address);
}

/** The first 64 bits of an IPv6 address: whoever has one address usually has the whole of that network to spend. */
function network(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [before = "", after] = address.split("%", 1).join("").split("::");
  const left = before.split(":").filter(Boolean);
  const right = (after ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = after === undefined ? left : [...left, ...zeros, ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
