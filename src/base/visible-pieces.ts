import { visible } from "./visible.ts";

/** Shows a text that comes in pieces, as `visible` shows it whole. */
export type VisiblePieces = {
  /** What can be shown of the text so far; what the next piece may make unsafe waits for it. */
  readonly push: (piece: string) => string;
  /** What still waits. The next piece begins a new line. */
  readonly end: () => string;
};

/** What a piece may end with that the next one decides on: the beginning of a command, or half of a character. */
const undecided = /(?:#[#\w]{0,64}|(?<!:):|[\uD800-\uDBFF])$/;

/** So many characters of a line decide on what follows them. */
const mostBefore = 64;

/** Line feeds and tabs stay. */
export function visiblePieces(): VisiblePieces {
  let before = "";
  let waiting = "";

  function show(text: string): string {
    const shown = visible(before + text, { multiline: true }).slice(visible(before, { multiline: true }).length);
    before = endOfLine(before + text);
    return shown;
  }

  return {
    push(piece) {
      const text = waiting + piece;
      const cut = text.search(undecided);
      waiting = cut === -1 ? "" : text.slice(cut);
      return show(cut === -1 ? text : text.slice(0, cut));
    },
    end() {
      const shown = show(waiting);
      before = "";
      waiting = "";
      return shown;
    },
  };
}

/** The end of the last line, with a letter before it where it is not the line's beginning. */
function endOfLine(text: string): string {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  return line.length <= mostBefore || line.trim() === "" ? line.slice(-mostBefore) : `x${line.slice(-mostBefore)}`;
}
