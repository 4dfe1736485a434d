import { parseToolCalls } from "../../toolcall/collect.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { formatById } from "../../toolcall/formats/registry.ts";
import type { CallToRender } from "../../toolcall/render/rendered-call.ts";
import { callsComeFirst, render } from "../../toolcall/render/render.ts";
import type { ModelRequest } from "../model-backend.ts";
import type { ModelScript } from "../script/model-script.ts";
import type { Turn } from "../script/turn.ts";
import { type ChosenTurn, chooseTurn } from "./choose-turn.ts";
import { type Conversation, conversationOf } from "./conversation.ts";
import { putTogether } from "./put-together.ts";
import { type MadeCall, makeCalls, missingTools } from "./scripted-calls.ts";
import { splitText } from "./split-text.ts";
import { type Piece, type Utterance, textOfPieces } from "./utterance.ts";

/** What a scripted model answers to a request: a function of the two. */
export function say(script: ModelScript, request: ModelRequest): Utterance {
  const conversation = conversationOf(request, (text) => holdsCalls(script, text));
  const chosen = chooseTurn(script, conversation);
  const pieces = piecesOf(script, chosen.turn, conversation);
  return {
    pieces,
    finish: pieces.some(({ kind }) => kind === "call") ? "tool-calls" : "stop",
    finishWord: chosen.turn.finish,
    usage: usageOf(chosen, request, pieces),
    generated: chosen.turn.generated,
    fault: chosen.turn.fault ?? {},
    writes: script.writes,
    scenario: chosen.scenario,
    round: chosen.round,
  };
}

/** Whether a text of the model holds calls in a format the script speaks. */
function holdsCalls(script: ModelScript, text: string): boolean {
  const turns = script.scenarios.flatMap((scenario) => scenario.turns);
  const spoken = new Set([script.format, ...turns.map(({ format }) => format)]);
  return [...spoken].some((id) => {
    const format = id === undefined ? undefined : formatById(id);
    return format !== undefined && parseToolCalls(format, text).calls.length > 0;
  });
}

function piecesOf(script: ModelScript, turn: Turn, conversation: Conversation): readonly Piece[] {
  const { user } = conversation;
  const split = turn.split ?? script.split;
  const id = turn.format ?? script.format;
  if (id !== undefined || turn.raw !== undefined) {
    const tokens = (id === undefined ? undefined : formatById(id)?.tokens) ?? {};
    const ids = turn.ids ?? true;
    return splitText(rawText(script, turn, conversation), split, { user, tokens, ids }).map((piece) => ({
      kind: "content",
      ...piece,
    }));
  }
  const cut = (text: string) => splitText(text, split, { user, tokens: {}, ids: false });
  const calls = makeCalls(turn.calls, conversation);
  return [
    ...cut(putTogether(turn.reasoning, conversation)).map((piece): Piece => ({ kind: "reasoning", ...piece })),
    ...cut(visibleText(turn, conversation)).map((piece): Piece => ({ kind: "content", ...piece })),
    ...calls.map(({ id: callId, name, text, as }, index): Piece => ({
      kind: "call",
      index,
      id: callId,
      name,
      text,
      as,
      fragments: cut(text).map((piece) => piece.text),
    })),
    ...cut(putTogether(turn.after, conversation)).map((piece): Piece => ({ kind: "content", ...piece })),
  ];
}

/** What stands before the calls; a call that no offered tool fits is reported here. */
function visibleText(turn: Turn, conversation: Conversation): string {
  const missing = missingTools(turn.calls, conversation).map((pattern) => `NO-TOOL matches ${pattern}`);
  return [putTogether(turn.say, conversation), ...missing].filter((text) => text !== "").join("\n");
}

/** The turn as the text of a model: given, or written in the format. Also what a model file of this turn emits. */
export function rawText(script: ModelScript, turn: Turn, conversation: Conversation): string {
  const whole = turn.raw === undefined ? rendered(script, turn, conversation) : putTogether(turn.raw, conversation);
  return turn.cut === undefined ? whole : whole.slice(0, turn.cut < 0 ? Math.max(0, whole.length + turn.cut) : turn.cut);
}

function rendered(script: ModelScript, turn: Turn, conversation: Conversation): string {
  const format = formatById(turn.format ?? script.format ?? "");
  if (format === undefined) return "";
  const reasoning = putTogether(turn.reasoning, conversation);
  const after = putTogether(turn.after, conversation);
  const before = endLine(visibleText(turn, conversation), format);
  const content = callsComeFirst(format) && after !== "" ? [before, after].filter(Boolean).join("\n") : before;
  const calls = makeCalls(turn.calls, conversation).map((call) => toRender(call, format));
  const text = render(format, calls, { content, reasoning });
  return callsComeFirst(format) ? text : text + after;
}

/** Some openers only count at the start of a line. */
function endLine(text: string, { engine, syntax }: ToolCallFormat): string {
  const needsLine = engine === "json-envelope" && syntax.openAtLineStart === true;
  return needsLine && text !== "" && !text.endsWith("\n") ? `${text}\n` : text;
}

/** Where a format makes ids of name and ordinal, a call gets one of them unless the script gives another. */
function toRender({ id, hasOwnId, name, text }: MadeCall, { engine, syntax }: ToolCallFormat): CallToRender {
  const hasMadeIds = engine === "header-args" && syntax.nameFromId !== undefined;
  return { name, arguments: text, ...(id === undefined || (hasMadeIds && !hasOwnId) ? {} : { id }) };
}

/** Tokens are counted as four characters each, as good as any count that is not a model's own. */
function usageOf({ turn }: ChosenTurn, { messages }: ModelRequest, pieces: readonly Piece[]): Utterance["usage"] {
  if (turn.usage !== undefined) return { promptTokens: turn.usage.prompt, completionTokens: turn.usage.completion };
  const said = textOfPieces(pieces, "content").length + textOfPieces(pieces, "reasoning").length;
  const called = pieces.reduce((sum, piece) => sum + (piece.kind === "call" ? piece.name.length + piece.text.length : 0), 0);
  return { promptTokens: tokenCount(JSON.stringify(messages).length), completionTokens: tokenCount(said + called) };
}

function tokenCount(characters: number): number {
  return Math.ceil(characters / 4);
}
