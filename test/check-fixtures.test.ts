import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { citationAt } from "../src/check/citation.ts";
import { outcomeOf } from "../src/check/judge.ts";
import { checkById, checks } from "../src/check/registry.ts";
import { revisions } from "../src/spec/revision.ts";
import { parseTrace } from "../src/trace/ndjson.ts";
import { revisionsIn } from "../src/trace/trace.ts";

const fixtures = join(import.meta.dirname, "../fixtures/traces");
const suites = join(import.meta.dirname, "../suites/server");

/** The outcomes a fixture can be named after, the longer names first. */
const kinds = ["not-applicable", "inconclusive", "satisfied", "violated"] as const;

/** The areas of the command-line contract, for protocol subjects. */
const areas = new Set(
  (
    "process stdio http sse jsonrpc lifecycle discovery tools resources prompts completion logging pagination progress " +
    "cancellation subscriptions tasks caching input elicitation sampling roots schema auth security"
  ).split(" "),
);

/**
 * Checks no scenario promises to exercise, and why: what they judge is seen when the subject happens to do it, and a
 * scenario that ran without it has nothing to answer for.
 */
const passive: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(fixtures, "passive.json"), "utf8")) as Record<
  string,
  string
>;

const filesOf = (id: string): string[] =>
  existsSync(join(fixtures, id)) ? readdirSync(join(fixtures, id)).filter((file) => file.endsWith(".ndjson")) : [];

describe.each(checks.map((check) => [check.id, check] as const))("%s", (id, check) => {
  const files = filesOf(id);

  it("is well declared", () => {
    expect(id).toMatch(/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(areas).toContain(id.split(".")[0]);
    expect(check.title).not.toBe("");
    expect(check.advice).not.toBe("");
    expect(revisions.some((revision) => citationAt(check.spec, revision) !== undefined)).toBe(true);
  });

  it("has a satisfied and a violated fixture", () => {
    expect(files.some((file) => file.startsWith("satisfied"))).toBe(true);
    expect(files.some((file) => file.startsWith("violated"))).toBe(true);
  });

  it.each(files)("%s", (file) => {
    const kind = kinds.find((candidate) => file.startsWith(candidate));
    expect(kind, "a fixture is named after its outcome").toBeDefined();
    const path = join(fixtures, id, file);
    const trace = parseTrace(readFileSync(path, "utf8"), path);
    const judged = revisionsIn(trace);
    expect(judged, "a fixture begins with a connect event").toHaveLength(1);
    const outcomes = judged.map((revision) => outcomeOf(trace, check, revision));
    expect(outcomes).toMatchObject([{ kind }]);
    const seqs = new Set(trace.events.map((event) => event.seq));
    for (const outcome of outcomes) {
      if (outcome.kind !== "satisfied" && outcome.kind !== "violated") continue;
      expect(outcome.evidence.every((seq) => seqs.has(seq))).toBe(true);
    }
  });
});

describe("fixtures and suites", () => {
  it("have no folder without a check", () => {
    const unknown = readdirSync(fixtures, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && checkById(entry.name) === undefined)
      .map((entry) => entry.name);
    expect(unknown).toEqual([]);
  });

  it("have no check twice", () => {
    expect(new Set(checks.map((check) => check.id)).size).toBe(checks.length);
  });

  it("exercise every check, or say why not", () => {
    const promised = promisedChecks();
    expect(checks.map((check) => check.id).filter((id) => !promised.has(id) && passive[id] === undefined)).toEqual([]);
    expect(Object.keys(passive).filter((id) => promised.has(id))).toEqual([]);
  });

  it("promise only checks that are there", () => {
    expect([...promisedChecks(), ...Object.keys(passive)].filter((id) => checkById(id) === undefined)).toEqual([]);
  });
});

function promisedChecks(): Set<string> {
  const files = readdirSync(suites).filter((file) => file.endsWith(".json"));
  return new Set(
    files.flatMap((file) => {
      const suite = JSON.parse(readFileSync(join(suites, file), "utf8")) as {
        readonly scenarios: readonly { readonly exercises: readonly string[] }[];
      };
      return suite.scenarios.flatMap((scenario) => scenario.exercises);
    }),
  );
}
