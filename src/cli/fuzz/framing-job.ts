import type { Command } from "commander";
import type { Law } from "../../fuzz/law.ts";
import { lawJob } from "../../fuzz/law-job.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { version } from "../version.ts";
import { fuzzNumber } from "./fuzz-options.ts";

/** The options of laws, as commander hands them over. */
export type RawLawOptions = {
  readonly law?: string;
  readonly runs: string;
  readonly seed?: string;
  readonly path?: string;
  readonly reporter?: string;
};

/** Adds the options that every trying of laws takes. */
export function addLawOptions(command: Command): Command {
  return command
    .option("--law <glob>", "only these laws")
    .option("--runs <n>", "how often each law is tried", "1000")
    .option("--seed <n>", "the seed of a run to repeat; another one each time when absent");
}

/** The laws of framing. */
export async function loadFramingLaws(): Promise<readonly Law[]> {
  return (await import("../../fuzz/framing/framing-laws.ts")).framingLaws;
}

/** A job that tries these laws on the framing of this mcpcheck. */
export function framingJob({
  laws,
  runs,
  seed,
  path,
  argv,
}: {
  readonly laws: readonly Law[];
  readonly runs: string;
  readonly seed: number;
  readonly path?: string;
  readonly argv: readonly string[];
}): SubjectJob {
  return lawJob({
    id: "the framing of mcpcheck",
    subject: { kind: "client", transport: "memory", name: "mcpcheck", version: version() },
    about: "framing",
    laws,
    runs: fuzzNumber("--runs", runs),
    seed,
    path,
    now: () => performance.now(),
    argv,
  });
}
