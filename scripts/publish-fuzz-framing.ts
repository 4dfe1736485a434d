import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What the page takes from a JSON report. */
type LawReport = {
  readonly tool: { readonly version: string };
  readonly startedAt: string;
  readonly seed: number;
  readonly findings: readonly {
    readonly check: string;
    readonly title: string;
    readonly verdict: string;
    readonly message: string;
  }[];
};

/**
 * Makes the page on the laws of framing out of what `npm run fuzz` reported, or out of the JSON reports named instead: the laws
 * may have been shared out among several processes (`mcpcheck fuzz framing --law … --reporter json=…`).
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const target = "reports/published/fuzz-framing.md";
const files = process.argv.slice(2);
const reports = (files.length > 0 ? files : [`${root}reports/fuzz-framing.json`]).map(
  (file) => JSON.parse(readFileSync(file, "utf8")) as LawReport,
);

/** By law; one that was tried twice counts as it came out last, unless it was broken before. */
const rows = new Map<string, { readonly row: string; readonly isBroken: boolean }>();
for (const { findings, seed, startedAt } of reports) {
  for (const { check, title, verdict, message } of findings) {
    if (rows.get(check)?.isBroken === true) continue;
    const row = `| \`${check}\` | ${title} | ${verdict} | ${message} | ${seed} | ${startedAt.slice(0, 10)} |`;
    rows.set(check, { row, isBroken: verdict !== "pass" });
  }
}
const broken = [...rows.values()].filter(({ isBroken }) => isBroken).length;
writeFileSync(
  `${root}${target}`,
  `# Laws of framing, tried with generated inputs

What mcpcheck's own reading and speaking of the wire has to hold for every input: lines, event streams, messages, whole sessions.
A law that is broken comes with the smallest input that breaks it and a command that leads straight back to it.

${rows.size} laws, ${broken} broken. mcpcheck ${reports[0]?.tool.version}, Node ${process.versions.node}. Made by \`npm run fuzz && npm run publish:fuzz-framing\`.

| law | what it says | verdict | | seed | on |
| --- | --- | --- | --- | --- | --- |
${[...rows.values()].map(({ row }) => row).join("\n")}
`,
);
console.error(`wrote ${target}`);
