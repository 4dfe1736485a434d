import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkById } from "../../src/check/registry.ts";
import { conformanceSuites } from "../../src/run/client/conformance/conformance-driver.ts";
import { loadConformanceSuites } from "../../src/run/client/conformance/conformance-suite.ts";
import { scriptFor } from "../../src/run/client/play-scenario.ts";
import { revisions } from "../../src/spec/revision.ts";
import { root, runCli, runReport } from "../support/run-cli.ts";

const all = loadConformanceSuites().flatMap(({ scenarios }) => scenarios);
const toolCode = readFileSync(join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js"), "utf8");

describe("the scenarios of the official conformance tool", () => {
  it("are its own, and each stands once", () => {
    const names = all.map(({ name }) => name);
    const made = ["auth/metadata-", "auth/token-endpoint-auth-"]; // that tool puts these names together
    const known = (name: string): boolean => toolCode.includes(`\`${name}\``) || made.some((start) => name.startsWith(start));
    expect(names.filter((name) => !known(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(48);
  });

  it("name checks of clients, or say why they are not played", () => {
    expect(all.flatMap(({ about }) => about).filter((id) => checkById(id)?.subject !== "client")).toEqual([]);
    expect(
      all.filter(({ leftOut, about, differs }) => leftOut === undefined && about.length === 0 && differs === undefined),
    ).toEqual([]);
  });

  it.each(all)("$name has revisions without a gap", ({ revisions: own }) => {
    const from = revisions.indexOf(own[0] ?? "2024-11-05");
    expect(revisions.slice(from, from + own.length)).toEqual(own);
  });

  it.each(conformanceSuites().flatMap(({ scenarios }) => scenarios))("$id has a server that can be played", (scenario) => {
    expect(() => scriptFor({ name: scenario.id, scenario, speaks: ["2026-07-28"] })).not.toThrow();
  });
});

describe("run client --driver conformance", () => {
  const environment = { env: { PATH: process.env["PATH"] } };
  it.each([
    [["--driver", "pigeon"], "there is conformance"],
    [["--driver", "conformance", "--transport", "stdio"], "over http alone"],
    [["--driver", "conformance", "--suite", "tools"], "--suite"],
  ])("refuses %j", async (words, named) => {
    const { exitCode, stderr } = await runCli(["run", "client", ...words, "--", "node"], environment);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(named);
  });

  it("judges nothing of a command that is no fixture", async () => {
    const { exitCode, report } = await runReport(["run", "client", "--driver", "conformance", "--", "true"], environment);
    expect([exitCode, report.summary.pass]).toEqual([3, 0]);
  });
});
