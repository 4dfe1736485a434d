import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { matchesGlob } from "../../src/base/glob/matches-glob.ts";
import { type FixTopic, fixedServers, fixTopics } from "../../src/cli/explain/fixes.ts";
import { judgeServer, type Report } from "../../src/library/index.ts";
import { nightly, oneOf } from "../support/nightly.ts";
import { brokenFixes } from "./broken-fixes.ts";
import { type Built, builtFix } from "./built-fix.ts";

const scratch = mkdtempSync(join(tmpdir(), "mcpcheck-fixes-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What this one has no region for. */
const open: Readonly<Record<string, readonly string[]>> = { fastmcp: ["tools.unknown-name", "tools.unknown-name-code"] };

const limit = 600_000;
/** What else is judged costs time. */
const about = [
  ...new Set([
    ...fixTopics.flatMap(({ checks }) => checks),
    ...Object.values(brokenFixes).flatMap((fixes) => fixes.map(({ check }) => check)),
  ]),
].join(",");
const servers = Object.entries(fixedServers) as [keyof typeof fixedServers, { readonly file: string }][];
const fixed = oneOf(2, servers);
const breakable = oneOf(
  2,
  servers.filter(([key]) => brokenFixes[key] !== undefined),
);

const isFixed = ({ checks }: FixTopic, check: string): boolean => checks.some((glob) => matchesGlob(glob, check, true));

/** What is found of a server; the tools that count and divide are called with what shows it. */
async function judged(server: Exclude<Built, { readonly missing: string }>): Promise<Report["findings"]> {
  const { findings, error } = await judgeServer(server, {
    env: process.env,
    cwd: scratch,
    budgetMs: limit / 2,
    check: about,
    hints: { fails: { tool: "divide", arguments: { a: 1, b: 0 } }, progress: { tool: "count", arguments: { to: 3 } } },
  });
  expect(error).toBeNull();
  return findings;
}

/** What compilers build takes minutes: a night has them. */
function built(name: string, file: string, breaks: Parameters<typeof builtFix>[2] = []): Built {
  if (!nightly && /\.(?:go|java|rs)$/.test(file)) return { missing: "built by a compiler: npm run test:nightly" };
  return builtFix(file, folderOf(name), breaks);
}

function folderOf(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
}

test.for(fixed)("what explain shows as a fix with %s is right", { timeout: limit }, async ([key, { file }], { skip }) => {
  const server = built(`${key}-fixed`, file);
  if ("missing" in server) return skip(server.missing);
  const findings = await judged(server);
  for (const topic of fixTopics.filter(({ not }) => not?.includes(key) !== true)) {
    const ours = findings.filter(({ check }) => isFixed(topic, check) && open[key]?.includes(check) !== true);
    const bad = ours.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
    expect(bad.map(({ check, revision, message }) => `${check} (${revision}): ${message}`)).toEqual([]);
    expect(
      ours.some(({ verdict }) => verdict === "pass"),
      `${topic.checks.join(", ")} shown`,
    ).toBe(true);
  }
});

test.for(breakable)(
  "without the fixes with %s the checks find what is wrong",
  { timeout: limit },
  async ([key, { file }], { skip }) => {
    const broken = brokenFixes[key] ?? [];
    const server = built(`${key}-broken`, file, broken);
    if ("missing" in server) return skip(server.missing);
    const bad = (await judged(server)).filter(({ verdict }) => verdict === "fail" || verdict === "warn");
    const found = new Set(bad.map(({ check }) => check));
    expect(broken.map(({ check }) => check).filter((check) => !found.has(check))).toEqual([]);
  },
);
