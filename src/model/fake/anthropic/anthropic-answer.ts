import { type Piece, type UtteredCall, type Utterance } from "../../player/utterance.ts";
import { anthropicError } from "./anthropic-error.ts";
import type { Answer } from "../answer.ts";
import { objectMember, objectOf } from "../../json-text.ts";

/** What an answer on the Anthropic wire holds besides what the model says. */
export type AnthropicFrame = { readonly id: string; readonly model: string };

/** Anthropic's /v1/messages: content blocks one after the other, each opened, filled by deltas and closed; or one message. */
export function anthropicAnswer(utterance: Utterance, { id, model }: AnthropicFrame): Answer {
  const { promptTokens, completionTokens } = utterance.usage;
  const blocks = createBlocks();
  const stop = { stop_reason: stopReason(utterance), stop_sequence: null };
  const message = (content: string, more: object, outputTokens: number): string =>
    objectOf({
      id: JSON.stringify(id),
      type: '"message"',
      role: '"assistant"',
      model: JSON.stringify(model),
      content,
      ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, JSON.stringify(value)])),
      usage: JSON.stringify({ input_tokens: promptTokens, output_tokens: outputTokens }),
    });
  const unstopped = { stop_reason: null, stop_sequence: null };
  return {
    streamType: "text/event-stream; charset=utf-8",
    start: () => [event("message_start", { message: message("[]", unstopped, 0) })],
    piece: blocks.add,
    end: () => [
      ...blocks.close(),
      event("message_delta", { delta: JSON.stringify(stop), usage: JSON.stringify({ output_tokens: completionTokens }) }),
      event("message_stop", {}),
    ],
    error: (text) => `event: error\ndata: ${anthropicError({ status: 500, message: text })}\n\n`,
    body: (unfinished) => message(wholeBlocks(utterance.pieces), unfinished ? unstopped : stop, completionTokens),
  };
}

function event(type: string, members: Readonly<Record<string, string>>): string {
  return `event: ${type}\ndata: ${objectOf({ type: JSON.stringify(type), ...members })}\n\n`;
}

function stopReason({ finish, finishWord }: Utterance): string {
  const words = {
    stop: "end_turn",
    "tool-calls": "tool_use",
    length: "max_tokens",
    "content-filter": "refusal",
    other: "end_turn",
  };
  return finishWord ?? words[finish];
}

/** The blocks of a stream: a new one begins when the kind of piece changes, and for each call. */
function createBlocks(): { readonly add: (piece: Piece) => readonly string[]; readonly close: () => readonly string[] } {
  let index = -1;
  let open: Piece["kind"] | undefined;
  const close = (): readonly string[] => {
    if (open === undefined) return [];
    open = undefined;
    return [event("content_block_stop", { index: String(index) })];
  };
  const begin = (kind: Piece["kind"], block: string): readonly string[] => {
    const ended = close();
    index += 1;
    open = kind;
    return [...ended, event("content_block_start", { index: String(index), content_block: block })];
  };
  const delta = (json: object): string => event("content_block_delta", { index: String(index), delta: JSON.stringify(json) });
  const add = (piece: Piece): readonly string[] => {
    if (piece.kind === "call") {
      const begun = begin("call", callBlock(piece, "{}"));
      return [...begun, ...piece.fragments.map((text) => delta({ type: "input_json_delta", partial_json: text })), ...close()];
    }
    const begun = open === piece.kind ? [] : begin(piece.kind, emptyBlock(piece.kind));
    return [
      ...begun,
      delta(
        piece.kind === "content" ? { type: "text_delta", text: piece.text } : { type: "thinking_delta", thinking: piece.text },
      ),
    ];
  };
  return { add, close };
}

function emptyBlock(kind: "content" | "reasoning"): string {
  return JSON.stringify(kind === "content" ? { type: "text", text: "" } : { type: "thinking", thinking: "", signature: "" });
}

function callBlock({ id, name }: UtteredCall, input: string): string {
  return objectOf({
    type: '"tool_use"',
    id: id === undefined ? undefined : JSON.stringify(id),
    name: JSON.stringify(name),
    input,
  });
}

/** The blocks of a whole message: neighbouring pieces of a kind make one. */
function wholeBlocks(pieces: readonly Piece[]): string {
  const blocks: string[] = [];
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at];
    if (piece === undefined) break;
    if (piece.kind === "call") {
      blocks.push(callBlock(piece, objectMember(piece.text, piece.as)));
      at += 1;
      continue;
    }
    let text = "";
    for (let next = pieces[at]; next?.kind === piece.kind && "text" in next; next = pieces[at]) {
      text += next.text;
      at += 1;
    }
    blocks.push(
      JSON.stringify(piece.kind === "content" ? { type: "text", text } : { type: "thinking", thinking: text, signature: "" }),
    );
  }
  return `[${blocks.join(",")}]`;
}
