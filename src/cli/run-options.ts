import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { reporterHelp, parseReporterOption, type ReportTarget } from "../report/reporter-option.ts";
import type { WantedRevisions } from "../run/server/negotiate.ts";
import { type FailOn, failOnOf, failOns } from "../run/fail-on.ts";
import { isRevision, revisions } from "../spec/revision.ts";
import type { Io } from "./io.ts";
import { docsUrlHelp } from "./options/docs-url-option.ts";
import { commaSeparated } from "./options/repeatable.ts";

/** The options every `run` command takes, as commander hands them over. */
export type RawRunOptions = {
  readonly spec: string;
  readonly suite?: string;
  readonly check?: string;
  readonly reporter?: string;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly bail?: true;
  readonly workers?: string;
  readonly shard?: string;
  readonly timeout: string;
  /** Absent where nobody said one. */
  readonly budget?: string;
  readonly seed: string;
  readonly out?: string;
  readonly strict?: true;
  readonly failOn?: string;
  readonly retry?: string;
  readonly onlyChanged?: string;
  readonly allowWrites?: true;
  readonly trace?: string;
  readonly verbose?: true;
  readonly docsUrl?: string;
};

/** The options every `run` command takes, checked. Times in ms. */
export type RunOptions = {
  readonly wanted: WantedRevisions;
  readonly suite: string | undefined;
  readonly check: string | undefined;
  readonly reporters: readonly ReportTarget[];
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly bail: boolean;
  /** Sessions side by side; how many are usual depends on what is judged. */
  readonly workers: number | undefined;
  readonly shard: { readonly index: number; readonly count: number } | undefined;
  readonly timeoutMs: number;
  readonly budgetMs: number;
  /** Nobody said the budget: a busy machine gets more. */
  readonly budgetStretches?: boolean;
  readonly seed: number;
  readonly failOn: FailOn;
  /** How often what failed is played again. */
  readonly retries: number;
  readonly allowWrites: boolean;
  readonly trace: string | undefined;
};

/** How long a whole subject may take on a machine that is not busy, in ms. */
export const usualBudgetMs = 120_000;

/** The options every `run` command takes, under their names as values. */
const runOptions = {
  spec: ["--spec <revisions>", `revisions to judge: ${revisions.join(", ")} (comma-separated), auto or all`, "auto"],
  suite: [
    "--suite <glob>",
    "only these suites, or scenarios as suite/scenario, which are played whatever --check they serve (comma-separated, repeatable)",
  ],
  check: ["--check <glob>", "only these checks, those judged on request among them (comma-separated, repeatable)"],
  reporter: ["--reporter <list>", reporterHelp],
  baseline: ["--baseline <file>", "known failures; entries that no longer hold fail the run"],
  updateBaseline: ["--update-baseline", "write what fails now into the baseline file"],
  bail: ["--bail", "stop at the first failure"],
  workers: ["--workers <n>", "sessions side by side"],
  shard: ["--shard <i>/<n>", "only every n-th subject, or of one host every n-th case, beginning with the i-th"],
  timeout: ["--timeout <ms>", "how long one exchange may take", "10000"],
  budget: ["--budget <ms>", `how long the whole subject may take (default: ${usualBudgetMs}, and more on a busy machine)`],
  seed: ["--seed <n>", "seed of everything that is varied", "1"],
  verbose: ["--verbose", "all bytes of each finding on the terminal"],
  docsUrl: ["--docs-url <url>", docsUrlHelp],
  out: ["--out <dir>", "where report files go; those without a name are called mcpcheck there"],
  strict: ["--strict", "warnings count as failures: --fail-on warn"],
  failOn: [
    "--fail-on <what>",
    "the least that fails the run; untested: what applies and was not exercised, and warnings (default: fail)",
  ],
  retry: [
    "--retry <n>",
    "play what failed again, alone, up to n times; what passes then is told as flaky, and counts as a warning",
  ],
  onlyChanged: ["--only-changed <report>", "show, and decide by, only what differs from an earlier report of --reporter json"],
  allowWrites: ["--allow-writes", "also call tools that are not marked read-only"],
  trace: ["--trace <file>", "keep the wire trace (NDJSON)"],
} as const satisfies Readonly<Record<keyof RawRunOptions, readonly [string, string, string?]>>;

/** Those that take lists: what is given twice counts twice. */
const lists: ReadonlySet<string> = new Set<keyof RawRunOptions>(["suite", "check", "reporter"]);

/** The name of one of them. */
export type RunOptionName = keyof typeof runOptions;

/**
 * Adds the options every `run` command takes. Help lists those that mean something here: `meaningless` ones are taken all the same, for
 * scripts that give every run the same words, and `absent` ones are not.
 */
