import * as z from "zod";
import type { ModelRequest } from "../../model-backend.ts";
import { textOfPieces, type Utterance } from "../../player/utterance.ts";
import type { Answer } from "../answer.ts";
import { doneReason, metrics } from "./ollama-answer.ts";
import { unmarshalMessage } from "./ollama-request.ts";
import type { Read } from "../../player/refusal.ts";

const generate = z.looseObject({
  model: z.string().nullish(),
  prompt: z.string().nullish(),
  system: z.string().nullish(),
  stream: z.boolean().nullish(),
});

/** Reads the body of /api/generate as a chat of one message. */
export function readOllamaGenerate(body: unknown): Read<ModelRequest> {
  const parsed = generate.safeParse(body);
  if (!parsed.success)
    return { refusal: { status: 400, message: unmarshalMessage("GenerateRequest", body, parsed.error.issues[0]) } };
  const { model, prompt, system, stream } = parsed.data;
  if (model === undefined || model === null || model === "") return { refusal: { status: 400, message: "model is required" } };
  return {
    value: {
      model,
      messages: [
        ...(system ? [{ role: "system" as const, content: system }] : []),
        { role: "user" as const, content: prompt ?? "" },
      ],
      tools: [],
      stream: stream !== false,
    },
  };
}

/** An answer of /api/generate: text only, reasoning apart. */
export function generateAnswer(
  utterance: Utterance,
  { model, date }: { readonly model: string; readonly date: () => Date },
): Answer {
  const line = (members: Readonly<Record<string, unknown>>): string =>
    `${JSON.stringify({ model, created_at: date().toISOString(), ...members })}\n`;
  const final = {
    done: true,
    done_reason: doneReason(utterance),
    context: [],
    ...Object.fromEntries(Object.entries(metrics(utterance)).map(([key, value]) => [key, Number(value)])),
  };
  const thinking = textOfPieces(utterance.pieces, "reasoning");
  return {
    streamType: "application/x-ndjson",
    start: () => [],
    piece(piece) {
      if (piece.kind === "call") return [];
      return [
        line(
          piece.kind === "content" ? { response: piece.text, done: false } : { response: "", thinking: piece.text, done: false },
        ),
      ];
    },
    end: () => [line({ response: "", ...final })],
    error: (message) => `${JSON.stringify({ error: message })}\n`,
    body: (unfinished) =>
      line({
        response: textOfPieces(utterance.pieces, "content"),
        ...(thinking === "" ? {} : { thinking }),
        ...(unfinished ? { done: false } : final),
      }).trimEnd(),
  };
}
