import { ok } from "node:assert/strict";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { lawJob } from "../law-job.ts";
import { type Law, hold } from "../law.ts";
import { framingLaws } from "./framing-laws.ts";

/** Enough to catch a broken state in seconds; `mcpcheck fuzz framing` goes deep with the same laws. */
const runs = Number(process.env["MCPCHECK_LAW_RUNS"] ?? 100);
const seed = Number(process.env["MCPCHECK_LAW_SEED"] ?? 20260728);

describe("framing", () => {
  it.each(framingLaws.map((law) => [law.id, law] as const))("%s holds", async (_, law) => {
    expect(await law.check({ runs, seed })).toEqual({ inputs: runs });
  });
});

const falseLaw: Law = {
  id: "framing.false",
  title: "No number is above 1000",
  spec: "https://example.com/",
  advice: "Do not believe it.",
  check: async (options) =>
    await hold(
      fc.property(fc.nat(1_000_000), (number) => ok(number <= 1000, "above 1000")),
      options,
    ),
};

test("a law that does not hold is told with its smallest input, whose path leads straight back to it", async () => {
  const { broken } = await falseLaw.check({ runs: 100, seed });
  expect(broken).toMatchObject({ input: "[1001]", message: "above 1000" });
  const again = await falseLaw.check({ runs: 100, seed, path: broken?.path ?? "" });
  expect(again).toMatchObject({ inputs: 1, broken: { input: "[1001]" } });
});

test("a broken law is a finding like any other, with its bytes and the line that shows it again", async () => {
  const job = lawJob({
    id: "framing",
    subject: { kind: "client", transport: "memory" },
    about: "framing",
    laws: [falseLaw],
    runs: 100,
    seed,
    path: undefined,
    now: () => 0,
    argv: ["mcpcheck", "fuzz", "framing"],
  });
  const findings = [];
  for await (const event of job.events(new AbortController().signal)) if (event.type === "finding") findings.push(event);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.finding).toMatchObject({ verdict: "fail", check: "framing.false" });
  expect(findings[0]?.wire[0]?.text).toBe("[1001]\nabove 1000");
  expect(findings[0]?.repro).toMatch(/^mcpcheck fuzz framing --law framing\.false --runs 100 --seed \d+ --path [\d:]+$/);
});
