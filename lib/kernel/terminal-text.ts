/**
 * What would move a terminal's cursor, colour it, ring its bell or turn its text around: controls of both blocks, format
 * characters, line and paragraph separators, half characters. Line breaks and tabs are ordinary.
 */
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text for a log or a terminal: what it must not obey is spelled as JSON spells it (`\u001b`), so JSON stays the same JSON. */
export function terminalText(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    Array.from({ length: character.length }, (_, at) => spelled(character.charCodeAt(at))).join(""),
  );
}

/** The same for a text that somebody else chose and that stands within a line of ours: it cannot begin a line of its own. */
export function oneTerminalLine(text: string): string {
  return terminalText(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

const spelled = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;
