import type { Condition, Range } from "../script/condition.ts";
import type { Conversation } from "./conversation.ts";
import { isTool } from "./tool-names.ts";
import { matchesStars } from "../../base/glob/matches-stars.ts";

/** Whether everything a condition asks for holds. `round` is counted as the scenario says. */
export function conditionHolds(when: Condition | undefined, conversation: Conversation, round: number): boolean {
  if (when === undefined) return true;
  const { user, system, results, request, tools } = conversation;
  const offered = tools.map(({ name }) => name);
  const isOffered = (pattern: string): boolean => offered.some((name) => isTool(pattern, name) || matchesStars(pattern, name));
  return [
    when.marker === undefined || holdsMarker(when.marker, conversation),
    when.user === undefined || matches(when.user, user),
    when.system === undefined || matches(when.system, system),
    within(when.round, round),
    within(when.results, results.length),
    when.result === undefined || isLastResult(when.result, conversation),
    (when.offers ?? []).every(isOffered),
    !(when.lacks ?? []).some(isOffered),
    within(when.tools, offered.length),
    when.model === undefined || when.model === request.model,
    when.stream === undefined || when.stream === request.stream,
  ].every(Boolean);
}

/** Whether a marker appears in the user's text or in a tool result since. */
export function holdsMarker(marker: string, { user, results }: Conversation): boolean {
  return user.includes(marker) || results.some(({ text }) => text.includes(marker));
}

function isLastResult(wanted: NonNullable<Condition["result"]>, { results }: Conversation): boolean {
  const last = results.at(-1);
  if (last === undefined) return false;
  const named = wanted.name === undefined || (last.name !== undefined && isTool(wanted.name, last.name));
  return named && (wanted.text === undefined || matches(wanted.text, last.text));
}

function matches(expression: string, text: string): boolean {
  return new RegExp(expression, "iu").test(text);
}

function within(range: Range | undefined, value: number): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return value === range;
  return value >= (range.min ?? 0) && value <= (range.max ?? Number.POSITIVE_INFINITY);
}
