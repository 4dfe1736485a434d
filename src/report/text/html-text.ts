import { visible } from "../../base/visible.ts";

/** Text of unknown origin as HTML that shows exactly this text, in one line; also inside an attribute in double quotes. */
export function htmlText(text: string): string {
  return escaped(visible(text));
}

/** The same with its line ends and tabs, for a `pre`. */
export function htmlBlock(text: string): string {
  return escaped(visible(text, { multiline: true }));
}

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
