import { posix } from "node:path";
import MarkdownIt, { type Token } from "markdown-it";
import type { Page } from "./page.ts";

/**
 * What a link of a page may lead to: pages by the file they are made of, files that are copied as they are, and the pages of checks by
 * their ids.
 */
export type Targets = {
  readonly bySource: ReadonlyMap<string, string>;
  readonly copied: ReadonlySet<string>;
  readonly checks: ReadonlyMap<string, string>;
};

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

/** The path from a page to another file of the site. */
export function pathTo(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}

/** The text of a page as HTML. A link to a file of the repository that is no part of the site becomes plain text. */
export function htmlOf({ path, markdown, source }: Page, { bySource, copied, checks }: Targets): string {
  const reader = new MarkdownIt({ html: false, linkify: false });
  const resolve = (href: string): string | undefined => {
    if (/^(?:https?:|mailto:|#)/.test(href)) return href;
    const [target = "", anchor] = href.split("#");
    const suffix = anchor === undefined ? "" : `#${anchor}`;
    if (target.startsWith("/")) return `${pathTo(path, target.slice(1))}${suffix}`;
    const file = posix.join(posix.dirname(source ?? ""), target);
    const page = bySource.get(file) ?? (copied.has(file) ? file.replace(/^docs\//, "") : undefined);
    return page === undefined ? undefined : `${pathTo(path, page)}${suffix}`;
  };
  const tokens = reader.parse(markdown, {});
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
      const anchor = anchorOf(text);
      const before = taken.get(anchor) ?? 0;
      taken.set(anchor, before + 1);
      token.attrSet("id", before === 0 ? anchor : `${anchor}-${before}`);
    }
    if (token.children === null) continue;
    token.children = withCheckLinks(token.children, reader, (check) => {
      const page = checks.get(check);
      return page === undefined || page === path ? undefined : `/${page}`;
    });
    const open: boolean[] = [];
    token.children = token.children.filter((child) => {
      if (child.type === "image") child.attrSet("src", resolve(String(child.attrGet("src") ?? "")) ?? "");
      if (child.type === "link_close") return open.pop() === true;
      if (child.type !== "link_open") return true;
      const href = resolve(String(child.attrGet("href") ?? ""));
      if (href !== undefined) child.attrSet("href", href);
      open.push(href !== undefined);
      return href !== undefined;
    });
  }
  return reader.renderer
    .render(tokens, reader.options, {})
    .replaceAll("<table>", '<div class="wide" tabindex="0" role="group" aria-label="table"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll(/<td([^>]*)>([^<]*)<\/td>/g, (_cell, attributes: string, text: string) => {
      // A line that ends within a date reads like a number.
      return `<td${attributes}>${text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, '<span class="date">$&</span>')}</td>`;
    })
    .replaceAll(/<pre><code>(?=[^<]*\S {2,}# )/g, '<pre><code class="commands">')
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<th></th>", "<td></td>");
}

/** Whoever names a check in a line of code, and links nothing yet, links its page: `pageOf` gives it from the root of the site. */
function withCheckLinks(
  tokens: readonly Token[],
  reader: Pick<InstanceType<typeof MarkdownIt>, "parseInline">,
  pageOf: (check: string) => string | undefined,
): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    depth += token.nesting;
    const page = token.type === "code_inline" && depth === 0 ? pageOf(token.content) : undefined;
    return page === undefined ? [token] : (reader.parseInline(`[\`${token.content}\`](${page})`, {})[0]?.children ?? [token]);
  });
}
