import { type Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { suggestion } from "../../../base/nearest.ts";
import { type Corpus, corpusNames, loadCorpora } from "../../../run/parser/corpus.ts";
import { startCommandParser } from "../../../run/parser/command-parser.ts";
import { parserChecks } from "../../../check/parser/parser-checks.ts";
import { parserJob } from "../../../run/parser/job.ts";
import type { ParserUnderTest } from "../../../run/parser/parser-under-test.ts";
import { restartedParser } from "../../../run/parser/restarted-parser.ts";
import { referenceParser } from "../../../run/parser/reference-parser.ts";
import type { SubjectJob } from "../../../run/subject-job.ts";
import { formatById } from "../../../toolcall/formats/registry.ts";
import type { Subject } from "../../../trace/trace.ts";
import { systemClock } from "../../../base/time/clock.ts";
import type { Io } from "../../io.ts";
import { performRun, type RunContext } from "../../perform-run.ts";
import { addRunOptions, type RawRunOptions, readShard } from "../../run-options.ts";
import { version } from "../../version.ts";
import { globMatcher } from "../../../base/glob/glob-matcher.ts";

type RawOptions = RawRunOptions & {
  readonly command?: string;
  readonly format?: string;
  readonly splits: string;
  readonly case?: string;
};

const startTimeoutMs = 60_000;

/** What `--help` says of it. */
export const summary = "judge a tool-call parser by the corpora";

/** `run parser`: replays the tool-call corpora through a parser under test, or through the reference parsers. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  // Thousands of cases, each cut in dozens of ways: the budget of a server would be over too soon.
  addRunOptions(program, { meaningless: ["spec", "suite", "workers", "allowWrites"], usual: { budget: 1_800_000 } })
    .option(
      "--command <command>",
      "the parser under test: started once, speaks the line protocol; the reference parsers when absent",
    )
    .option("--format <glob>", "only these formats, several separated by commas")
    .option("--case <glob>", "only these cases of the corpora")
    .option("--splits <n>", "most two-way splits of one input, drawn with --seed; all of them when there are fewer", "24")
    .addHelpText("after", examples)
    .action(async (raw: RawOptions) => {
      const argv = ["mcpcheck", "run", "parser", ...(raw.command === undefined ? [] : ["--command", raw.command])];
      const { shard: _shard, ...rest } = raw;
      done(await performRun(io, rest, argv, (context) => [jobOf(raw, argv, context, io)], parserChecks));
    });
}

const examples = `
Examples:
  mcpcheck run parser
  mcpcheck run parser --command 'python my_adapter.py' --format 'qwen*,hermes'
`;

function jobOf(
  raw: RawOptions,
  argv: readonly string[],
  { options, checks, guard, keepTrace, again }: RunContext<(typeof parserChecks)[number]>,
  io: Io,
): SubjectJob {
  const { command } = raw;
  const corpora = chosenCorpora(raw).filter(({ format }) => again?.has(format) !== false);
  return parserJob({
    id: command ?? "reference",
    subject: subjectOf(command),
    corpora,
    checks,
    thoroughness: { splits: wholeSplits(raw.splits), seed: options.seed },
    bail: options.bail,
    argv,
    clock: systemClock,
    start: (): ParserUnderTest =>
      command === undefined
        ? referenceParser(formatById)
        : restartedParser(() =>
            startCommandParser({
              command,
              cwd: io.cwd,
              clock: systemClock,
              guard,
              timeoutMs: options.timeoutMs,
              startTimeoutMs: Math.max(startTimeoutMs, options.timeoutMs),
            }),
          ),
    ...(options.trace === undefined ? {} : { keepTrace }),
    budgetMs: options.budgetMs,
  });
}

function subjectOf(command: string | undefined): Subject {
  return command === undefined
    ? { kind: "parser", transport: "memory", name: "mcpcheck reference parsers", version: version() }
    : { kind: "parser", transport: "stdio", command: [command] };
}

/** The corpora of the formats and cases that are wanted. A shard is every n-th format: there is but one subject. */
function chosenCorpora({ format, case: wanted, shard }: RawOptions): Corpus[] {
  const wants = globMatcher(format);
  const wantsCase = globMatcher(wanted);
  const corpora = loadCorpora(wants).map((corpus) => ({ ...corpus, cases: corpus.cases.filter(({ id }) => wantsCase(id)) }));
  const part = shard === undefined ? { index: 1, count: 1 } : readShard(shard);
  const kept = corpora.filter(({ cases }) => cases.length > 0).filter((_corpus, index) => index % part.count === part.index - 1);
  if (corpora.length === 0)
    throw new McpcheckError(
      "usage",
      `--format: no format matches "${format}"${suggestion(format ?? "", corpusNames())} (mcpcheck list formats shows them)`,
    );
  if (kept.length === 0) throw new McpcheckError("usage", `--case: no case matches "${wanted}"`);
  return kept;
}

function wholeSplits(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new McpcheckError("usage", `--splits: expected a whole number, got "${text}"`);
}
