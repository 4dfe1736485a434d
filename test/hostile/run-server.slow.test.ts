import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { isGone } from "../transport/opened-stdio.ts";
import { onABusyMachine } from "../support/on-a-busy-machine.ts";
import { type Report, root, runCli } from "../support/run-cli.ts";
import { httpPeers } from "./http-peers.ts";
import { rawServer } from "./http-server.ts";
import { type StdioPeer, stdioPeers } from "./stdio-peers.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-hostile-"));
vi.setConfig({ maxConcurrency: 4 });
afterAll(() => rmSync(folder, { recursive: true }));

/** A whole run; more than any peer needs on a busy machine. */
const budgetMs = 60_000;

/** How long an answer is awaited: little where none will come, and otherwise more than a busy machine makes of it. */
const timeouts = { silent: "1500", answering: "10000" } as const;

/** What may come on top on a busy machine: ending processes, and judging what was seen. */
const patienceMs = 60_000;

let runs = 0;

type Expected = { readonly exit: number; readonly error?: RegExp; readonly silent?: true };

/** Judges a server as it should be judged, and holds what has to hold of every run, however it went. */
async function judge({ exit, error, silent }: Expected, target: readonly string[]): Promise<void> {
  const base = join(folder, String((runs += 1)));
  const files = { json: `${base}.json`, ndjson: `${base}.ndjson` };
  const began = performance.now();
  const { exitCode, stderr } = await runCli([
    "run",
    "server",
    "--spec",
    "2025-11-25",
    "--suite",
    "tools,process",
    "--timeout",
    silent === true ? timeouts.silent : timeouts.answering,
    "--budget",
    String(budgetMs),
    "--reporter",
    `json=${files.json},ndjson=${files.ndjson}`,
    ...target,
  ]);
  expect(performance.now() - began).toBeLessThan(onABusyMachine.time(budgetMs + patienceMs));
  expect(stderr).not.toContain("fault of mcpcheck");
  const report = JSON.parse(readFileSync(files.json, "utf8")) as Report;
  expect(report.exitCode).toBe(exitCode);
  expect(report.error?.kind ?? "subject").toBe("subject");
  for (const line of readFileSync(files.ndjson, "utf8").trimEnd().split("\n"))
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  for (const file of Object.values(files)) expect(statSync(file).size).toBeLessThan(4_000_000);
  expect(report.error?.message ?? "").toMatch(error ?? /^$/);
  const open = report.findings.filter(({ verdict, promised }) => verdict === "fail" || (verdict === "untested" && promised));
  expect({ exitCode, open: exit === 0 ? open : [] }).toEqual({ exitCode: exit, open: [] });
}

describe("run server ends in time, with the right exit code and nothing left behind, for a server over stdio:", () => {
  test.concurrent.each(stdioPeers.filter(({ floods }) => floods !== true))("$name", async (peer) => {
    expect(await leftBy(peer)).toEqual([]);
  });

  // One after the other, and judged by few checks: reading and judging is all that takes time here.
  test.each(stdioPeers.filter(({ floods }) => floods === true))("$name", async (peer) => {
    expect(await leftBy(peer, ["--check", "tools.*,process.exit*"])).toEqual([]);
  });

  /** Judges it as it should be, and gives the processes that are still there. */
  async function leftBy(peer: StdioPeer, options: readonly string[] = []): Promise<readonly string[]> {
    const pids = join(folder, `${peer.name}.pids`);
    const program = join(root, "test/hostile/peers/stdio.mjs");
    await judge(peer, [...options, "--", process.execPath, program, peer.name, String(peer.amount ?? ""), pids]);
    const all = readFileSync(pids, "utf8").trim().split("\n");
    return all.filter((pid) => !isGone(Number(pid)));
  }
});

describe("run server ends in time, with the right exit code, and asks nobody else, for a server over HTTP:", () => {
  test.concurrent.each(httpPeers)("$name", async (peer) => {
    const elsewhere = await rawServer(() => false);
    const server = await rawServer(peer.deviate(elsewhere.url));
    try {
      await judge(peer, ["--url", server.url]);
      expect(elsewhere.asked).toEqual([]);
      expect(server.asked.filter(({ headers }) => headers["cookie"] !== undefined)).toEqual([]);
    } finally {
      await Promise.all([server.close(), elsewhere.close()]);
    }
  });
});
