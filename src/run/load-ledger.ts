import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJsonFile } from "../parse-json-file.ts";
import { type Revision, revisions } from "../spec/revision.ts";
import { builtinSuites } from "./load-suites.ts";

const ledgerFile = z.looseObject({ requirements: z.record(z.string(), z.unknown()) });

/** The requirement ids of the index that a check covers, by revision. */
export type Covered = ReadonlyMap<Revision, readonly string[]>;

/**
 * Which normative statements each check covers, from the ledgers suites/requirements/<revision>.json, whose rows with
 * `checks` name check ids. By check id; revisions without ledger are left out.
 */
export function loadLedger(directory: string = join(builtinSuites, "requirements")): ReadonlyMap<string, Covered> {
  const covered = new Map<string, Map<Revision, string[]>>();
  for (const revision of revisions) {
    const file = join(directory, `${revision}.json`);
    if (!existsSync(file)) continue;
    const { requirements } = parseJsonFile(readFileSync(file, "utf8"), file, ledgerFile);
    for (const [requirement, row] of Object.entries(requirements)) {
      for (const check of checksOf(row)) {
        const byRevision = covered.get(check) ?? new Map<Revision, string[]>();
        byRevision.set(revision, [...(byRevision.get(revision) ?? []), requirement]);
        covered.set(check, byRevision);
      }
    }
  }
  return covered;
}

const covering = z.looseObject({ checks: z.array(z.string()) });

function checksOf(row: unknown): string[] {
  const parsed = covering.safeParse(row);
  return parsed.success ? parsed.data.checks : [];
}
