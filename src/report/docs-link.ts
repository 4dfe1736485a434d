import { withoutEnd } from "../base/without-end.ts";

/**
 * The address of the page of a check on the reference site: `base` is where the site is, absolute or from where the report lies. Undefined
 * where nobody said where the site is.
 */
export function docsLink(base: string | undefined, check: string): string | undefined {
  return base === undefined ? undefined : `${withoutEnd(base, "/")}/checks/${encodeURIComponent(check)}.html`;
}

/** What is to be read of a check, as words: its page, or the command that tells the same. */
export function docsWords(base: string | undefined, check: string): string {
  return docsLink(base, check) ?? `npx mcpcheck explain ${check}`;
}
