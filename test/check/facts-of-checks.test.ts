import { describe, expect, test } from "vitest";
import { matchesGlob } from "../../src/base/glob/matches-glob.ts";
import type { Check } from "../../src/check/check.ts";
import { citationAt } from "../../src/check/citation.ts";
import { checkById, checks } from "../../src/check/registry.ts";
import { statements } from "../../src/check/statements.ts";
import { isUnprompted } from "../../src/check/unprompted.ts";
import { verifiable } from "../../src/check/verifiable.ts";
import { revisions, type Revision } from "../../src/spec/revision.ts";

/** The ids of those of which something is not so. */
const without = (holds: (check: Check) => boolean): string[] => checks.filter((check) => !holds(check)).map(({ id }) => id);

const revisionsOf = ({ spec }: Check): Revision[] => revisions.filter((one) => citationAt(spec, one) !== undefined);

/** Other checks of the same subject that an id or a glob means. */
const meant = (cause: Check, pattern: string): Check[] =>
  checks.filter((one) => one !== cause && one.subject === cause.subject && matchesGlob(pattern, one.id, true));

const fails = ({ level }: Check): boolean => level === "MUST" || level === "MUST NOT";

/** Every id or glob that an explanation names, with the check it is of. */
const named = checks.flatMap((cause) =>
  (cause.explains ?? []).flatMap((explanation) => explanation.checks.map((pattern) => ({ cause, explanation, pattern }))),
);

const told = ({ cause, pattern }: (typeof named)[number]): string => `${cause.id}: ${pattern}`;

