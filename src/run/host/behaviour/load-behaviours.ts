import { packageFolder } from "../../../base/files/package-folder.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { parseJsonFile } from "../../../base/files/parse-json-file.ts";
import { loadHostSuites } from "../case/load.ts";
import { type Behaviour, behaviourFile, type HoldingCase } from "./behaviour.ts";

/** The behaviours of tool-calling hosts that the suites hold or knowingly leave out, by id. */
export function loadBehaviours(): readonly Behaviour[] {
  const holding = casesByBehaviour();
  const folder = packageFolder("suites/host/behaviours");
  return folder.names
    .flatMap((name) => {
      const file = folder.fileOf(name);
      const { document, profile, reasons, behaviours } = parseJsonFile(folder.text(name), file, behaviourFile);
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
