import { homePage, publishedAddress } from "../../base/published-address.ts";
import { docsLink, docsWords } from "../docs-link.ts";
import type { Reported } from "../collect-run.ts";
import { markdownText } from "../text/markdown-text.ts";
import { sarifText } from "../text/sarif-text.ts";
import { areaOf } from "../text/words.ts";
import { sarifLimits, within } from "./sarif-limits.ts";

/** A check as a rule of SARIF: what it demands, why a finding of it is one, and what to do. `version` is that of the program. */
export function sarifRule(
  { check, title, level, advice, spec, tolerance }: Reported,
  { version, docsUrl }: { readonly version: string; readonly docsUrl: string | undefined },
): object {
  const must = level === "MUST" || level === "MUST NOT";
  const source = addressOf(spec, version);
  const demanded =
    level === "PRACTICE" ? "This is good practice, not demanded by the specification." : `The specification says ${level}.`;
  const full = [`${title}.`, demanded, ...(tolerance === undefined ? [] : [tolerance])].join(" ");
  const page = docsLink(docsUrl, check);
  const more = docsWords(docsUrl, check);
  return {
    id: check,
    name: check,
    shortDescription: { text: described(title) },
    fullDescription: { text: described(full) },
    help: {
      text: sarifText([full, `To fix it: ${advice}`, `Where it stands: ${source}`, `More: ${more}`].join("\n")),
      markdown: [
        markdownText(full),
        `**To fix it:** ${markdownText(advice)}`,
        `**Where it stands:** <${source}>`,
        `**More:** ${page === undefined ? `\`${more}\`` : `<${page}>`}`,
      ].join("\n\n"),
    },
    // A rule may have one address, and it has to be whole.
    helpUri: page !== undefined && URL.canParse(page) ? page : source,
    defaultConfiguration: { level: must ? "error" : "warning" },
    properties: {
      tags: ["mcp", areaOf(check)],
      precision: "very-high",
      "problem.severity": must ? "error" : level === "PRACTICE" ? "recommendation" : "warning",
    },
  };
}

const described = (text: string): string => sarifText(within(sarifLimits.description / 2, text));

/** The address of a statement; those of our own pages are of the published package. */
function addressOf(spec: string, version: string): string {
  if (spec.startsWith("https:")) return spec;
  return spec.startsWith("docs/") ? publishedAddress(version, spec) : homePage;
}
