import { callsOf, type Piece, textOfPieces, type UtteredCall, type Utterance } from "../../player/utterance.ts";
import type { Answer } from "../answer.ts";
import { objectOf, stringMember } from "../../json-text.ts";
import { logprobsOf, logprobsOfWhole } from "../logprobs.ts";
import { openaiError } from "./openai-error.ts";

/** What an answer on the OpenAI wire holds besides what the model says. */
export type OpenaiFrame = {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** Whether the stream ends with a chunk of token counts. */
  readonly includeUsage: boolean;
  readonly logprobs: boolean;
  /** Whether choices carry token ids, as vLLM gives them on request. */
  readonly tokenIds: boolean;
};

/** OpenAI's chat completions: server-sent events of chunks with deltas, `[DONE]` at the end; or one completion. */
export function openaiAnswer(utterance: Utterance, frame: OpenaiFrame): Answer {
  const head = (object: string) => ({
    id: JSON.stringify(frame.id),
    object: JSON.stringify(object),
    created: String(frame.created),
    model: JSON.stringify(frame.model),
    system_fingerprint: '"fp_mcpcheck"',
  });
  const chunk = (choices: string, usage: string): string =>
    event(objectOf({ ...head("chat.completion.chunk"), choices, usage: frame.includeUsage ? usage : undefined }));
  const delta = (json: string, pieces: readonly Piece[] = [], finish = "null"): string =>
    chunk(`[${choice({ delta: json }, pieces, { finish, tokens: logprobsOf(pieces) }, frame)}]`, "null");
  return {
    streamType: "text/event-stream; charset=utf-8",
    start: () => [delta('{"role":"assistant","content":""}')],
    piece: (piece) => deltasOf(piece).map((json) => delta(json, [piece])),
    end: () => [
      delta("{}", [], JSON.stringify(finishReason(utterance))),
      ...(frame.includeUsage ? [chunk("[]", usageOf(utterance))] : []),
      event("[DONE]"),
    ],
    error: (message) => event(openaiError({ status: 500, message })),
    body: (unfinished) =>
      objectOf({
        ...head("chat.completion"),
        choices: `[${choice(
          { message: messageOf(utterance.pieces) },
          utterance.pieces,
          { finish: unfinished ? "null" : JSON.stringify(finishReason(utterance)), tokens: logprobsOfWhole(utterance) },
          frame,
        )}]`,
        usage: usageOf(utterance),
      }),
  };
}

function event(data: string): string {
  return `data: ${data}\n\n`;
}

function choice(
  said: Readonly<Record<string, string>>,
  pieces: readonly Piece[],
  { finish, tokens }: { readonly finish: string; readonly tokens: readonly object[] },
  { logprobs, tokenIds }: OpenaiFrame,
): string {
  const ids = pieces.flatMap((piece) => (piece.kind === "content" ? (piece.tokenIds ?? []) : []));
  return objectOf({
    index: "0",
    ...said,
    logprobs: !logprobs || tokens.length === 0 ? "null" : JSON.stringify({ content: tokens, refusal: null }),
    finish_reason: finish,
    token_ids: tokenIds ? JSON.stringify(ids) : undefined,
  });
}

function finishReason({ finish, finishWord }: Utterance): string {
  const words = { stop: "stop", "tool-calls": "tool_calls", length: "length", "content-filter": "content_filter", other: "stop" };
  return finishWord ?? words[finish];
}

function usageOf({ usage: { promptTokens, completionTokens } }: Utterance): string {
  return JSON.stringify({
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  });
}

function deltasOf(piece: Piece): readonly string[] {
  if (piece.kind === "content") return [JSON.stringify({ content: piece.text })];
  if (piece.kind === "reasoning") return [JSON.stringify({ reasoning_content: piece.text })];
  const { index, fragments, as, text } = piece;
  const call = (members: string): string => `{"tool_calls":[${members}]}`;
  if (as === "object") return [call(callOf(piece, stringMember(text, as), index))];
  return [
    call(callOf(piece, '""', index)),
    ...fragments.map((fragment) => call(JSON.stringify({ index, function: { arguments: fragment } }))),
  ];
}

function messageOf(pieces: readonly Piece[]): string {
  const content = textOfPieces(pieces, "content");
  const reasoning = textOfPieces(pieces, "reasoning");
  const calls = callsOf(pieces);
  return objectOf({
    role: '"assistant"',
    content: content === "" && calls.length > 0 ? "null" : JSON.stringify(content),
    reasoning_content: reasoning === "" ? undefined : JSON.stringify(reasoning),
    tool_calls:
      calls.length === 0 ? undefined : `[${calls.map((call) => callOf(call, stringMember(call.text, call.as))).join(",")}]`,
  });
}

function callOf({ id, name }: UtteredCall, args: string, index?: number): string {
  return objectOf({
    index: index === undefined ? undefined : String(index),
    id: id === undefined ? undefined : JSON.stringify(id),
    type: '"function"',
    function: objectOf({ name: JSON.stringify(name), arguments: args }),
  });
}
