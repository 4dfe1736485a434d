import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { citationAt } from "../../src/check/citation.ts";
import { outcomeOf } from "../../src/check/judge.ts";
import { checkById, checks } from "../../src/check/registry.ts";
import { revisions } from "../../src/spec/revision.ts";
import { revisionsIn } from "../../src/trace/trace.ts";
import { formatRecorded } from "../support/traces/format-recorded.ts";
import { loadRecorded, recordedFile, recordedFiles } from "../support/traces/load-recorded.ts";
import { outcomeNamed } from "../support/traces/recorded.ts";

const suites = join(import.meta.dirname, "../../suites/server");

/** The areas of the command-line contract, for protocol subjects. */
const areas = new Set(
  (
    "process stdio http sse jsonrpc lifecycle discovery tools resources prompts completion logging pagination progress " +
    "cancellation subscriptions tasks caching input elicitation sampling roots schema auth security"
  ).split(" "),
);

/** The checks that a scenario exercises. */
const promised = promisedChecks();

describe.each(checks.map((check) => [check.id, check] as const))("%s", (id, check) => {
  const recorded = loadRecorded(check);
  const { passive, traces } = recorded;

  it("is well declared", () => {
    expect(id).toMatch(/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(areas).toContain(id.split(".")[0]);
    expect(check.title).not.toBe("");
    expect(check.advice).not.toBe("");
    expect(revisions.some((revision) => citationAt(check.spec, revision) !== undefined)).toBe(true);
  });

  it("has a satisfied and a violated trace", () => {
    const outcomes = new Set([...traces.keys()].map((name) => outcomeNamed(name)));
    expect([...outcomes]).toEqual(expect.arrayContaining(["satisfied", "violated"]));
  });

  it("has a scenario that exercises it, or says why not", () => {
    expect(promised.has(id) ? passive : typeof passive).toBe(promised.has(id) ? undefined : "string");
  });

  it("has traces as `npm run traces -- format` writes them", () => {
    expect(readFileSync(recordedFile(check), "utf8")).toBe(formatRecorded(recorded));
  });

  it.each([...traces])("%s", (name, trace) => {
    const judged = revisionsIn(trace);
    expect(judged, "a trace begins with a connect event").toHaveLength(1);
    const outcomes = judged.map((revision) => outcomeOf(trace, check, revision));
    expect(outcomes).toMatchObject([{ kind: outcomeNamed(name) }]);
    const seqs = new Set(trace.events.map((event) => event.seq));
    for (const outcome of outcomes) {
      if (outcome.kind !== "satisfied" && outcome.kind !== "violated") continue;
      expect(outcome.evidence.every((seq) => seqs.has(seq))).toBe(true);
    }
  });
});

describe("recorded traces and suites", () => {
  it("have no traces of what is not a check", () => {
    expect(new Set(recordedFiles())).toEqual(new Set(checks.map((check) => recordedFile(check))));
  });

  it("have no check twice", () => {
    expect(new Set(checks.map((check) => check.id)).size).toBe(checks.length);
  });

  it("promise only checks that are there", () => {
    expect([...promised].filter((id) => checkById(id) === undefined)).toEqual([]);
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
