import type { Command } from "commander";
import { ownFuzzChecks } from "../../fuzz/server/fuzz-checks.ts";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { suggestion } from "../../nearest.ts";
import { type CatalogEntry, catalog } from "../catalog.ts";
import type { Io } from "../io.ts";

/** `explain`: what a check means, where the specification says so, how to mend it, how to see it. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<check-id>", "as reports show it: area.behaviour")
    .option("--json", "one JSON object")
    .action((id: string, options: { readonly json?: true }) => {
      const all = catalog();
      const entry = all.find((candidate) => candidate.id === id);
      if (entry === undefined) {
        const ids = all.map((candidate) => candidate.id);
        throw new McpcheckError(
          "usage",
          `explain: no check has the id "${id}"${suggestion(id, ids)} (mcpcheck list checks shows them)`,
        );
      }
      io.stdout(options.json === true ? `${JSON.stringify(entry, null, 2)}\n` : explanation(entry));
      done(0);
    });
}

const consequences: Readonly<Record<CatalogEntry["level"], string>> = {
  MUST: "a violation fails the run",
  "MUST NOT": "a violation fails the run",
  SHOULD: "a violation is a warning; it fails the run with --strict",
  "SHOULD NOT": "a violation is a warning; it fails the run with --strict",
  PRACTICE: "asked for by users beyond the specification's letter; a violation is a warning",
};

/** Everything about a check, for a person. */
export function explanation(entry: CatalogEntry): string {
  const { transports, capability, tolerance } = entry;
  const rows: (readonly [string, readonly string[]])[] = [
    ["level", [`${entry.level} (${consequences[entry.level]})`]],
    ["judges", [entry.subject]],
    ["transports", transports === undefined ? [] : [transports.join(", ")]],
    ["capability", capability === undefined ? [] : [`only servers that declare ${capability}`]],
    ["stands in", Object.entries(entry.urls).map(([revision, url]) => (revision === "any" ? url : `${revision}  ${url}`))],
    ["accepted", tolerance === undefined ? [] : [tolerance]],
    ["to mend it", [entry.advice]],
    ["covers", Object.entries(entry.requirements).map(([revision, ids]) => `${revision}  ${ids.join(", ")}`)],
    ["rests on", entry.beyond === undefined ? [] : [entry.beyond]],
    ["shown by", entry.scenarios.length === 0 ? [] : [entry.scenarios.join(", ")]],
    [
      "to see it",
      [
        `mcpcheck ${ownFuzzChecks.some(({ id }) => id === entry.id) ? "fuzz" : "run"} ${entry.subject} --check ${entry.id}${entry.subject === "server" ? " -- <command>" : ""}`,
      ],
    ],
  ];
  const body = rows.flatMap(([label, lines]) =>
    lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(11)} ${line}\n`),
  );
  return `${entry.id}\n  ${entry.title}\n\n${body.join("")}`;
}
