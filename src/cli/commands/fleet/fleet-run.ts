import type { Command } from "commander";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { counted } from "../../../base/counted.ts";
import { visible } from "../../../base/visible.ts";
import { runFleet } from "../../../fleet/run-fleet.ts";
import { entryJudge } from "../../../fleet/judge-entry.ts";
import { readInput } from "../../fleet/fleet-input.ts";
import { suitesDigest } from "../../../run/suites/suites-digest.ts";
import { createProcessGuard } from "../../../transport/process/process-guard.ts";
import { draining, resultLine } from "../../fleet/fleet-progress.ts";
import { judgedAs, type RawJudging, withJudging } from "../../fleet/judging-options.ts";
import { readShard, wholeNumber } from "../../run-options.ts";
import { version } from "../../version.ts";
import type { Io } from "../../io.ts";

type RawOptions = RawJudging & {
  readonly out: string;
  readonly packages?: string;
  readonly workers?: string;
  readonly sandbox?: true;
  readonly again?: true;
};

/** What `--help` says of it. */
export const summary = "judge all servers of a list, many at a time, and keep the results";

/** `fleet run`: judges a fleet on this machine; exit code 0 when every server has a result, whatever it is, 2 where its line or an option is wrong. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  withJudging(program)
    .argument("<servers>", "the servers, one JSON object a line, as for fleet plan")
    .requiredOption("--out <dir>", "the folder of results; what it has already is not judged again")
    .option("--packages <dir>", "where packages are installed, once for each version (default: packages in --out)")
    .option("--workers <n>", "servers judged at a time (default: one for each processor)")
    .option("--again", "also judge again what could not be judged: what was out of reach may be there now")
    .option("--sandbox", "confine every server that is started, as for run server")
    .addHelpText("after", help)
    .action(async (file: string, raw: RawOptions) => {
      const { budgetMs, words } = judgedAs(raw);
      const fleet = readInput(io.cwd, file, "fleet run", raw.shard === undefined ? undefined : readShard(raw.shard));
      for (const { message } of fleet.faults) io.stderr(`mcpcheck: ${visible(message)}\n`);
      const results = resolve(io.cwd, raw.out);
      const guard = createProcessGuard();
      process.once("exit", guard.killAll);
      const now = (): Date => new Date();
      const judgeEntry = entryJudge({ packages: resolve(io.cwd, raw.packages ?? join(raw.out, "packages")), guard, now });
      io.interrupted.addEventListener("abort", () => io.stderr(draining), { once: true });
      const { judged, cached, left, misused } = await runFleet(
        {
          servers: fleet.servers,
          unreachable: fleet.unreachable,
          again: raw.again === true,
          results,
          workers: raw.workers === undefined ? availableParallelism() : wholeNumber("--workers", raw.workers, 1),
          judge: { budgetMs, sandbox: raw.sandbox === true, words, cwd: io.cwd },
          judgedWith: { mcpcheck: version(), suites: suitesDigest(words) },
          judgeEntry,
          now,
          onMisuse: (server, message) => io.stderr(`mcpcheck: ${visible(`${server}: ${message}`)}\n`),
          onResult: (run, open) => io.stderr(`${visible(resultLine(run))} (${open} to come)\n`),
        },
        io.interrupted,
      );
      io.stderr(
        `${counted(judged, "server")} judged, ${cached} had a result, ${left} left${misused === 0 ? "" : `, ${misused} cannot be judged as they are asked for`}; the results are in ${raw.out}: mcpcheck fleet report --from ${raw.out}\n`,
      );
      const isMisused = fleet.faults.length + misused > 0;
      done(io.interrupted.aborted ? (io.interrupted.reason === "SIGINT" ? 130 : 143) : isMisused ? 2 : 0);
    });
}

const help = `
Killed or interrupted it goes on where it was when it is called again: results are kept by server, version, mcpcheck and suites. The first
Ctrl-C begins no other server and waits for those under way; the second ends them at once, and nothing is written of them.
Packages are installed before they are judged, without running their scripts; only that needs the network.

Examples:
  mcpcheck fleet run servers.jsonl --out results
  mcpcheck fleet run servers.jsonl --out results --shard 3/20 --workers 8 --sandbox
`;
