import type { JsonObject } from "../../jsonrpc/json.ts";
import { type ModelAskedFor, type ModelEvent, modelEvents, type ModelTrace } from "./model-event.ts";
import { mayConstrain, type Played, playedOf } from "./played.ts";
import { emptyAnswer, type ReadAnswer } from "./read-answer.ts";
import { readOllama } from "./read-ollama.ts";
import { readOpenai } from "./read-openai.ts";

/** A scripted turn and what the server made of it. */
export type ModelAnswer = ReadAnswer & {
  readonly asked: ModelAskedFor;
  /** The event that shows the answer best: its last piece, its status, or that there was none. */
  readonly seen: number;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly how: "complete" | "broken" | "late" | "open";
  /** Why there is no whole answer: an error the server reported, a connection that broke, time that was over. */
  readonly failed: string | undefined;
  readonly played: Played;
  /** Whether the server may have held the model to a grammar. */
  readonly mayConstrain: boolean;
  /** All text of the body. */
  readonly raw: string;
  readonly body: JsonObject;
};

/**
 * The answers of a trace, in the order they were asked for. Where a request was sent once more the later answer counts: one silence may be
 * the machine's.
 */
export function answersOf(trace: ModelTrace): ModelAnswer[] {
  const [setting] = modelEvents(trace, "setting");
  const extra = modelEvents(trace, "counting")[0]?.extra ?? null;
  const byExchange = new Map<number, Exchanged[]>();
  for (const event of trace) {
    if (!("exchange" in event)) continue;
    const events = byExchange.get(event.exchange);
    if (events === undefined) byExchange.set(event.exchange, [event]);
    else events.push(event);
  }
  const requests = modelEvents(trace, "asked");
  const repeated = new Set(requests.map(({ repeats }) => repeats));
  const standing = requests.filter(({ exchange }) => !repeated.has(exchange));
  const answers = standing.map((asked) => {
    const read = setting?.api === "openai" ? readOpenai : readOllama;
    const held = setting !== undefined && mayConstrain(setting, asked);
    return answerOf(asked, byExchange.get(asked.exchange) ?? [], { read, extra, held });
  });
  const named = new Map(answers.map((answer) => [turnOf(answer.asked, answer.asked.streamed), answer]));
  return answers.map((answer) => asItsTwin(answer, named.get(turnOf(answer.asked, !answer.asked.streamed))));
}

const turnOf = ({ scenario, turn }: ModelAskedFor, streamed: boolean): string => `${scenario} ${turn} ${streamed}`;

/**
 * The same turn whole and streamed meets the same grammar: where one answer tells what the model said, so does as many tokens of the
 * other. Servers list no log-probabilities in streams with tools.
 */
function asItsTwin(answer: ModelAnswer, twin: ModelAnswer | undefined): ModelAnswer {
  if (answer.played !== "unknown" || !answer.mayConstrain || answer.failed !== undefined || twin === undefined) return answer;
  if (twin.played === "constrained" || answer.tokens === twin.tokens) return { ...answer, played: twin.played };
  return answer;
}

type Reading = {
  readonly read: (chunks: readonly string[], streamed: boolean) => ReadAnswer;
  readonly extra: number | null;
  readonly held: boolean;
};

type Exchanged = Extract<ModelEvent, { exchange: number }>;

function answerOf(asked: ModelAskedFor, events: readonly Exchanged[], { read, extra, held }: Reading): ModelAnswer {
  const chunks = events.filter((event) => event.kind === "chunk");
  const response = events.find((event) => event.kind === "response");
  const end = events.find((event) => event.kind === "end");
  const request = events.find((event) => event.kind === "request");
  const isStream = asked.streamed && response?.status === 200 && !isDocument(response.headers);
  const answer =
    response === undefined
      ? emptyAnswer
      : read(
          chunks.map(({ text }) => text),
          isStream,
        );
  const failed = whyFailed(response?.status, end, answer);
  return {
    ...answer,
    asked,
    seen: (chunks.at(-1) ?? response ?? end ?? asked).seq,
    status: response?.status,
    headers: response?.headers ?? {},
    how: end?.how ?? "open",
    failed,
    played: playedOf({ asked, answer, failed, extra, mayConstrain: held }),
    mayConstrain: held,
    raw: chunks.map(({ text }) => text).join("\n"),
    body: (typeof request?.body === "object" ? request.body : {}) as JsonObject,
  };
}

/** A server that answers a streaming request with one document has not streamed. */
function isDocument(headers: Readonly<Record<string, string>>): boolean {
  return /^application\/json\b/i.test(headers["content-type"] ?? "");
}

function whyFailed(
  status: number | undefined,
  end: Extract<ModelEvent, { kind: "end" }> | undefined,
  answer: ReadAnswer,
): string | undefined {
  if (status !== undefined && status !== 200) return `status ${status}: ${answer.error ?? "no message"}`;
  if (answer.error !== undefined) return `an error within the answer: ${answer.error}`;
  if (end === undefined || end.how === "complete") return status === undefined ? "no answer" : undefined;
  return end.message ?? (end.how === "late" ? "no whole answer in time" : "the connection broke");
}
