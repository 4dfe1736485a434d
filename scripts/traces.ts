import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Command } from "commander";
import type { Check } from "../src/check/check.ts";
import { outcomeOf } from "../src/check/judge.ts";
import { checkById, checks } from "../src/check/registry.ts";
import { groupBy } from "../src/base/group-by.ts";
import { formatTrace, parseTrace } from "../src/trace/ndjson.ts";
import { revisionsIn, type Trace } from "../src/trace/trace.ts";
import { alteredInFull, alteredLines } from "../test/support/traces/altered.ts";
import { alteredFile } from "../test/support/traces/altered-golden.ts";
import { excerpt } from "../test/support/traces/excerpt.ts";
import { loadClientMutants } from "../src/run/proof/load-mutants.ts";
import { formatRecorded } from "../test/support/traces/format-recorded.ts";
import { loadRecorded, recordedFile, recordedFiles } from "../test/support/traces/load-recorded.ts";
import { parseRecorded } from "../test/support/traces/parse-recorded.ts";
import { recordClientTraces } from "../test/support/traces/record-client.ts";
import { outcomeNamed, type Recorded } from "../test/support/traces/recorded.ts";

/** The recorded traces of checks, `fixtures/traces`: `npm run traces -- --help`. */
const program = new Command("traces").description(
  "Recorded traces of checks: fixtures/traces/<subject>/<area>/<check id>.traces",
);

program
  .command("show")
  .description("a recorded trace as NDJSON, as `mcpcheck judge` reads it")
  .argument("<check>", "id of a check")
  .argument("<name>", "name of one of its traces")
  .action((id: string, name: string) => {
    const { traces } = loadRecorded(named(id));
    const trace = traces.get(name) ?? program.error(`${id} has no trace "${name}" (there are ${[...traces.keys()].join(", ")})`);
    process.stdout.write(formatTrace(trace));
  });

program
  .command("add")
  .description("add a trace to those of a check, or replace it, if the check comes to the outcome it is named after")
  .argument("<check>", "id of a check")
  .argument("<name>", "satisfied, violated, inconclusive or not-applicable, and what about it: violated-other-code")
  .argument("<file>", "a trace (NDJSON), as --trace keeps it")
  .option("--connection <number...>", "only what went over these connections")
  .action((id: string, name: string, file: string, { connection = [] }: { readonly connection?: readonly string[] }) => {
    const check = named(id);
    const trace = excerpt(parseTrace(readFileSync(file, "utf8"), file), connection.map(Number));
    const outcomes = revisionsIn(trace).map((revision) => outcomeOf(trace, check, revision));
    if (outcomes.length !== 1) program.error(`${file}: judges ${outcomes.length} revisions; choose connections of one`);
    if (outcomes[0]?.kind !== outcomeNamed(name)) program.error(`${id} comes to ${JSON.stringify(outcomes[0])}, not to ${name}`);
    write(recordedFile(check), withTrace(loadRecorded(check), name, trace));
  });

program
  .command("client")
  .description("record the traces of checks of clients anew: what the reference client shows, and what its mutant does")
  .argument("<checks...>", "ids of checks")
  .action(async (ids: readonly string[]) => {
    const mutants = loadClientMutants();
    for (const check of ids.map(named)) {
      const mutant = mutants.find(({ mutates }) => mutates === check.id) ?? program.error(`${check.id} has no mutant`);
      const { passive } = loadRecorded(check);
      const recorded = await recordClientTraces(check, mutant);
      write(recordedFile(check), passive === undefined ? recorded : { ...recorded, passive });
    }
  });

program
  .command("format")
  .description("write every file anew, as `add` would: after editing by hand")
  .action(() => {
    for (const file of recordedFiles()) write(file, parseRecorded(readFileSync(file, "utf8"), file));
  });

program
  .command("alter")
  .description("what a check comes to where its traces are altered in one place; without one, write fixtures/golden/altered anew")
  .argument("[check]", "id of a check")
  .action((id: string | undefined) => {
    if (id !== undefined) return void process.stdout.write(alteredInFull(named(id)));
    for (const [file, held] of groupBy(checks, alteredFile)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${held.flatMap(alteredLines).join("\n")}\n`);
    }
  });

await program.parseAsync();

function named(id: string): Check {
  return checkById(id) ?? program.error(`there is no check "${id}"`);
}

function withTrace(recorded: Recorded, name: string, trace: Trace): Recorded {
  return { ...recorded, traces: new Map([...recorded.traces, [name, trace]]) };
}

function write(file: string, recorded: Recorded): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formatRecorded(recorded));
}
