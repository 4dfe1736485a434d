import * as z from "zod";
import { packageFolder } from "../../base/files/package-folder.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { type Revision, revisions } from "../../spec/revision.ts";
import { type Beyond, type Disposition, holdersOf, kindOf, type Ledger, type Reasons } from "../../suite/ledger.ts";
import { type ExtensionLedger, type ExtensionStatement, dispositionOf, extensionActors } from "../../suite/extension-ledger.ts";
import { readIndex, type Requirement } from "../../suite/requirement.ts";

const texts = z.record(z.string(), z.string());
const names = z.array(z.string()).min(1);
const checks = { checks: names, hostCases: names.optional() };
const hostCases = { hostCases: names };

const rowForm = z.union([
  z.strictObject(checks),
  z.strictObject(hostCases),
  z.strictObject({ partial: z.string(), ...checks }),
  z.strictObject({ partial: z.string(), ...hostCases }),
  z.strictObject({ pending: z.string() }),
  z.strictObject({ outOfScope: z.string() }),
  z.strictObject({ notObservable: z.string() }),
]) as z.ZodType<Disposition>;

const saying = { at: z.string().min(1), level: z.string(), actor: z.enum(extensionActors), says: z.string().min(10) };

const extensionFile: z.ZodType<ExtensionLedger> = z.strictObject({
  extension: z.string(),
  title: z.string(),
  page: z.url(),
  edition: z.string(),
  since: z.enum(revisions),
  rows: z.record(
    z.string(),
    z.union([
      z.strictObject({ ...saying, ...checks }),
      z.strictObject({ ...saying, partial: z.string(), ...checks }),
      z.strictObject({ ...saying, pending: z.string() }),
      z.strictObject({ ...saying, outOfScope: z.string() }),
      z.strictObject({ ...saying, notObservable: z.string() }),
    ]) as z.ZodType<ExtensionStatement>,
  ),
});

const ledgerFile: z.ZodType<Ledger> = z.strictObject({ revision: z.enum(revisions), rows: z.record(z.string(), rowForm) });
const reasonsFile: z.ZodType<Reasons> = z.strictObject({
  partial: texts,
  pending: texts,
  outOfScope: texts,
  notObservable: texts,
});
const beyondFile: z.ZodType<Beyond> = z.strictObject({ reasons: texts, checks: texts });

const folder = (): ReturnType<typeof packageFolder> => packageFolder("suites/requirements");

function load<S extends z.ZodType>(name: string, schema: S): z.infer<S> {
  const { text, fileOf } = folder();
  return parseJsonFile(text(name), fileOf(name), schema);
}

/** The ledgers of all revisions, oldest first: suites/requirements/<revision>.json. */
export function loadLedgers(): Ledger[] {
  return revisions.map((revision) => load(`${revision}.json`, ledgerFile));
}

/** The ledgers of extensions by their key, sorted: suites/requirements/extensions/<key>.json. */
export function loadExtensionLedgers(): ReadonlyMap<string, ExtensionLedger> {
  const keys = folder().names.flatMap((name) => /^extensions\/(.+)\.json$/.exec(name)?.[1] ?? []);
  return new Map(keys.map((key) => [key, load(`extensions/${key}.json`, extensionFile)]));
}

/** The texts the ledgers refer to: suites/requirements/reasons.json. */
export function loadReasons(): Reasons {
  return load("reasons.json", reasonsFile);
}

/** What the checks rest on that no statement of the specification names: suites/requirements/beyond.json. */
export function loadBeyond(): Beyond {
  return load("beyond.json", beyondFile);
}

/** The index of the statements of a revision, in the order of its pages: suites/requirements/index/<revision>.tsv. */
export function loadIndex(revision: Revision): Requirement[] {
  const { text, fileOf } = folder();
  const name = `index/${revision}.tsv`;
  try {
    return readIndex(text(name), revision);
  } catch (cause) {
    throw new McpcheckError("harness", `${fileOf(name)}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** The statements something shows, wholly and in part, by revision, in the order of the ledgers. */
export type Coverage = Readonly<Record<"held" | "partial", Readonly<Partial<Record<Revision, readonly string[]>>>>>;

/** What each check and each host case shows, by its id. */
export function coverageOf(ledgers: readonly Ledger[]): ReadonlyMap<string, Coverage> {
  const covered = new Map<string, Record<"held" | "partial", Partial<Record<Revision, string[]>>>>();
  for (const { revision, rows } of ledgers) {
    for (const [statement, disposition] of Object.entries(rows)) {
      const kind = kindOf(disposition);
      if (kind !== "held" && kind !== "partial") continue;
      for (const id of holdersOf(disposition)) {
        const coverage = covered.get(id) ?? { held: {}, partial: {} };
        (coverage[kind][revision] ??= []).push(statement);
        covered.set(id, coverage);
      }
    }
  }
  return covered;
}

/** The statements of extensions each check shows, by its id: those held wholly, and those held in part. */
export function extensionCoverageOf(
  ledgers: ReadonlyMap<string, ExtensionLedger>,
): ReadonlyMap<string, Readonly<Record<"held" | "partial", readonly string[]>>> {
  const covered = new Map<string, Record<"held" | "partial", string[]>>();
  for (const { rows } of ledgers.values()) {
    for (const [id, row] of Object.entries(rows)) {
      const kind = kindOf(dispositionOf(row));
      if (kind !== "held" && kind !== "partial") continue;
      for (const check of holdersOf(dispositionOf(row))) {
        const coverage = covered.get(check) ?? { held: [], partial: [] };
        coverage[kind].push(id);
        covered.set(check, coverage);
      }
    }
  }
  return covered;
}
