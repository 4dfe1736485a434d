import { htmlText } from "../text/html-text.ts";
import { htmlScript, scriptHash } from "./html-script.ts";
import { htmlStyle } from "./html-style.ts";
import { filters } from "./toolbar.ts";

/** What stands in every page and tells it from those that somebody else wrote. */
export const pageMark = '<meta name="generator" content="mcpcheck">';

/** What a page is made of: its title, what stands above its findings, and all the rest, as HTML. */
export type PageParts = {
  readonly title: string;
  readonly head: readonly string[];
  readonly main: readonly string[];
};

/**
 * A page that a colleague can open from a file: nothing is loaded from anywhere, one script of our own filters and copies, and a policy
 * forbids any other.
 */
export function pageFrame({ title, head, main }: PageParts): string {
  return [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n${pageMark}`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash()}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${htmlText(title)}</title>\n<style>${htmlStyle(filters.map(({ verdict }) => verdict))}</style>\n</head>\n<body>`,
    '<a class="skip" href="#findings">to the findings</a>',
    `<header>${head.join("\n")}</header>`,
    "<main>",
    ...main,
    "</main>",
    `<script>${htmlScript}</script>\n</body>\n</html>\n`,
  ].join("\n");
}
