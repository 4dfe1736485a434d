import { callsOf, type Piece, textOfPieces, type UtteredCall, type Utterance } from "../../player/utterance.ts";
import type { Answer } from "../answer.ts";
import { objectMember, objectOf } from "../../json-text.ts";
import { logprobsOf, logprobsOfWhole } from "../logprobs.ts";

/** What an answer on the Ollama wire holds besides what the model says. */
export type OllamaFrame = { readonly model: string; readonly date: () => Date; readonly logprobs: boolean };

/** Ollama's /api/chat: one JSON object per line, calls whole, `done` in the last line. */
export function ollamaAnswer(utterance: Utterance, frame: OllamaFrame): Answer {
  const line = (message: string, more: Record<string, string | undefined>): string =>
    `${objectOf({
      model: JSON.stringify(frame.model),
      created_at: JSON.stringify(frame.date().toISOString()),
      message,
      ...more,
    })}\n`;
  const final = { done: "true", done_reason: JSON.stringify(doneReason(utterance)), ...metrics(utterance) };
  return {
    streamType: "application/x-ndjson",
    start: () => [],
    piece: (piece) => [line(messageOf([piece]), { done: "false", logprobs: logprobs(logprobsOf([piece]), frame) })],
    end: () => [line(messageOf([]), final)],
    error: (message) => `${JSON.stringify({ error: message })}\n`,
    body: (unfinished) =>
      line(messageOf(utterance.pieces), {
        ...(unfinished ? { done: "false" } : final),
        logprobs: logprobs(logprobsOfWhole(utterance), frame),
      }).trimEnd(),
  };
}

/** Ollama knows `stop` and `length`; a model that called a tool has stopped. */
export function doneReason({ finish, finishWord }: Pick<Utterance, "finish" | "finishWord">): string {
  return finishWord ?? (finish === "length" ? "length" : "stop");
}

/** Durations in nanoseconds, one per token, and the counts. */
export function metrics({ usage }: Pick<Utterance, "usage">): Record<string, string> {
  const { promptTokens, completionTokens } = usage;
  return {
    total_duration: String((promptTokens + completionTokens) * 1_000_000),
    load_duration: "0",
    prompt_eval_count: String(promptTokens),
    prompt_eval_duration: String(promptTokens * 1_000_000),
    eval_count: String(completionTokens),
    eval_duration: String(completionTokens * 1_000_000),
  };
}

function messageOf(pieces: readonly Piece[]): string {
  const thinking = textOfPieces(pieces, "reasoning");
  const calls = callsOf(pieces);
  return objectOf({
    role: '"assistant"',
    content: JSON.stringify(textOfPieces(pieces, "content")),
    thinking: thinking === "" ? undefined : JSON.stringify(thinking),
    tool_calls: calls.length === 0 ? undefined : `[${calls.map(callOf).join(",")}]`,
  });
}

function callOf({ id, index, name, text, as }: UtteredCall): string {
  return objectOf({
    id: id === undefined ? undefined : JSON.stringify(id),
    function: objectOf({ index: String(index), name: JSON.stringify(name), arguments: objectMember(text, as) }),
  });
}

function logprobs(tokens: readonly object[], frame: OllamaFrame): string | undefined {
  return !frame.logprobs || tokens.length === 0 ? undefined : JSON.stringify(tokens);
}
