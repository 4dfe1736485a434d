import { expect, test } from "vitest";
import { allRecordings } from "../../scripts/examples/all-recordings.ts";
import { catalog } from "../../src/cli/catalog.ts";
import { explainer } from "../../src/cli/explain/explained-check.ts";
import { fixedServers, fixesOf, fixTopics } from "../../src/cli/explain/fixes.ts";
import { matchesGlob } from "../../src/base/glob/matches-glob.ts";

const all = catalog();
const explained = all.map(explainer(all));
const recordings = allRecordings();

test("every check of servers, clients and inference servers that was recorded has bytes that broke and that kept it", () => {
  for (const [id, { good, bad }] of Object.entries(recordings)) {
    expect(bad.length, `of ${id}`).toBeGreaterThan(0);
    expect(good.length, `of ${id}`).toBeGreaterThan(0);
    for (const { lines } of [...good, ...bad]) expect(lines.length, `of ${id}`).toBeGreaterThan(0);
    for (const { verdict, lines } of bad) {
      expect(verdict, `of ${id}`).toBeTruthy();
      expect(lines.length, `${id}: the lines are to be read at a glance`).toBeLessThan(10);
    }
  }
});

test("a check without recorded bytes says why", () => {
  const unsaid = explained.filter(({ id, noExamples }) => recordings[id] === undefined && noExamples === undefined);
  expect(unsaid.map(({ id }) => id)).toEqual([]);
  const recorded = explained.filter(({ subject }) => subject === "server" || subject === "client" || subject === "model");
  expect(
    recorded.filter(({ id, noExamples }) => recordings[id] === undefined && !/made at random/.test(noExamples ?? "")),
  ).toEqual([]);
});

test("a case of hosts shows itself", () => {
  const hosts = explained.filter(({ subject }) => subject === "host");
  expect(hosts.filter((one) => one.case === undefined || one.case.expect.length + one.case.steps.length === 0)).toEqual([]);
});

test("every check says why it matters, whom it concerns and what is judged beside it", () => {
  expect(explained.filter(({ why, concerns }) => why === "" || concerns === "").map(({ id }) => id)).toEqual([]);
  const ids = new Set(all.map(({ id }) => id));
  for (const { id, related } of explained) for (const { check } of related) expect(ids.has(check), `${id}: ${check}`).toBe(true);
});

test("every way to fix something is for checks that exist, and has code or needs none", () => {
  for (const { region, checks, byItself = [] } of fixTopics) {
    for (const glob of checks)
      expect(
        all.some(({ id }) => matchesGlob(glob, id, true)),
        `${region}: ${glob}`,
      ).toBe(true);
    const found = fixesOf(all.find(({ id }) => checks.some((glob) => matchesGlob(glob, id, true)))?.id ?? "");
    expect(found.with.filter(({ code }) => code === undefined).map(({ file }) => file)).toEqual(
      byItself.map((key) => fixedServers[key].file),
    );
    expect(found.with.length, `of ${region}`).toBeGreaterThan(2);
  }
});
