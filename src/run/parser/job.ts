import type { Finding } from "../../check/finding.ts";
import { verdictOf } from "../../check/verdict.ts";
import { counted } from "../../base/counted.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { Subject, Trace } from "../../trace/trace.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import type { Clock } from "../../base/time/clock.ts";
import { reproLine } from "../repro.ts";
import type { RunError } from "../run-event.ts";
import type { SubjectEvent, SubjectJob } from "../subject-job.ts";
import type { WireExcerpt } from "../wire/wire-excerpt.ts";
import type { Thoroughness } from "./chunkings.ts";
import type { Corpus } from "./corpus.ts";
import { type Fault, type FormatObservations, readRight } from "../../check/parser/observation.ts";
import { looksAt, outcomeOf, type ParserCheck, restsOn } from "../../check/parser/parser-checks.ts";
import type { ParserUnderTest } from "./parser-under-test.ts";
import { replayCorpus } from "./drive.ts";
import { createParserLedger, type TimedLedger } from "./parser-ledger.ts";
import { blame } from "../blame.ts";

/** What judging one parser takes. */
export type ParserJobSetup = {
  readonly id: string;
  readonly subject: Subject;
  readonly corpora: readonly Corpus[];
  readonly checks: readonly ParserCheck[];
  readonly thoroughness: Thoroughness;
  readonly bail: boolean;
  readonly argv: readonly string[];
  readonly clock: Clock;
  /** Starts the parser; nothing is asked yet. */
  readonly start: () => ParserUnderTest;
  /** Gets every exchange in the end; absent when nobody wants the trace. */
  readonly keepTrace?: (trace: Trace) => void;
  /** Milliseconds the whole judgement may take. */
  readonly budgetMs: number;
};

/**
 * A job that replays the corpora through one parser and judges it format by format. In findings the format stands where
 * other subjects have the revision: it is what the parser is judged against.
 */
export function parserJob(setup: ParserJobSetup): SubjectJob {
  return {
    id: setup.id,
    async *events(stop) {
      const began = setup.clock.now();
      const kept: WireEvent[] = [];
      const ledger = createParserLedger(setup.clock, setup.keepTrace === undefined ? undefined : kept);
      const parser = setup.start();
      const tally: Tally = { asked: 0, read: 0, callCases: 0, answered: false };
      let error: RunError | null;
      try {
        yield {
          type: "subject.described",
          subjectId: setup.id,
          subject: setup.subject,
          revisions: setup.corpora.map(({ format }) => format),
        };
        yield { type: "subject.planned", subjectId: setup.id, scenarios: setup.corpora.length };
        yield* judgeFormats(setup, parser, ledger, stop, tally);
        yield* straysOf(parser, setup.id);
        yield* restartsOf(parser, setup.id);
        error = stop.aborted ? null : noReader(tally, setup.corpora);
      } catch (caught) {
        error = blame(caught);
      } finally {
        await parser.close();
      }
      setup.keepTrace?.({ subject: setup.subject, events: kept });
      // A parser in this process has no connection that anything could be read from.
      if (setup.subject.command !== undefined)
        yield { type: "subject.timeline", subjectId: setup.id, connections: ledger.connections() };
      yield { type: "subject.finished", subjectId: setup.id, error, ms: setup.clock.now() - began };
    },
  };
}

type Tally = { asked: number; read: number; callCases: number; answered: boolean };

async function* judgeFormats(
  setup: ParserJobSetup,
  parser: ParserUnderTest,
  ledger: TimedLedger,
  stop: AbortSignal,
  tally: Tally,
): AsyncGenerator<SubjectEvent> {
  const began = setup.clock.now();
  for (const corpus of setup.corpora) {
    if (stop.aborted) return;
    if (setup.clock.now() - began > setup.budgetMs)
      throw new McpcheckError(
        "subject",
        `the budget of ${setup.budgetMs} ms was over before ${corpus.format}; give more with --budget, or fewer formats`,
      );
    const start = setup.clock.now();
    const seen = await replayCorpus(parser, corpus, setup.thoroughness, ledger, stop);
    ledger.ended(corpus.format);
    if (stop.aborted) return;
    tally.answered ||= seen.unsupported || seen.cases.some(({ readable }) => readable > 0);
    if (!tally.answered) throw noAnswer(seen);
    tally.asked += seen.cases.length;
    tally.read += seen.cases.filter(readRight).length;
    tally.callCases += seen.cases.filter((one) => one.case.expect.calls.length > 0).length;
    yield {
      type: "scenario.finished",
      subjectId: setup.id,
      revision: corpus.format,
      scenario: `corpus/${corpus.format}`,
      skipped: seen.unsupported ? "the parser does not know the format" : null,
      ms: setup.clock.now() - start,
    };
    const findings = setup.checks.map((check) => findingOf(setup, check, seen));
    yield* findings;
    if (setup.bail && findings.some(({ finding }) => finding.verdict === "fail")) return;
  }
}

