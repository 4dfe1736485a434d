import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Report } from "../test/support/run-cli.ts";
import { isInstalled, readyPeer } from "../test/peers/peers.ts";
import { publishedPeers } from "../test/peers/published-peers.ts";
import { differences, type Round, steadinessPage, verdictsOf } from "./steadiness/steadiness.ts";
import { cleanMocks } from "../src/cli/proof/prove-servers.ts";
import { listLookalikes } from "../src/mock/script/load-script.ts";

/**
 * Judges the real servers of the published page and the clean mocks again and again beside busy loops, and writes in which runs
 * which verdicts were others. After every round the page is written anew. Options: `--runs` (10), `--loops` (4), `--beside`, how
 * many servers are judged at once (2), `--only`, a part of the names of those that are judged, `--resume`, to go on after the rounds
 * whose reports are there, and `--dry`, to write no page.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/steadiness.md";
/** Every report, for whoever asks why a verdict was another one; not kept in the repository. */
const kept = `${root}reports/steadiness/`;
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    loops: { type: "string", default: "4" },
    beside: { type: "string", default: "2" },
    only: { type: "string", default: "" },
    dry: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
  },
});

type Subject = { readonly id: string; readonly judge: () => Promise<string> };

const mcpcheck = `${root}bin/mcpcheck.js`;

function subjects(): Subject[] {
  const real = publishedPeers().filter(isInstalled);
  const mocks = [...cleanMocks, ...listLookalikes()];
  return [
    ...real.map((peer) => ({
      id: peer.id,
      judge: async () => {
        const { argv, end } = await readyPeer(peer);
        try {
          return await judged(argv);
        } finally {
          end();
        }
      },
    })),
    ...mocks.map((id) => ({
      id: `mock ${id}`,
      judge: async () => await judged(["--", process.execPath, mcpcheck, "serve", "mock", id]),
    })),
  ].filter(({ id }) => id.includes(values.only));
}

async function judged(argv: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [mcpcheck, "run", "server", "--reporter", "json", ...argv], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => child.once("close", resolve));
  return Buffer.concat(chunks).toString();
}

const keptReport = (id: string, run: number): string => `${kept}${id.replaceAll(/[^\w.-]+/g, "-")}-${run}.json`;

/** The rounds that are there already, as their reports say. */
function keptRounds(all: readonly Subject[]): Round[] {
  const loads = JSON.parse(readFileSync(`${kept}loads.json`, "utf8")) as readonly number[];
  return loads.map((load, index) => ({
    load,
    verdicts: new Map(
      all.map(({ id }) => [id, verdictsOf(JSON.parse(readFileSync(keptReport(id, index + 1), "utf8")) as Report)] as const),
    ),
  }));
}

async function measure(): Promise<void> {
  const all = subjects();
  const rounds = values.resume ? keptRounds(all) : [];
  for (let run = rounds.length + 1; run <= Number(values.runs); run += 1) {
    const round = new Map<string, ReadonlyMap<string, string>>();
    const queue = all.values();
    const one = async (): Promise<void> => {
      for (const { id, judge } of queue) {
        const text = await judge();
        mkdirSync(kept, { recursive: true });
        writeFileSync(keptReport(id, run), text);
        round.set(id, verdictsOf(JSON.parse(text) as Report));
      }
    };
    await Promise.all(Array.from({ length: Number(values.beside) }, one));
    rounds.push({ load: loadavg()[0] ?? 0, verdicts: round });
    writeFileSync(`${kept}loads.json`, JSON.stringify(rounds.map(({ load }) => load)));
    const ids = all.map(({ id }) => id);
    console.error(`run ${run}, load ${(loadavg()[0] ?? 0).toFixed(1)}: ${differences(ids, rounds).join("; ") || "all alike"}`);
    if (!values.dry) writeFileSync(`${root}${file}`, steadinessPage(ids, rounds, values));
  }
}

const loops: ChildProcess[] = Array.from({ length: Number(values.loops) }, () =>
  spawn(process.execPath, ["-e", "for(;;);"], { stdio: "ignore" }),
);
const quiet = (): void => loops.forEach((loop) => loop.kill("SIGKILL"));
process.once("exit", quiet);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
try {
  await measure();
} finally {
  quiet();
}
