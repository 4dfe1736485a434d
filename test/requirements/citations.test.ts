import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { citationAt, specificationRoot } from "../../src/check/citation.ts";
import { checks } from "../../src/check/registry.ts";
import { placeOf } from "../../src/cli/explain/requirement.ts";
import { loadIndex } from "../../src/run/suites/load-ledger.ts";
import { revisions, type Revision } from "../../src/spec/revision.ts";

/** The pages of each revision, each with its anchors in one line: what a citation can point at. */
const places = JSON.parse(readFileSync(new URL("places.json", import.meta.url), "utf8")) as Readonly<
  Record<Revision, Readonly<Record<string, string>>>
>;

/** Sites render anchors from headings in slightly different ways; letters and digits are the same in all of them. */
const bare = (anchor: string): string => anchor.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** What is wrong with a citation, if it points into the specification at all. */
function brokenPlace(url: string): string | undefined {
  if (!url.startsWith(`${specificationRoot}/`)) return undefined;
  const [place = "", anchor] = url.slice(specificationRoot.length + 1).split("#");
  const revision = revisions.find((candidate) => `${place}/`.startsWith(`${candidate}/`));
  if (revision === undefined) return "no such revision";
  const page = place.slice(revision.length + 1) || "index";
  if (page === "index" && anchor === undefined) return "a whole revision";
  const anchors = places[revision][page] ?? places[revision][`${page}/index`];
  if (anchors === undefined) return "no such page";
  return anchor === undefined || anchors.split(" ").some((known) => bare(known) === bare(anchor)) ? undefined : "no such anchor";
}

describe("requirements", () => {
  test.each(revisions)("of %s have their words at pages and anchors that exist", (revision) => {
    const urls = new Set(loadIndex(revision).map(placeOf));
    expect([...urls].filter((url) => !url.endsWith("/schema") && brokenPlace(url) !== undefined)).toEqual([]);
  });
});

describe("citations", () => {
  test.each(revisions)("of %s point at pages and anchors that exist", (revision) => {
    const cited = checks.flatMap((check) => {
      const url = citationAt(check.spec, revision);
      return url === undefined ? [] : [{ check: check.id, url }];
    });
    expect(cited.length).toBeGreaterThan(50);
    const broken = cited
      .map(({ check, url }) => ({ check, url, wrong: brokenPlace(url) }))
      .filter(({ wrong }) => wrong !== undefined);
    expect(broken).toEqual([]);
  });

  test("are told apart from broken ones", () => {
    expect(brokenPlace(`${specificationRoot}/2025-11-25/server/tools#tool-names`)).toBeUndefined();
    expect(brokenPlace(`${specificationRoot}/2025-11-25/basic#responses`)).toBeUndefined();
    expect(brokenPlace(`${specificationRoot}/2024-11-05/server/tools#tool-names`)).toBe("no such anchor");
    expect(brokenPlace(`${specificationRoot}/2026-07-28/basic/lifecycle`)).toBe("no such page");
    expect(brokenPlace(`${specificationRoot}/2026-07-28/`)).toBe("a whole revision");
    expect(brokenPlace("https://www.jsonrpc.org/specification")).toBeUndefined();
  });
});
