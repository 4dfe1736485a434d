import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Report } from "../test/support/run-cli.ts";
import { besideLoops } from "./steadiness/busy-loops.ts";
import { differences, type Round, steadinessPage, verdictsOf } from "./steadiness/steadiness.ts";
import { chosenSubjects, type Subject } from "./steadiness/subjects.ts";

/**
 * Judges the published real servers again and again beside busy loops, and writes in which runs which verdicts were others. After every
 * round the page is written anew. Options: `--runs` (10), `--loops` (4), `--beside`, how many subjects are judged at once (2), `--only`, a
 * part of the names of those that are judged (repeatable), `--all`, to judge every clean mock and the reference client as well,
 * `--resume`, to go on after the rounds whose reports are there, and `--dry`, to write no page.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/steadiness.md";
/** Every report, for whoever asks why a verdict was another one; not kept in the repository. */
const kept = `${root}reports/steadiness/`;
/** The load of the machine after each round that is whole. */
const loadsFile = `${kept}loads.json`;
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    loops: { type: "string", default: "4" },
    beside: { type: "string", default: "2" },
    only: { type: "string", multiple: true, default: [] },
    all: { type: "boolean", default: false },
    dry: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
  },
});

const keptReport = (id: string, run: number): string => `${kept}${id.replaceAll(/[^\w.-]+/g, "-")}-${run}.json`;

/** The rounds that are there already, as their reports say. */
function keptRounds(all: readonly Subject[]): Round[] {
  const loads = JSON.parse(readFileSync(loadsFile, "utf8")) as readonly number[];
  return loads.map((load, index) => ({
    load,
    verdicts: new Map(
      all.map(({ id }) => [id, verdictsOf(JSON.parse(readFileSync(keptReport(id, index + 1), "utf8")) as Report)] as const),
    ),
  }));
}

async function measure(): Promise<void> {
  const all = chosenSubjects({ all: values.all, parts: values.only });
  mkdirSync(kept, { recursive: true });
  const rounds = values.resume && existsSync(loadsFile) ? keptRounds(all) : [];
  for (let run = rounds.length + 1; run <= Number(values.runs); run += 1) {
    const round = new Map<string, ReadonlyMap<string, string>>();
    const queue = all.values();
    const one = async (): Promise<void> => {
      for (const { id, judge } of queue) {
        const began = Date.now();
        const text = await judge(keptReport(id, run).replace(/json$/, "ndjson"));
        writeFileSync(keptReport(id, run), text);
        console.error(`run ${run}: ${id}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
        round.set(id, verdictsOf(JSON.parse(text) as Report));
      }
    };
    await Promise.all(Array.from({ length: Number(values.beside) }, one));
    rounds.push({ load: loadavg()[0] ?? 0, verdicts: round });
    writeFileSync(loadsFile, JSON.stringify(rounds.map(({ load }) => load)));
    const ids = all.map(({ id }) => id);
    console.error(`run ${run}, load ${(loadavg()[0] ?? 0).toFixed(1)}: ${differences(ids, rounds).join("; ") || "all alike"}`);
    if (!values.dry) writeFileSync(`${root}${file}`, steadinessPage(ids, rounds, values));
  }
}

await besideLoops(Number(values.loops), measure);
