import { setImmediate } from "node:timers/promises";
import { type Chunking, chunkingsOf, type Thoroughness } from "./chunkings.ts";
import { disagreement, wrongDeltas, wrongWith } from "./answer/compare-answer.ts";
import type { Corpus, CorpusCase } from "./corpus.ts";
import type { Fault, FormatObservations, Observation } from "../../check/parser/observation.ts";
import { isReadable, type ParserRequest, type ToldAnswer } from "./answer/parser-answer.ts";
import type { ParserExchange, ParserUnderTest } from "./parser-under-test.ts";

/** Numbers the exchanges of a run, and may keep them. The number is that of the answer; its request has the one before. */
export type Ledger = { readonly next: () => number; readonly keep: (seq: number, exchange: ParserExchange) => void };

/**
 * Replays all cases of one format, each whole and in every chunking, with as many open requests as the parser allows.
 * Stops early when `stop` is aborted. @throws McpcheckError `subject` when the parser gives no answer
 */
export async function replayCorpus(
  parser: ParserUnderTest,
  corpus: Corpus,
  thoroughness: Thoroughness,
  ledger: Ledger,
  stop: AbortSignal,
): Promise<FormatObservations> {
  const cases: Observation[] = [];
  for (const one of corpus.cases) {
    // A parser in this process never waits for anything: without a turn of the event loop no signal would be heard.
    await setImmediate();
    if (stop.aborted) break;
    const seen = await replayCase(parser, corpus, one, thoroughness, ledger);
    if (seen === "unsupported") return { format: corpus.format, unsupported: true, cases: [] };
    cases.push(seen);
  }
  return { format: corpus.format, unsupported: false, cases };
}

type Answered = {
  readonly seq: number;
  readonly chunking: string;
  readonly exchange: ParserExchange;
  readonly answer: ToldAnswer;
};

async function replayCase(
  parser: ParserUnderTest,
  corpus: Corpus,
  one: CorpusCase,
  thoroughness: Thoroughness,
  ledger: Ledger,
): Promise<Observation | "unsupported"> {
  const ask = async ({ name, chunks }: Chunking): Promise<Answered | "unsupported"> => {
    const seq = ledger.next();
    const exchange = await parser.ask(requestOf(corpus, one, chunks));
    ledger.keep(seq, exchange);
    const { answer } = exchange;
    if (answer === "unsupported") return "unsupported";
    return { seq, chunking: name, exchange, answer };
  };
  const first = await ask({ name: "whole", chunks: one.chunks ?? [one.input] });
  if (first === "unsupported") return first;
  const chunkings = one.chunks === undefined ? chunkingsOf(one.input, thoroughness) : [];
  const rest = (await inWindow(chunkings, parser.window, ask)).flatMap((answered) =>
    answered === "unsupported" || answered.exchange.skipped === true ? [] : [answered],
  );
  return observe(one, first, rest);
}

function observe(one: CorpusCase, first: Answered, rest: readonly Answered[]): Observation {
  const loose = "but for whitespace";
  const whole = faultOf(first, (answer) => wrongWith(answer, one, loose));
  const streamed = firstFault([first, ...rest], (answer) => wrongWith(answer, one, loose));
  const variant = firstFault(rest, (answer) => disagreement(answer, first.answer, loose));
  const strict = firstFault(
    [first, ...rest],
    (answer) => wrongWith(answer, one, "exact") ?? disagreement(answer, first.answer, "exact"),
  );
  const layout = streamed === undefined && variant === undefined ? strict : undefined;
  const withDeltas = [first, ...rest].filter(({ answer }) => isReadable(answer) && answer.deltas !== undefined);
  const readable = [first, ...rest].flatMap(({ answer }) => (isReadable(answer) ? [answer] : []));
  const [unreadable] = [first, ...rest].flatMap(({ answer }) => (isReadable(answer) ? [] : [answer.wrong]));
  const delta = firstFault(withDeltas, wrongDeltas);
  return {
    case: one,
    seq: first.seq,
    request: first.exchange.request(),
    reply: first.exchange.reply(),
    chunkings: rest.length,
    wrongChunkings: rest.filter(({ answer }) => wrongWith(answer, one, loose) !== undefined).map(({ chunking }) => chunking),
    deltas: withDeltas.length,
    // Whoever gives no readable answer at all does not leave the reasoning to others.
    tellsReasoning: readable.length === 0 || readable.some(({ reasoning }) => reasoning !== undefined),
    readable: readable.length,
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(whole === undefined ? {} : { whole }),
    ...(streamed === undefined ? {} : { streamed }),
    ...(variant === undefined ? {} : { variant }),
    ...(layout === undefined ? {} : { layout }),
    ...(delta === undefined ? {} : { delta }),
  };
}

function firstFault(all: readonly Answered[], wrong: (answer: ToldAnswer) => string | undefined): Fault | undefined {
  for (const answered of all) {
    const fault = faultOf(answered, wrong);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOf(
  { seq, chunking, exchange, answer }: Answered,
  wrong: (answer: ToldAnswer) => string | undefined,
): Fault | undefined {
  const message = wrong(answer);
  return message === undefined ? undefined : { seq, chunking, message, request: exchange.request(), reply: exchange.reply() };
}

function requestOf(corpus: Corpus, one: CorpusCase, chunks: Chunking["chunks"]): ParserRequest {
  return {
    format: corpus.format,
    chunks,
    ...(typeof chunks === "object" ? {} : { input: one.input }),
    ...(one.tokenIds === undefined ? {} : { tokenIds: one.tokenIds }),
    ...(one.prefix === undefined ? {} : { prefix: one.prefix }),
    tools: one.tools ?? corpus.tools,
  };
}

/** Does the work for every item, at most `window` at a time; results in the order of the items. Fails with the first failure. */
async function inWindow<T, R>(items: readonly T[], window: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const one = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(window, items.length) }, one));
  return results;
}
