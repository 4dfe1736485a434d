import { visible } from "./visible.ts";

/**
 * Text of unknown origin as Markdown that shows exactly this text, in one line, also inside a table cell: no markup, no
 * links, no mentions. It must not stand at the beginning of a line, where `-` and `1.` would make a list.
 */
export function markdownText(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]#|~@]|:(?=\/\/)/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text of unknown origin as a fenced block; the fence is longer than any run of backticks inside. */
export function markdownFence(text: string): string {
  const safe = visible(text, { multiline: true });
  const longest = Math.max(2, ...[...safe.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${safe}\n${fence}`;
}
