import { visible } from "../../base/visible.ts";

/**
 * Text of unknown origin as Markdown that shows exactly this text, in one line, also inside a table cell: no markup, no
 * links, no mentions. It must not appear at the beginning of a line, where `-` and `1.` would make a list.
 */
export function markdownText(text: string): string {
  return visible(text)
    .split(/([\s`|]+)/)
    .map((part) => (lively.test(part) ? `\`${part}\`` : escaped(part)))
    .join("");
}

/**
 * What in a word GitHub makes a mention, a reference, an emoji or a link of. It looks for them in the finished page, where entities
 * and backslashes are gone (https://github.com/github/cmark-gfm/issues/181), but not in code spans. Backticks and bars cannot stand
 * in one, so these end a word.
 */
const lively = /[@#]|www\.|:\/\/|:[\w+-]+:|\b(?:mailto|xmpp):|\b(?:GH|GHSA|CVE)-|\b[0-9a-f]{7,40}\b/i;

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]|~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text of unknown origin as a fenced block; the fence is longer than any run of backticks inside. */
export function markdownFence(text: string): string {
  const safe = visible(text, { multiline: true });
  const longest = Math.max(2, ...[...safe.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${safe}\n${fence}`;
}
