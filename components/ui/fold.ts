/** The beginning and the end of a long text. The end matters as much: that is where harm hides. */
export type Fold = { head: string; tail: string; length: number };

const HEAD = { characters: 480, lines: 8 };
const TAIL = { characters: 160, lines: 3 };
/** Folding away less than this would cost more room than it saves. */
const LEAST_HIDDEN = 120;

/** How to fold a text, or null where it is short enough to stand whole. Never cuts inside a character. */
export function foldOf(text: string): Fold | null {
  const headEnd = wholeCharacter(text, Math.min(HEAD.characters, lineEnd(text, HEAD.lines)));
  const tailStart = wholeCharacter(text, Math.max(text.length - TAIL.characters, lineStartFromEnd(text, TAIL.lines)));
  if (tailStart - headEnd < LEAST_HIDDEN) return null;
  return { head: text.slice(0, headEnd), tail: text.slice(tailStart), length: [...text].length };
}

/** Where the given number of lines ends. */
function lineEnd(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf("\n", at + 1);
    if (at === -1) return text.length;
  }
  return at;
}

/** Where the last so many lines begin. */
function lineStartFromEnd(text: string, lines: number): number {
  let at = text.length;
  for (let line = 0; line < lines; line++) {
    at = text.lastIndexOf("\n", at - 1);
    if (at <= 0) return 0;
  }
  return at + 1;
}

/** Steps back where the place would part a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
