/**
 * Where to go after signing in or out: only ever to this console. The text is resolved as a browser resolves it, so a
 * foreign host is seen however it is written (`//host`, `/\host`, with tabs between).
 *
 * @param ownUrl the console's public base URL
 * @returns an absolute address of this console; its root where the text leads elsewhere
 */
export function ownDestination(text: string, ownUrl: string): string {
  const own = new URL(ownUrl).origin;
  if (!URL.canParse(text, own)) return own;
  const target = new URL(text, own);
  return target.origin === own ? own + target.pathname + target.search + target.hash : own;
}
