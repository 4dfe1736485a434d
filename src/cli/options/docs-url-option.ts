import { McpcheckError } from "../../base/mcpcheck-error.ts";

/** The help of `--docs-url`, wherever it is offered. */
export const docsUrlHelp = "where the reference site is, which `npm run docs` makes: findings link their pages there";

/**
 * The value of `--docs-url`: an address, or a path from where the report will lie. @throws McpcheckError `usage` for any other scheme: a
 * link in a report must not run anything
 */
export function readDocsUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, scheme] = /^\s*([a-z][a-z\d+.-]*):/i.exec(text) ?? [];
  const isAddress = scheme !== undefined && /^(?:https?|file)$/i.test(scheme) && URL.canParse(text);
  if (isAddress || (scheme === undefined && /^[^\s\\<>"'`]+$/.test(text))) return text;
  throw new McpcheckError(
    "usage",
    `--docs-url: expected an http, https or file URL, or a path from the report to the site, got ${JSON.stringify(text)}`,
  );
}