describe("every check", () => {
  test("has an id of its own, and is found by it", () => {
    expect(without(({ id }) => /^[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)$/.test(id))).toEqual([]);
    expect(without((check) => checkById(check.id) === check)).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual([...new Set(checks.map(({ id }) => id))].toSorted());
    expect(checkById("tools")).toBeUndefined();
    expect(checkById("tools.no-such-check")).toBeUndefined();
  });

  test("is of a server or of a client, and binds as strongly as the words of the specification say", () => {
    expect(new Set(checks.map(({ subject }) => subject))).toEqual(new Set(["server", "client"]));
    expect(new Set(checks.map(({ level }) => level))).toEqual(new Set(["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "PRACTICE"]));
  });

  test("stands somewhere from a revision on, said once for all that keep it there, and comes to no second end", () => {
    expect(without(({ spec }) => Object.keys(spec).every((key) => (revisions as readonly string[]).includes(key)))).toEqual([]);
    expect(without((check) => revisionsOf(check).length > 0)).toEqual([]);
    expect(without(({ spec }) => spec[revisions.find((one) => spec[one] !== undefined) ?? "2024-11-05"] !== "removed")).toEqual(
      [],
    );
    const inOrder = ({ spec }: Check): (string | undefined)[] =>
      revisions.map((one) => spec[one]).filter((place) => place !== undefined);
    expect(without((check) => inOrder(check).every((place, index, all) => place !== all[index + 1]))).toEqual([]);
    expect(
      without((check) =>
        inOrder(check)
          .slice(0, -1)
          .every((place) => place !== "removed"),
      ),
    ).toEqual([]);
    expect(
      without((check) => inOrder(check).every((place) => place === "removed" || /^(https:\/\/|[a-z])\S+$/.test(place ?? ""))),
    ).toEqual([]);
  });

  test("names transports there are, each once, or none where it applies to all", () => {
    const known = ["stdio", "http", "sse", "memory"];
    const isSound = (transports: readonly string[]): boolean =>
      transports.length > 0 &&
      transports.length < known.length &&
      new Set(transports).size === transports.length &&
      transports.every((one) => known.includes(one));
    expect(without(({ transports }) => transports === undefined || isSound(transports))).toEqual([]);
    const isThere = (check: Check): boolean =>
      check.transports?.some((one) => one !== "http" || revisionsOf(check).some((revision) => revision >= "2025-03-26")) ?? true;
    expect(without(isThere)).toEqual([]);
  });

  test("needs capabilities of servers alone, as they are called", () => {
    const known = /^(completions|logging|prompts|resources|tasks|tools|extensions\.[a-z.]+\/[a-z]+)(\.[A-Za-z]+)*$/;
    expect(without(({ capability }) => capability === undefined || known.test(capability))).toEqual([]);
    expect(without(({ capability, subject }) => capability === undefined || subject === "server")).toEqual([]);
    expect(without(({ connections = 2 }) => connections === 2)).toEqual([]);
  });

  test("says what it is about, and what to do, in whole sentences", () => {
    expect(without(({ title }) => /[^.\s]$/.test(title) && title.includes(" "))).toEqual([]);
    expect(without(({ advice }) => /^\S.* .*\.$/.test(advice))).toEqual([]);
    expect(without(({ tolerance }) => tolerance === undefined || /^\S.* .*\.$/.test(tolerance))).toEqual([]);
    expect(without(({ onRequest }) => onRequest === undefined || /^\S.* .*[^.]$/.test(onRequest))).toEqual([]);
    const said = ({ title, advice, tolerance = "", onRequest = "" }: Check): string =>
      [title, advice, tolerance, onRequest].join("\n");
    expect(without((check) => !/\bundefined\b|\bNaN\b|\[object |  /.test(said(check)))).toEqual([]);
  });

  test("is stated without how it is verified, and verified again by what is stated", () => {
    const stated = checks.map((check) =>
      Object.fromEntries(Object.entries(check).filter(([member]) => member !== "verify" && member !== "explains")),
    );
    expect(statements).toEqual(stated);
    expect(verifiable(statements)).toEqual(checks);
    const [first, second] = checks;
    if (first === undefined || second === undefined) throw new Error("there are no checks");
    const own = { ...first, id: "tools.of-its-own" };
    const { verify: _, ...onlyStated } = { ...second, id: "tools.no-such-check" };
    expect(verifiable([own, onlyStated])).toEqual([own]);
  });
});

describe("what follows from a check", () => {
  test("is named by ids that exist and globs that mean some, of the same subject, and not itself", () => {
    expect(named.filter(({ cause, pattern }) => meant(cause, pattern).length === 0).map(told)).toEqual([]);
    expect(named.filter(({ cause, pattern }) => pattern === cause.id).map(told)).toEqual([]);
    expect(without(({ explains }) => explains === undefined || explains.every((one) => one.checks.length > 0))).toEqual([]);
  });

  test("can be seen where it can be seen itself", () => {
    // One explanation may be of several checks, each of its own revisions.
    const alike = new Map(named.map(({ explanation }) => [JSON.stringify(explanation.checks), [] as Check[]]));
    for (const { cause, explanation } of named) alike.get(JSON.stringify(explanation.checks))?.push(cause);
    const never = named.filter(({ explanation, pattern }) =>
      (alike.get(JSON.stringify(explanation.checks)) ?? []).every((cause) =>
        meant(cause, pattern).every((one) => !revisionsOf(one).some((revision) => revisionsOf(cause).includes(revision))),
      ),
    );
    expect(never.map(told)).toEqual([]);
  });

  test("is never worse than it: no warning hides a failure", () => {
    expect(named.filter(({ cause, pattern }) => !fails(cause) && meant(cause, pattern).every(fails)).map(told)).toEqual([]);
  });
});

// Written by `npx vitest run test/check/facts-of-checks.test.ts -u`; what else a check states is in the files of findings.test.ts.
test("checks accept more readings, need no occasion of their own, and explain others, where they did before", async () => {
  const facts = checks.flatMap((check) => [
    ...(check.tolerance === undefined ? [] : [`${check.id}: tolerant`]),
    ...(isUnprompted(check) ? [`${check.id}: unprompted`] : []),
    ...(check.explains ?? []).map(
      ({ checks: follow, within, at }) =>
        `${check.id}: explains in one ${within}${at === undefined ? "" : ", at places of its own"}: ${follow.join(" ")}`,
    ),
  ]);
  await expect(`${facts.join("\n")}\n`).toMatchFileSnapshot("../../fixtures/golden/findings/facts.txt");
});
