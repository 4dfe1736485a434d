import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { parseJsonFile } from "../parse-json-file.ts";
import { type Revision, revisions } from "../spec/revision.ts";
import type { Beyond, Ledger } from "../suite/ledger.ts";
import { builtinSuites } from "./load-suites.ts";

const reasons = z.record(z.string(), z.string());

const ledgerFile: z.ZodType<Ledger> = z.strictObject({
  revision: z.enum(revisions),
  reasons,
  rows: z.record(
    z.string(),
    z.union([
      z.strictObject({ checks: z.array(z.string()).min(1) }),
      z.strictObject({ notObservable: z.string() }),
      z.strictObject({ pending: z.string() }),
    ]),
  ),
});

const beyondFile: z.ZodType<Beyond> = z.strictObject({ reasons, checks: reasons });

const directory = join(builtinSuites, "requirements");

/** The ledgers of all revisions, oldest first: suites/requirements/<revision>.json. */
export function loadLedgers(): Ledger[] {
  return revisions.map((revision) => {
    const file = join(directory, `${revision}.json`);
    return parseJsonFile(readFileSync(file, "utf8"), file, ledgerFile);
  });
}

/** What the checks rest on that no statement of the specification names: suites/requirements/beyond.json. */
export function loadBeyond(): Beyond {
  const file = join(directory, "beyond.json");
  return parseJsonFile(readFileSync(file, "utf8"), file, beyondFile);
}

/** The statements each check shows, by check id and revision, in the order of the ledgers. */
export function coverageOf(ledgers: readonly Ledger[]): ReadonlyMap<string, ReadonlyMap<Revision, readonly string[]>> {
  const covered = new Map<string, Map<Revision, string[]>>();
  for (const { revision, rows } of ledgers) {
    for (const [statement, row] of Object.entries(rows)) {
      for (const check of "checks" in row ? row.checks : []) {
        const byRevision = covered.get(check) ?? new Map<Revision, string[]>();
        byRevision.set(revision, [...(byRevision.get(revision) ?? []), statement]);
        covered.set(check, byRevision);
      }
    }
  }
  return covered;
}