/** What answers, but never in the form of an answer, is no parser: nothing is judged by it. */
function noAnswer({ format, cases }: FormatObservations): McpcheckError {
  const [first] = cases.filter(({ unreadable }) => unreadable !== undefined);
  const line = first === undefined ? "" : ` in ${JSON.stringify(first.reply.slice(0, shownLimit))}`;
  return new McpcheckError(
    "subject",
    `the parser gave no answer that can be read to any of ${counted(cases.length, "case")} of ${format}; the first: ${first?.unreadable ?? "none"}${line}`,
  );
}

/** Lines that answer nothing are not held against the parser, but they are told. */
function* straysOf({ strays = () => [] }: ParserUnderTest, id: string): Generator<SubjectEvent> {
  const [first, ...more] = strays();
  if (first !== undefined)
    yield {
      type: "notice",
      message: `${id}: the parser wrote ${counted(more.length + 1, "line")} that answer no request, the first: ${JSON.stringify(first.slice(0, shownLimit))}; what is not an answer belongs to standard error`,
    };
}

/** That a parser had to be started again is told, also where it answered then. */
function* restartsOf({ restarts = () => 0 }: ParserUnderTest, id: string): Generator<SubjectEvent> {
  if (restarts() > 0)
    yield {
      type: "notice",
      message: `${id}: the parser ended or fell silent, and was started again ${counted(restarts(), "time")}; what was open then was asked again, each alone`,
    };
}

/** As much of a line as messages show. */
const shownLimit = 120;

function findingOf(
  setup: ParserJobSetup,
  check: ParserCheck,
  seen: FormatObservations,
): Extract<SubjectEvent, { type: "finding" }> {
  const outcome = outcomeOf(check, seen);
  const evidence = outcome.kind === "satisfied" || outcome.kind === "violated" ? outcome.evidence : [];
  const faulty = seen.cases.filter((one) => looksAt(check, one) && check.fault(one) !== undefined);
  const [first] = faulty;
  const finding: Finding = {
    check: check.id,
    title: check.title,
    level: check.level,
    revision: seen.format,
    verdict: verdictOf(check.level, outcome),
    message: messageOf(check, seen),
    spec: check.spec,
    advice: check.advice,
    scenario: first === undefined ? `corpus/${seen.format}` : `corpus/${seen.format}/${first.case.id}`,
    evidence,
    promised: outcome.kind === "inconclusive",
  };
  const faults = faulty.flatMap((one) => check.fault(one) ?? []).slice(0, 3);
  const wire = finding.verdict === "pass" ? [] : faults.flatMap((fault) => excerptsOf(fault));
  return {
    type: "finding",
    subjectId: setup.id,
    finding,
    wire,
    repro: reproLine([...setup.argv, "--format", seen.format], finding),
  };
}

function messageOf(check: ParserCheck, seen: FormatObservations): string {
  const outcome = outcomeOf(check, seen);
  if (outcome.kind === "violated") return `${restsOn(check, seen)} right; ${outcome.message}`;
  return outcome.kind === "satisfied" ? restsOn(check, seen) : outcome.reason;
}

const excerptLimit = 2048;

function excerptsOf({ seq, request, reply }: Fault): WireExcerpt[] {
  const excerpt = (at: number, direction: "sent" | "received", whole: string): WireExcerpt => ({
    seq: at,
    at: 0,
    direction,
    kind: "frame",
    text: whole.slice(0, excerptLimit),
    ...(whole.length > excerptLimit ? { cut: true } : {}),
    evidence: direction === "received",
  });
  return [withoutTools(excerpt(seq - 1, "sent", request)), excerpt(seq, "received", reply)];
}

/** The tools stand last in every request and are the same in most: they would hide what matters. */
function withoutTools(shown: WireExcerpt): WireExcerpt {
  const at = shown.text.indexOf(',"tools":[');
  return at === -1 ? shown : { ...shown, text: shown.text.slice(0, at), cut: true };
}

/** A parser that read no call at all, or knows no format, was not judged: it is not what it was said to be. */
function noReader({ asked, read, callCases }: Tally, corpora: readonly Corpus[]): RunError | null {
  if (read > 0) return null;
  const message =
    asked === 0
      ? `the parser knows none of ${counted(corpora.length, "format")}`
      : `the parser answered, but read none of the calls in ${counted(callCases, "case")}: it is not a tool-call parser for ${corpora
          .map(({ format }) => format)
          .slice(0, 5)
          .join(", ")}`;
  return { kind: "subject", message, stderrTail: "" };
}
