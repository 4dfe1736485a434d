import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { profiles } from "../../src/host/profile/profiles.ts";
import { loadBehaviours } from "../../src/run/host/behaviour/load-behaviours.ts";
import { loadHostSuites } from "../../src/run/host/case/load.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const table = `${root}../shared/data/host-behaviours.tsv`;
const behaviours = loadBehaviours();

describe("the table of behaviours", () => {
  it("has each behaviour once, held by cases or by tests, or with the reason why by nothing", () => {
    expect(new Set(behaviours.map(({ id }) => id)).size).toBe(behaviours.length);
    const wrong = behaviours.filter(
      ({ cases, tests, reason }) => [cases.length > 0, tests.length > 0, reason !== undefined].filter(Boolean).length !== 1,
    );
    expect(wrong).toEqual([]);
  });

  it("says each in a sentence of its own", () => {
    expect(behaviours.filter(({ says }) => !/^\S.*[.]$/.test(says) || /\bB[0-9X]-[0-9]{3}\b/.test(says))).toEqual([]);
    expect(new Set(behaviours.map(({ says }) => says)).size).toBe(behaviours.length);
  });

  it("knows every behaviour that a case holds", () => {
    const known = new Set(behaviours.map(({ id }) => id));
    const unknown = loadHostSuites().flatMap(({ id: suite, cases }) =>
      cases.flatMap(({ id, rows }) => rows.filter((row) => !known.has(row)).map((row) => `${row} of ${suite}/${id}`)),
    );
    expect(unknown).toEqual([]);
  });

  it("names tests and profiles that exist", () => {
    expect(behaviours.flatMap(({ tests }) => tests.filter((file) => !existsSync(`${root}${file}`)))).toEqual([]);
    const known = new Set(["all", ...Object.keys(profiles)]);
    expect(behaviours.filter(({ profile }) => !known.has(profile))).toEqual([]);
  });

  it("has the rows of the table it was made from, where that is beside the repository", (context) => {
    if (!existsSync(table)) {
      context.skip("the table it was made from is not here; everything else of this file was tested");
      return;
    }
    const [, ...lines] = readFileSync(table, "utf8").trim().split("\n");
    expect(behaviours.map(({ id }) => id)).toEqual(lines.map((line) => line.split("\t")[0] ?? "").toSorted());
  });
});
