import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../../base/files/package-file.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { parseJsonFile } from "../../../base/files/parse-json-file.ts";
import { loadHostSuites } from "../case/load.ts";
import { type Behaviour, behaviourFile, type HoldingCase } from "./behaviour.ts";

const folder = packageFile("suites/host/behaviours/");

/** The behaviours of tool-calling hosts that the suites hold or knowingly leave out, by id. */
export function loadBehaviours(): readonly Behaviour[] {
  const holding = casesByBehaviour();
  return readdirSync(folder)
    .flatMap((name) => {
      const file = join(folder, name);
      const { document, profile, reasons, behaviours } = parseJsonFile(readFileSync(file, "utf8"), file, behaviourFile);
      return Object.entries(behaviours).map(([id, row]) => ({
        id,
        document,
        profile: row.profile ?? profile,
        area: row.area,
        basis: row.basis,
        says: row.says,
        cases: holding.get(id) ?? [],
        tests: row.tests ?? [],
        reason: row.reason === undefined ? undefined : reasonOf(row.reason, reasons, `${file}: ${id}`),
      }));
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function reasonOf(key: string, reasons: Readonly<Record<string, string>>, place: string): string {
  const text = reasons[key];
  if (text === undefined) throw new McpcheckError("harness", `${place}: the reason "${key}" is not in the table of reasons`);
  return text;
}

function casesByBehaviour(): ReadonlyMap<string, readonly HoldingCase[]> {
  const holding = new Map<string, HoldingCase[]>();
  for (const { id: suite, cases } of loadHostSuites())
    for (const { id, title, rows } of cases)
      for (const row of rows) holding.set(row, [...(holding.get(row) ?? []), { suite, id, title }]);
  return holding;
}
