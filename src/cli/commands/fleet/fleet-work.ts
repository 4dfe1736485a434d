import type { Command } from "commander";
import { availableParallelism, hostname } from "node:os";
import { join, resolve } from "node:path";
import { counted } from "../../../base/counted.ts";
import { visible } from "../../../base/visible.ts";
import { entryJudge } from "../../../fleet/judge-entry.ts";
import { otherQueues } from "../../../fleet/queue/other-queues.ts";
import { workFleet } from "../../../fleet/queue/work-fleet.ts";
import { suitesDigest } from "../../../run/suites/suites-digest.ts";
import { createProcessGuard } from "../../../transport/process/process-guard.ts";
import { draining, resultLine } from "../../fleet/fleet-progress.ts";
import { queueOf, queueOption } from "../../fleet/queue-option.ts";
import type { Io } from "../../io.ts";
import { wholeNumber } from "../../run-options.ts";
import { version } from "../../version.ts";

type RawOptions = {
  readonly queue?: string;
  readonly out: string;
  readonly packages?: string;
  readonly concurrency?: string;
  readonly takeover: string;
  readonly untilEmpty?: true;
  readonly sandbox?: true;
};

/** What `--help` says of it. */
export const summary = "judge what waits in a queue, and keep the results; on as many machines as there are";

/** `fleet work`: a worker; exit code 0 when the queue is empty, 2 where a server cannot be judged as it is asked for, 3 without a queue or room. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .option(...queueOption)
    .requiredOption("--out <dir>", "the folder of results: of this worker, or one that all of them share")
    .option("--packages <dir>", "where packages are installed, once for each version (default: packages-<machine> in --out)")
    .option("--concurrency <n>", "servers judged at a time (default: one for each processor)")
    .option("--takeover <ms>", "how long a worker may be silent before the others take what it had", "30000")
    .option("--until-empty", "end when nothing waits and nobody works; otherwise it goes on until it is told to end")
    .option("--sandbox", "confine every server that is started, as for run server")
    .addHelpText("after", help)
    .action(async (raw: RawOptions) => {
      const concurrency =
        raw.concurrency === undefined ? availableParallelism() : wholeNumber("--concurrency", raw.concurrency, 1);
      const takeoverMs = wholeNumber("--takeover", raw.takeover, 1000);
      const guard = createProcessGuard();
      process.once("exit", guard.killAll);
      const now = (): Date => new Date();
      const judgeEntry = entryJudge({
        packages: resolve(io.cwd, raw.packages ?? join(raw.out, `packages-${hostname()}`)),
        guard,
        now,
      });
      io.interrupted.addEventListener("abort", () => io.stderr(draining), { once: true });
      const open = await queueOf(raw.queue, "fleet work", io);
      try {
        for (const { name, waiting } of await otherQueues(open))
          io.stderr(
            `${counted(waiting, "server")} wait for workers with another version or other suites (${visible(name)}): they are left to those\n`,
          );
        const { judged, cached, misused } = await workFleet(
          open,
          {
            results: resolve(io.cwd, raw.out),
            concurrency,
            takeoverMs,
            untilEmpty: raw.untilEmpty === true,
            judge: { sandbox: raw.sandbox === true, cwd: io.cwd },
            mcpcheck: version(),
            suitesOf: suitesDigest,
            judgeEntry,
            now,
            onMisuse: (server, message) => io.stderr(`mcpcheck: ${visible(`${server}: ${message}`)}\n`),
            onTrouble: (message) => io.stderr(`mcpcheck: the queue: ${visible(message)}\n`),
            onResult: (run) => io.stderr(`${visible(resultLine(run))}\n`),
          },
          io.interrupted,
        );
        const odd =
          misused === 0 ? "" : `, ${misused} cannot be judged as they are asked for (push them again once that is mended)`;
        io.stderr(
          `${counted(judged, "server")} judged, ${cached} had a result${odd}; the results are in ${raw.out}: mcpcheck fleet report --from ${raw.out}\n`,
        );
        done(io.interrupted.aborted ? (io.interrupted.reason === "SIGINT" ? 130 : 143) : misused > 0 ? 2 : 0);
      } finally {
        await open.close();
      }
    });
}

const help = `
A result is on the disk before its job is done: a worker that is killed, or out of reach for longer than --takeover, has its servers judged by
others, and what was written twice counts once. While the queue is away it is waited for. The first Ctrl-C (or SIGTERM) takes no other server
and waits for those under way; the second ends them at once, and others take them over. Variables and files that lines name are looked for on
the machine of the worker. Needs the packages bullmq and ioredis.

Examples:
  mcpcheck fleet work --queue redis://127.0.0.1:6379 --out /mnt/results --concurrency 8 --sandbox
  mcpcheck fleet work --out results --until-empty
`;
