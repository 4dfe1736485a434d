import type { ConformanceScenario, ConformanceSuite } from "../../src/run/client/conformance/conformance-suite.ts";

/** The scenarios of the official conformance tool as Markdown, with what looks at them here; docs/conformance.md ends with it. */
export function conformanceTable(suites: readonly ConformanceSuite[]): string {
  const all = suites.flatMap(({ scenarios }) => scenarios);
  const differing = all.filter(({ differs }) => differs !== undefined);
  return [
    `## All ${all.length} of them`,
    "",
    "| scenario | revisions | checks that look at what it is about |",
    "|---|---|---|",
    ...all.map((one) => `| \`${one.name}\` | ${one.revisions.join(", ")} | ${lookedAt(one)} |`),
    "",
    "## Where the verdicts may differ",
    "",
    "| scenario | why |",
    "|---|---|",
    ...differing.map(({ name, differs = "" }) => `| \`${name}\` | ${differs.replaceAll("|", String.raw`\|`)} |`),
    "",
  ].join("\n");
}

function lookedAt({ about, leftOut }: ConformanceScenario): string {
  if (leftOut !== undefined) return `not played: ${leftOut}`;
  return about.length === 0 ? "none yet" : about.map((id) => `\`${id}\``).join(", ");
}
