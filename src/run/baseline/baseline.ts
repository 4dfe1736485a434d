import * as z from "zod";
import type { Finding } from "../../check/finding.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { schemaAddress } from "../../base/published-address.ts";
import { suggestion } from "../../base/nearest.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { revisions } from "../../spec/revision.ts";
import type { Baseline, BaselineEntry, KnownFailure, StaleEntry } from "./baseline-entry.ts";
import { countsUnlessKnown } from "../exit-code.ts";
import type { FailOn } from "../fail-on.ts";
import { loadConformanceMap } from "./load-conformance-map.ts";
import type { BaselineUse } from "../run-subjects.ts";
import { type ConformanceMap, parseExpectedFailures } from "./expected-failures.ts";

const baselineFile = z.strictObject({
  $schema: z.string().exactOptional(),
  schemaVersion: z.literal(1),
  known: z.array(
    z.strictObject({
      check: z.string().min(1),
      // Parsers are judged by formats, whose ids begin with a letter.
      revision: z.union([z.enum(revisions), z.string().regex(/^[a-z]/)]).exactOptional(),
      reason: z.string().exactOptional(),
      since: z.iso.date().exactOptional(),
    }),
  ),
});

/** The JSON Schema of a baseline file, for editors. */
export const baselineJsonSchema = (): object => z.toJSONSchema(baselineFile, { target: "draft-2020-12", io: "input" });

/**
 * Reads a baseline: mcpcheck's own JSON, or, for a name that ends in `.yml` or `.yaml`, the expected-failures file of
 * the official conformance tool, as far as `map` knows its names.
 * @throws McpcheckError `usage` with file and line or JSON pointer
 */
export function parseBaseline(text: string, file: string, map: ConformanceMap = loadConformanceMap()): Baseline {
  if (isOfficial(file)) return parseExpectedFailures(text, file, map);
  const { known } = parseJsonFile(text, file, baselineFile);
  return { file, known: known.map((entry) => ({ entry, checks: [entry.check] })), notices: [] };
}

/** The baseline of a run without one. */
export const noBaseline: Baseline = { file: "", known: [], notices: [] };

/** A baseline as a run uses it. `checkIds` is every check there is, so that an entry on an unknown one is found out. */
export function baselineUse(baseline: Baseline, checkIds: readonly string[]): BaselineUse {
  return {
    mark: (finding) => markKnown(baseline, finding),
    stale: (findings) => staleEntries(baseline, findings, checkIds),
  };
}

/** A baseline that is being written: all that counts against the run will be in it, and is known from now on. */
export function baselineBeingWritten(failOn: FailOn): BaselineUse {
  return {
    mark: (finding) => (countsUnlessKnown(finding, failOn) ? { ...finding, known: true } : finding),
    stale: () => [],
  };
}

/** Marks a finding that the baseline lists, or whose cause it lists: it is reported, and does not count against the run. */
export function markKnown(baseline: Baseline, finding: Finding): Finding {
  const cause = { ...finding, check: finding.because ?? finding.check };
  const listed = isBad(finding) && baseline.known.some((known) => covers(known, finding) || covers(known, cause));
  return listed ? { ...finding, known: true } : finding;
}

/**
 * The entries that no longer hold: their check came to a verdict, and none of its verdicts is bad; or no check has their
 * id. An entry whose check this run did not look at (another revision, `--check`) says nothing either way.
 * @param checkIds every check there is
 */
export function staleEntries(baseline: Baseline, findings: readonly Finding[], checkIds: readonly string[]): StaleEntry[] {
  return baseline.known.flatMap(({ entry, checks }): StaleEntry[] => {
    if (!checks.some((check) => checkIds.includes(check)))
      return [{ entry, why: `no check has this id${suggestion(entry.check, checkIds)}` }];
    const mine = findings.filter((finding) => covers({ entry, checks }, finding));
    const passed = mine.filter((finding) => finding.verdict === "pass");
    if (passed.length === 0 || mine.some(isBad)) return [];
    return [{ entry, why: `passes now at ${[...new Set(passed.map((finding) => finding.revision))].join(", ")}` }];
  });
}

/** What a new entry says until somebody says why the failure is accepted. */
const unexplained = "listed by --update-baseline";

/**
 * The entries that list everything that counts against this run, sorted, so that equal results give equal files. Reasons and days of
 * earlier entries are kept, and so are earlier entries on checks and revisions this run did not look at. New ones are of `today`.
 */
export function baselineEntries(
  findings: readonly Finding[],
  failOn: FailOn,
  today: string,
  earlier: readonly BaselineEntry[] = [],
): BaselineEntry[] {
  const bad = findings.filter((finding) => countsUnlessKnown(finding, failOn));
  const fresh = bad.map(({ check, revision }): BaselineEntry => {
    const before =
      earlier.find((entry) => entry.check === check && entry.revision === revision) ??
      earlier.find((entry) => entry.check === check && entry.revision === undefined);
    return { check, revision, reason: before?.reason ?? unexplained, since: before?.since ?? today };
  });
  const untouched = earlier.filter((entry) => !findings.some((finding) => covers({ entry, checks: [entry.check] }, finding)));
  const byKey = new Map([...untouched, ...fresh].map((entry) => [`${entry.check} ${entry.revision ?? ""}`, entry]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** Entries as the text of a baseline file. */
export function formatBaseline(known: readonly BaselineEntry[]): string {
  return `${JSON.stringify({ $schema: schemaAddress("baseline"), schemaVersion: 1, known }, null, 2)}\n`;
}

/**
 * The entries of a baseline brought up to date with a run: see `baselineEntries`.
 * @throws McpcheckError `usage` when it is the official tool's file, whose names cannot say what failed here
 */
export function updatedBaseline(
  baseline: Baseline,
  findings: readonly Finding[],
  failOn: FailOn,
  today: string,
): BaselineEntry[] {
  if (isOfficial(baseline.file))
    throw new McpcheckError(
      "usage",
      `--update-baseline: ${baseline.file} is an expected-failures file of another tool; name a .json file`,
    );
  return baselineEntries(
    findings,
    failOn,
    today,
    baseline.known.map(({ entry }) => entry),
  );
}

function isOfficial(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

function covers({ entry, checks }: KnownFailure, finding: Finding): boolean {
  return checks.includes(finding.check) && (entry.revision === undefined || entry.revision === finding.revision);
}

/** Whether a verdict is one that can be known: a fail, a warning, or a promise that was not kept. */
function isBad({ verdict, promised }: Finding): boolean {
  return verdict === "fail" || verdict === "warn" || (verdict === "untested" && promised);
}
