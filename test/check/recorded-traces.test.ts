import { existsSync, readdirSync, readFileSync } from "node:fs";
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

const suites = ["server", "client"].map((subject) => join(import.meta.dirname, "../../suites", subject));

/** The areas of the command-line contract, for protocol subjects. */
const areas = new Set(
  (
    "process stdio http sse jsonrpc lifecycle discovery tools resources prompts completion logging pagination progress " +
    "cancellation subscriptions tasks caching input elicitation sampling roots schema auth security extensions"
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
    expect([...outcomes], `in ${recordedFile(check)}`).toEqual(expect.arrayContaining(["satisfied", "violated"]));
  });

  it("has a scenario that exercises it, or says why not", () => {
    const ways = [promised.has(id) ? "a scenario" : undefined, passive === undefined ? undefined : "passive"];
    expect(
      ways.filter((way) => way !== undefined),
      `one of the two: "exercises" of suites/server/*.json names it, or ${recordedFile(check)} begins with "passive <why>"`,
    ).toHaveLength(1);
  });

  it("has traces as `npm run traces -- format` writes them", () => {
    const written = existsSync(recordedFile(check)) ? readFileSync(recordedFile(check), "utf8") : "";
    expect(written).toBe(traces.size === 0 ? "" : formatRecorded(recorded));
  });

  it.each([...traces])("%s", (name, trace) => {
    const judged = revisionsIn(trace);
    expect(judged, "a trace begins with a connect event").toHaveLength(1);
    const outcomes = judged.map((revision) => outcomeOf(trace, check, revision));
    const wanted = outcomeNamed(name);
    expect(outcomes, `came to ${JSON.stringify(outcomes)}`).toEqual([expect.objectContaining({ kind: wanted })]);
    const seqs = new Set(trace.events.map((event) => event.seq));
    for (const outcome of outcomes) {
      if (outcome.kind !== "satisfied" && outcome.kind !== "violated") continue;
      expect(outcome.evidence.every((seq) => seqs.has(seq))).toBe(true);
    }
  });
});

describe("recorded traces and suites", () => {
  it("have no traces of what is not a check", () => {
    const wanted = new Set(checks.map((check) => recordedFile(check)));
    expect(recordedFiles().filter((file) => !wanted.has(file))).toEqual([]);
  });

  it("have no check twice", () => {
    expect(new Set(checks.map((check) => check.id)).size).toBe(checks.length);
  });

  it("promise only checks that are there", () => {
    expect([...promised].filter((id) => checkById(id) === undefined)).toEqual([]);
  });
});

function promisedChecks(): Set<string> {
  const files = suites.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".json") && !file.endsWith(".schema.json"))
      .map((file) => join(folder, file)),
  );
  return new Set(
    files.flatMap((file) => {
      const suite = JSON.parse(readFileSync(file, "utf8")) as {
        readonly scenarios: readonly { readonly exercises: readonly string[] }[];
      };
      return suite.scenarios.flatMap((scenario) => scenario.exercises);
    }),
  );
}
