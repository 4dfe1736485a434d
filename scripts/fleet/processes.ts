import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { latestOf } from "../../src/fleet/latest-results.ts";
import { nameOf } from "../../src/fleet/fleet-server.ts";
import { readResults } from "../../src/fleet/results-folder.ts";
import { exitCodeOf, simulatedServers } from "./simulated-judge.ts";

/** What a process of a simulated fleet says of itself at its end; times in ms, memory in MB. */
export type Said = { readonly ms: number; readonly judgeMs: number; readonly judged: number; readonly peakMb: number };

/** A process of a simulated fleet that runs. */
export type Simulated = {
  readonly child: ChildProcess;
  /** Resolves when it has judged another hundred servers, or has ended. */
  readonly goesOn: () => Promise<void>;
  /** What it said at its end; undefined where it was killed. */
  readonly ended: Promise<Said | undefined>;
};

const script = fileURLToPath(new URL("simulated-process.ts", import.meta.url));

/** Starts one. */
export function simulated(told: Readonly<Record<string, unknown>>): Simulated {
  const child = spawn(process.execPath, ["--import", "tsx", script, JSON.stringify(told)], { stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
  child.stderr.resume();
  const closed = once(child, "close");
  return {
    child,
    goesOn: async () => void (await Promise.race([once(child.stderr, "data"), closed])),
    ended: closed.then(() => (stdout === "" ? undefined : (JSON.parse(stdout) as Said))),
  };
}

/** What a folder of results holds, against what it has to: servers without a result, with a wrong one, and runs written twice. */
export function counted(out: string, servers: number): { lost: number; wrong: number; twice: number } {
  let runs = 0;
  const rows = (function* () {
    for (const row of readResults(out)) {
      if (row.row === "run") runs += 1;
      yield row;
    }
  })();
  const latest = latestOf(rows);
  const all = simulatedServers(servers);
  const found = all.flatMap((server) => {
    const one = latest.get(nameOf(server));
    return one === undefined ? [] : [{ server, one }];
  });
  return {
    lost: all.length - found.length,
    wrong: found.filter(({ server, one }) => one.run.exitCode !== exitCodeOf(server)).length + latest.size - found.length,
    twice: runs - latest.size,
  };
}
