import { expect, test } from "vitest";
import { partOfPage } from "../../scripts/page-part.ts";
import { checks } from "../../src/check/registry.ts";
import { loadHostSuites } from "../../src/run/host/case/load.ts";
import { reviewedHosts } from "../peers/reviewed-hosts.ts";

test("reviews of hosts are of host cases and checks of clients that there are, each with its reason", () => {
  const known = new Set([...loadHostSuites().flatMap(({ cases }) => cases), ...checks].map(({ id }) => id));
  const reviews = Object.entries(reviewedHosts()).flatMap(([host, one]) =>
    Object.entries(one).map(([id, { why }]) => ({ host, id, why })),
  );
  expect(reviews.filter(({ id, why }) => !known.has(id) || why === "")).toEqual([]);
  expect(reviews.length).toBeGreaterThan(10);
});

test("of a published page each subject has its rows and its section", () => {
  const text = "# Page\n\n| a | 1 |\n| b | 2 |\n\n## a\n\nfine\n\n## b\n\nbad\n";
  expect(partOfPage(text, "a")).toEqual({ rows: ["| a | 1 |"], section: ["## a\n\nfine\n"] });
  expect(partOfPage(text, "b")).toEqual({ rows: ["| b | 2 |"], section: ["## b\n\nbad\n"] });
  expect(partOfPage(text, "c")).toEqual({ rows: [], section: [] });
});
