import { objectMember, objectOf } from "../../json-text.ts";
import type { Piece, Utterance } from "../../player/utterance.ts";
import type { Answer } from "../answer.ts";
import { geminiError } from "./gemini-error.ts";

/** What an answer on Gemini's wire holds besides what the model says. `sse`: events, else a stream is one array. */
export type GeminiFrame = { readonly id: string; readonly model: string; readonly sse: boolean };

/** Gemini's `generateContent`: whole responses, each with the parts that are new, as events or as the elements of an array; or one response. */
export function geminiAnswer(utterance: Utterance, frame: GeminiFrame): Answer {
  let isFirst = true;
  const streamed = (json: string): string => {
    if (frame.sse) return `data: ${json}\r\n\r\n`;
    const before = isFirst ? "[" : ",\r\n";
    isFirst = false;
    return `${before}${json}`;
  };
  const response = (parts: readonly string[], finish: string | undefined, counts: boolean): string =>
    objectOf({
      candidates: `[${objectOf({
        content: objectOf({ parts: `[${parts.join(",")}]`, role: '"model"' }),
        finishReason: finish === undefined ? undefined : JSON.stringify(finish),
        index: "0",
      })}]`,
      usageMetadata: counts ? usageOf(utterance) : undefined,
      modelVersion: JSON.stringify(frame.model),
      responseId: JSON.stringify(frame.id),
    });
  return {
    streamType: frame.sse ? "text/event-stream" : "application/json; charset=UTF-8",
    start: () => [],
    piece: (piece) => [streamed(response([partOf(piece)], undefined, false))],
    end: () => [`${streamed(response(['{"text":""}'], finishReason(utterance), true))}${frame.sse ? "" : "]"}`],
    error: (message) => `${streamed(geminiError({ status: 500, message }))}${frame.sse ? "" : "]"}`,
    body: (unfinished) => response(wholeParts(utterance.pieces), unfinished ? undefined : finishReason(utterance), true),
  };
}

function partOf(piece: Piece): string {
  if (piece.kind === "content") return JSON.stringify({ text: piece.text });
  if (piece.kind === "reasoning") return JSON.stringify({ text: piece.text, thought: true });
  const { id, name, text, as } = piece;
  return objectOf({
    functionCall: objectOf({
      id: id === undefined ? undefined : JSON.stringify(id),
      name: JSON.stringify(name),
      args: objectMember(text, as),
    }),
  });
}

/** The parts of a whole answer: neighbouring texts of a kind make one. */
function wholeParts(pieces: readonly Piece[]): readonly string[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (piece.kind !== "call" && last?.kind === piece.kind)
      whole[whole.length - 1] = { ...last, text: `${last.text}${piece.text}` };
    else whole.push(piece);
  }
  return whole.map(partOf);
}

/** Calls end with STOP as text does: there is no word of their own. */
function finishReason({ finish, finishWord }: Utterance): string {
  const words = { stop: "STOP", "tool-calls": "STOP", length: "MAX_TOKENS", "content-filter": "SAFETY", other: "OTHER" };
  return finishWord ?? words[finish];
}

function usageOf({ usage: { promptTokens, completionTokens } }: Utterance): string {
  return JSON.stringify({
    promptTokenCount: promptTokens,
    candidatesTokenCount: completionTokens,
    totalTokenCount: promptTokens + completionTokens,
  });
}
