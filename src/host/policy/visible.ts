/** Characters that a terminal acts on, or that change the direction or the look of what stands around them. Row B2-044. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/**
 * A text as it may be shown to a person: control, direction and invisible characters are written as escapes, so that neither a server nor
 * a model can move the cursor, hide a part or turn it around. With `lines`, line ends and tabs stay. Row B2-044.
 */
export function visible(text: string, lines = false): string {
  return text.replace(unsafe, (character) => {
    if (lines && (character === "\n" || character === "\t")) return character;
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (character === "\t") return "\\t";
    const code = character.codePointAt(0) ?? 0;
    return code > 0xff_ff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
