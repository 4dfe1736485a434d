import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { oneOf } from "../support/nightly.ts";
import { root } from "../support/run-cli.ts";
import { isGone } from "../transport/opened-stdio.ts";
import { holdRun } from "./hold-run.ts";
import { type StdioPeer, stdioPeers } from "./stdio-peers.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-hostile-"));
vi.setConfig({ maxConcurrency: 4 });
afterAll(() => rmSync(folder, { recursive: true }));

describe("run server ends in time, with the right exit code and nothing left behind, for a server over stdio:", () => {
  const patient = stdioPeers.filter(({ floods }) => floods !== true);
  test.concurrent.each(oneOf(3, patient))("$name", async (peer) => {
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
    const target = [...options, "--", process.execPath, program, peer.name, String(peer.amount ?? ""), pids];
    await holdRun(peer, target, join(folder, String(stdioPeers.indexOf(peer))));
    const all = readFileSync(pids, "utf8").trim().split("\n");
    return all.filter((pid) => !isGone(Number(pid)));
  }
});
