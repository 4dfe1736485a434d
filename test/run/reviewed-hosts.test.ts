import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hostResults } from "../../scripts/hosts/host-result.ts";
import { hostsPage, notReviewed } from "../../scripts/hosts/hosts-page.ts";
import { partOfPage } from "../../scripts/page-part.ts";
import { checks } from "../../src/check/registry.ts";
import { loadHostSuites } from "../../src/run/host/case/load.ts";
import { reviewedHosts, reviewOf } from "../peers/reviewed-hosts.ts";
import { root } from "../support/run-cli.ts";

const results = hostResults();
const reviews = reviewedHosts();

test("reviews of hosts are of host cases and, with their revisions, of checks of clients, each with its reason", () => {
  const cases = new Set(loadHostSuites().flatMap((suite) => suite.cases.map(({ id }) => id)));
  const ofClients = new Set(checks.filter(({ subject }) => subject === "client").map(({ id }) => id));
  const all = Object.entries(reviews).flatMap(([host, list]) => list.map((one) => ({ host, ...one })));
  const odd = all.filter(
    ({ check, revisions, why }) =>
      !(revisions === undefined ? cases : ofClients).has(check) || why === "" || revisions?.length === 0,
  );
  expect(odd).toEqual([]);
  expect(all.length).toBeGreaterThan(10);
});

test("what is published of hosts is reviewed, and no review is of something that is not found any more", () => {
  expect(notReviewed({ results, reviews })).toEqual([]);
  for (const { host, faults } of results) {
    const quoted = new Set(faults.map((fault) => reviewOf(reviews[host] ?? [], fault)));
    expect([host, (reviews[host] ?? []).filter((one) => !quoted.has(one))]).toEqual([host, []]);
  }
});

test("the page of hosts is made of their results and reviews (npm run publish:hosts -- --page)", () => {
  expect(readFileSync(`${root}reports/published/hosts.md`, "utf8")).toBe(hostsPage({ results, reviews }));
  expect(hostsPage({ results, reviews })).not.toMatch(/process \d|\/tmp\/|\/root\//);
});

test("an adapter of examples/hosts has its pinned packages, of the version it says, or nothing of it is published", () => {
  const names = (folder: string): string[] => readdirSync(`${root}${folder}`).filter((name) => name.endsWith(".json"));
  const [adapters, pins] = [names("examples/hosts"), names("examples/hosts/pins")];
  expect(pins.filter((name) => !adapters.includes(name))).toEqual([]);
  for (const name of adapters) {
    const { id, version } = JSON.parse(readFileSync(`${root}examples/hosts/${name}`, "utf8")) as Record<string, string>;
    const pinned = pins.includes(name) ? readFileSync(`${root}examples/hosts/pins/${name}`, "utf8") : undefined;
    const isPublished = results.some(({ host }) => host === id);
    expect([`${id}.json`, pinned?.includes(`${version}"`) ?? !isPublished]).toEqual([name, true]);
  }
});

test("of a published page each subject has its rows and its section", () => {
  const text = "# Page\n\n| a | 1 |\n| b | 2 |\n\n## a\n\nfine\n\n## b\n\nbad\n";
  expect(partOfPage(text, "a")).toEqual({ rows: ["| a | 1 |"], section: ["## a\n\nfine\n"] });
  expect(partOfPage(text, "b")).toEqual({ rows: ["| b | 2 |"], section: ["## b\n\nbad\n"] });
  expect(partOfPage(text, "c")).toEqual({ rows: [], section: [] });
});
