import { writeSync } from "node:fs";
import { openQueue } from "../../src/fleet/queue/open-queue.ts";
import { pushFleet } from "../../src/fleet/queue/push-fleet.ts";
import { workFleet } from "../../src/fleet/queue/work-fleet.ts";
import type { RunRow } from "../../src/fleet/result-rows.ts";
import { runFleet } from "../../src/fleet/run-fleet.ts";
import { simulatedJudge, simulatedServers } from "./simulated-judge.ts";

/**
 * One process of a simulated fleet, told what to do as JSON: `pool` judges here, `push` and `work` over a queue. It prints one JSON
 * object: how long it took in ms, how long judging alone took, and its peak memory in MB.
 */
type Told = {
  readonly role: "pool" | "push" | "work";
  readonly servers: number;
  readonly workers: number;
  readonly out: string;
  readonly queue: string;
  /** After so many results there is no room on the disk. */
  readonly room?: number;
};

const { role, servers, workers, out, queue, room } = JSON.parse(process.argv[2] ?? "") as Told;
const judgedWith = { mcpcheck: "simulated", suites: "s" };
const judge = { sandbox: false, cwd: out };
const now = (): Date => new Date();
const nothing = (): void => undefined;
const drain = new AbortController();
process.once("SIGTERM", () => drain.abort("SIGTERM"));
let judgeMs = 0;
let judged = 0;
const onResult = ({ ms }: RunRow): void => {
  judgeMs += ms;
  judged += 1;
  if (judged % 100 === 0) process.stderr.write(`${judged} judged\n`);
};
const began = performance.now();

async function perform(): Promise<void> {
  if (role === "pool") {
    const common = { judgeEntry: simulatedJudge, now, results: out, onResult, onMisuse: nothing, again: false, unreachable: [] };
    const told = { budgetMs: 120_000, words: [], ...judge };
    await runFleet({ ...common, servers: simulatedServers(servers), workers, judge: told, judgedWith }, drain.signal);
    return;
  }
  const open = await openQueue(queue, "simulated-s", nothing);
  try {
    if (role === "push") {
      await pushFleet(open, { entries: simulatedServers(servers), judgedWith, words: [], budgetMs: 120_000, again: false });
      return;
    }
    let left = room ?? Infinity;
    const write = (descriptor: number, text: string): void => {
      left -= 1;
      writeSync(descriptor, left >= 0 ? text : text.slice(0, 100));
      if (left < 0) throw new Error("ENOSPC: no space left on device, write");
    };
    await workFleet(
      open,
      {
        judgeEntry: simulatedJudge,
        now,
        results: out,
        concurrency: workers,
        judge,
        mcpcheck: "simulated",
        suitesOf: () => "s",
        takeoverMs: 5000,
        untilEmpty: true,
        write,
        onResult,
        onMisuse: nothing,
        onTrouble: nothing,
      },
      drain.signal,
    );
  } finally {
    await open.close();
  }
}

await perform();
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(`${JSON.stringify({ ms: performance.now() - began, judgeMs, judged, peakMb })}\n`);