export function addRunOptions(
  command: Command,
  {
    meaningless = [],
    absent = [],
    usual = {},
  }: {
    readonly meaningless?: readonly RunOptionName[];
    readonly absent?: readonly RunOptionName[];
    /** Limits of this command in place of the usual ones, in ms. */
    readonly usual?: Readonly<Partial<Record<"timeout" | "budget", number>>>;
  } = {},
): Command {
  for (const [name, [flags, words, common]] of Object.entries(runOptions) as [
    RunOptionName,
    readonly [string, string, string?],
  ][]) {
    const own = name === "timeout" || name === "budget" ? usual[name] : undefined;
    const value = own === undefined ? common : String(own);
    if (absent.includes(name)) {
      if (value !== undefined) command.setOptionValueWithSource(name, value, "default");
      continue;
    }
    const help = own === undefined ? words : words.replace(/ \(default: .*\)$/, "");
    const option = (name === "failOn" ? failOnOption() : new Option(flags, help)).hideHelp(meaningless.includes(name));
    if (lists.has(name)) option.argParser(commaSeparated);
    command.addOption(value === undefined ? option : option.default(value));
  }
  return command;
}

/** `--fail-on`, for every command that judges. */
export const failOnOption = (): Option => new Option(...runOptions.failOn).choices(failOns);

/** How much is done side by side: one more than the processors, for it waits more than it computes. */
export const usualSessions = (): number => availableParallelism() + 1;

/** How many sessions with one server go on side by side: two of them mostly wait, the main one for slow tools, one for its process to end. */
export const usualServerSessions = (): number => availableParallelism() + 2;

/** The options as values. @throws McpcheckError `usage` naming the option */
export function readRunOptions(raw: RawRunOptions): Omit<RunOptions, "reporters"> {
  return {
    ...readLimits(raw),
    suite: raw.suite,
    check: raw.check,
    baseline: raw.baseline,
    updateBaseline: raw.updateBaseline === true,
    bail: raw.bail === true,
    workers: raw.workers === undefined ? undefined : wholeNumber("--workers", raw.workers, 1),
    shard: raw.shard === undefined ? undefined : readShard(raw.shard),
    seed: wholeNumber("--seed", raw.seed, 0),
    failOn: readFailOn(raw),
    retries: raw.retry === undefined ? 0 : wholeNumber("--retry", raw.retry, 0),
    allowWrites: raw.allowWrites === true,
    trace: raw.trace,
  };
}

/** What fails the run. @throws McpcheckError `usage` for a word it does not know, and for one that `--strict` contradicts */
export function readFailOn({ failOn: word, strict }: Pick<RawRunOptions, "failOn" | "strict">): FailOn {
  if (word === undefined) return failOnOf({ strict: strict === true });
  const found = failOns.find((one) => one === word);
  if (found === undefined) throw new McpcheckError("usage", `--fail-on: "${word}" is unknown; there are ${failOns.join(", ")}`);
  if (found === "fail" && strict === true)
    throw new McpcheckError("usage", "--strict and --fail-on fail contradict each other: leave one of them out");
  return found;
}

/** What is spoken to a server that is visited, and how long it is waited for. @throws McpcheckError `usage` naming the option */
export function readLimits(
  raw: Pick<RawRunOptions, "spec" | "timeout" | "budget">,
): Pick<RunOptions, "wanted" | "timeoutMs" | "budgetMs" | "budgetStretches"> {
  return {
    wanted: readSpec(raw.spec),
    timeoutMs: wholeNumber("--timeout", raw.timeout, 1),
    budgetMs: raw.budget === undefined ? usualBudgetMs : wholeNumber("--budget", raw.budget, 1),
    budgetStretches: raw.budget === undefined,
  };
}

/** The reporters that are wanted. When none is named: `pretty` to standard output, and in GitHub Actions annotations beside it. */
export function readReporters(raw: Pick<RawRunOptions, "reporter" | "out">, env: Io["env"]): ReportTarget[] {
  if (raw.reporter !== undefined) return parseReporterOption(raw.reporter, raw.out);
  return ["pretty", ...(env["GITHUB_ACTIONS"] === "true" ? ["github"] : [])].map((name) => ({ name, file: null }));
}

/** Whether colours are wanted on standard output: NO_COLOR and FORCE_COLOR win over what the output is. */
export function wantsColor(io: Io): boolean {
  if (io.env["NO_COLOR"] !== undefined && io.env["NO_COLOR"] !== "") return false;
  const forced = io.env["FORCE_COLOR"];
  return forced === undefined ? io.isTerminal : forced !== "0";
}

function readSpec(text: string): WantedRevisions {
  if (text === "auto" || text === "all") return text;
  return text.split(",").map((word) => {
    if (isRevision(word)) return word;
    throw new McpcheckError("usage", `--spec: "${word}" is not a revision (there are ${revisions.join(", ")}, and auto and all)`);
  });
}

/** The whole number an option stands for. @throws McpcheckError `usage` naming the option */
export function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new McpcheckError("usage", `${option}: expected a whole number of at least ${least}, got "${text}"`);
}

/** The value of `--shard`. @throws McpcheckError `usage` */
export function readShard(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new McpcheckError("usage", `--shard: expected <i>/<n> with 1 <= i <= n, got "${text}"`);
}
