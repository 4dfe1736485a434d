import type { Command } from "commander";
import { counted } from "../../../base/counted.ts";
import { visible } from "../../../base/visible.ts";
import { pushFleet } from "../../../fleet/queue/push-fleet.ts";
import { suitesDigest } from "../../../run/suites/suites-digest.ts";
import { readInput } from "../../fleet/fleet-input.ts";
import { judgedAs, type RawJudging, withJudging } from "../../fleet/judging-options.ts";
import { queueOf, queueOption } from "../../fleet/queue-option.ts";
import type { Io } from "../../io.ts";
import { readShard } from "../../run-options.ts";
import { version } from "../../version.ts";

type RawOptions = RawJudging & { readonly queue?: string; readonly again?: true };

/** What `--help` says of it. */
export const summary = "put all servers of a list into a queue, for fleet work on as many machines as there are";

/** `fleet push`: puts a fleet into Redis or Valkey; exit code 2 where a line or an option is wrong, 3 where the queue cannot be reached. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  withJudging(program)
    .argument("<servers>", "the servers, one JSON object a line, as for fleet plan")
    .option(...queueOption)
    .option("--again", "also push again what could not be judged: what was out of reach may be there now")
    .addHelpText("after", help)
    .action(async (file: string, raw: RawOptions) => {
      const { budgetMs, words } = judgedAs(raw);
      const fleet = readInput(io.cwd, file, "fleet push", raw.shard === undefined ? undefined : readShard(raw.shard));
      for (const { message } of fleet.faults) io.stderr(`mcpcheck: ${visible(message)}\n`);
      const open = await queueOf(raw.queue, "fleet push", io);
      try {
        const { pushed, waiting, cached } = await pushFleet(open, {
          entries: [...fleet.servers, ...fleet.unreachable],
          judgedWith: { mcpcheck: version(), suites: suitesDigest(words) },
          words: [...words],
          budgetMs,
          again: raw.again === true,
        });
        io.stderr(`${counted(pushed, "server")} pushed, ${waiting} wait already or are under way, ${cached} had a result\n`);
      } finally {
        await open.close();
      }
      done(fleet.faults.length > 0 ? 2 : 0);
    });
}

const help = `
Pushing a list again costs nothing: who waits already, or has a result, is not pushed twice. Workers of the same version of mcpcheck take
them (fleet work). Needs the packages bullmq and ioredis.

Examples:
  mcpcheck fleet push servers.jsonl --queue redis://127.0.0.1:6379
  MCPCHECK_QUEUE=rediss://user:password@queue:6380 mcpcheck fleet push servers.jsonl --spec 2025-11-25
`;
