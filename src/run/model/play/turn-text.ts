import type { Json } from "../../../jsonrpc/json.ts";
import { isArray, isObject } from "../../../jsonrpc/json.ts";
import type { Marker, ToolCallFormat } from "../../../toolcall/format.ts";
import { callsComeFirst, mostCalls, render } from "../../../toolcall/render/render.ts";
import type { ModelScenario, ScenarioTurn, TurnEdit } from "../model-suite.ts";
import { spacedJson } from "./spaced-json.ts";

/** The text of a turn in a family's format, or why the format cannot say it. */
export type TurnText = { readonly text: string } | { readonly cannot: string };

/** Stands for the closer of a call in scenarios. */
const closerWord = "CLOSER";

/** Writes a turn as a model of this format would. */
export function turnText(format: ToolCallFormat, scenario: ModelScenario, turn: ScenarioTurn): TurnText {
  const { group, plain, opened } = scenario;
  const opener = format.reasoning?.open[0] ?? "";
  const why = opened === true && opener === "" ? "no marker opens reasoning in this format" : whyNot(format, turn);
  if (why !== undefined) return { cannot: why };
  const closer = closerOf(format);
  if (JSON.stringify(turn).includes(closerWord) && closer.length < 3) return { cannot: "the format has no closer of its own" };
  const calls = (turn.calls ?? []).map((call) => ({
    name: call.name,
    arguments: spacedJson(withCloser(call.arguments, closer)),
    ...(needsIds(format) ? { id: "abcdef123" } : {}),
  }));
  const message =
    plain === true || group === "lookalike" ? undefined : { content: turn.say ?? "", reasoning: turn.reasoning ?? "" };
  const whole = `${message === undefined ? (turn.say ?? "") : ""}${render(format, calls, message)}${turn.after ?? ""}`;
  const begun = opened === true && whole.startsWith(opener) ? whole.slice(opener.length).replace(/^\n/, "") : whole;
  const edited = edit(withoutOptionalOpener(format, begun), turn.edits ?? [], closer);
  if (edited === undefined) return { cannot: "the format is written otherwise" };
  const end = turn.upTo === undefined ? -1 : edited.indexOf(turn.upTo);
  return { text: turn.upTo === undefined || end === -1 ? edited : edited.slice(0, end + turn.upTo.length) };
}

function whyNot(format: ToolCallFormat, { calls = [], say, after, reasoning }: ScenarioTurn): string | undefined {
  const isHeaded = format.router !== null;
  if (calls.length > mostCalls(format)) return "the format has one call per answer";
  if (calls.length > 0 && say !== undefined && standsFirst(format))
    return "calls appear at the start of an answer of this format";
  if (after !== undefined && isHeaded) return "text appears in messages of its own in this format";
  if (reasoning !== undefined && format.reasoning === null && !hasReasoningChannel(format)) return "the format has no reasoning";
  return undefined;
}

/** Whether calls only count at the start of an answer as its models write them. */
function standsFirst(format: ToolCallFormat): boolean {
  return callsComeFirst(format) || (format.engine === "json-envelope" && format.syntax.bareStart !== undefined);
}

/** Where calls may appear at the start of an answer without opener, models mostly write none. */
function withoutOptionalOpener(format: ToolCallFormat, text: string): string {
  if (format.engine !== "json-envelope" || format.syntax.bareStart === undefined) return text;
  const opener = joined(format.syntax.open[0]);
  return text.startsWith(opener) ? text.slice(opener.length) : text;
}

function hasReasoningChannel({ router }: ToolCallFormat): boolean {
  return router !== null && "reasoning" in router && router.reasoning.length > 0;
}

/** Formats with an id in the header; the same for every call would not be an id. */
function needsIds({ engine, syntax }: ToolCallFormat): boolean {
  return engine === "header-args" && syntax.idAfter !== undefined;
}

/** What closes a call. */
function closerOf(format: ToolCallFormat): string {
  if (format.router !== null && "close" in format.router) return format.router.close.at(-1) ?? "";
  switch (format.engine) {
    case "json-envelope":
    case "pythonic":
      return joined(format.syntax.close[0]);
    case "header-args":
      return joined(format.syntax.callClose ?? format.syntax.sectionClose[0]);
    default:
      return format.syntax.callClose;
  }
}

function joined(marker: Marker | undefined): string {
  if (marker === undefined) return "";
  return typeof marker === "string" ? marker : marker.join("");
}

function withCloser(value: Json, closer: string): Json {
  if (typeof value === "string") return value.replaceAll(closerWord, () => closer);
  if (isArray(value)) return value.map((one) => withCloser(one, closer));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withCloser(inner ?? null, closer)]));
}

/** The text with the changes; undefined where one finds nothing. */
function edit(text: string, edits: readonly TurnEdit[], closer: string): string | undefined {
  let changed = text;
  for (const { find, put, last, all } of edits) {
    const wanted = find === closerWord ? closer : find;
    const place = last === true ? changed.lastIndexOf(wanted) : changed.indexOf(wanted);
    if (place === -1) return undefined;
    changed =
      all === true
        ? changed.replaceAll(wanted, () => put)
        : `${changed.slice(0, place)}${put}${changed.slice(place + wanted.length)}`;
  }
  return changed;
}
