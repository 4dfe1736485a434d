import type { ToolCallFormat } from "../../toolcall/format.ts";
import { createToolCallParser } from "../../toolcall/parser.ts";

/** Members of a format's syntax that hold what begins or ends a call, or the message it is in. */
const markerMembers: ReadonlySet<string> = new Set([
  "open",
  "close",
  "sectionOpen",
  "sectionClose",
  "callOpen",
  "callClose",
  "outerClose",
  "body",
  "channel",
]);

/**
 * A text of a tool as a model may repeat it without calling anything: the markers of a format have a backslash after their first character
 * (`<\tool_call>`), and where a call needs no marker, every line has `| ` in front. A model reads both as what they are.
 */
export function inertText(text: string, format: ToolCallFormat): string {
  const markers = markersOf(format);
  const broken = markers === undefined ? text : text.replace(markers, (marker) => `${marker.slice(0, 1)}\\${marker.slice(1)}`);
  return hasCalls(broken, format) ? broken.replace(/^/gm, "| ") : broken;
}

const kept = new WeakMap<ToolCallFormat, { readonly pattern: RegExp | undefined }>();

/** One expression for all markers of a format, the longest first; undefined for a format without any. */
function markersOf(format: ToolCallFormat): RegExp | undefined {
  const known = kept.get(format);
  if (known !== undefined) return known.pattern;
  const words = [format.syntax, format.router ?? {}].flatMap((part) =>
    Object.entries(part).flatMap(([name, value]: [string, unknown]) => (markerMembers.has(name) ? firstWords(value) : [])),
  );
  const markers = [...new Set(words.map((word) => word.trim()))].filter((word) => word.length > 2);
  const longestFirst = markers.toSorted((one, other) => other.length - one.length);
  const pattern = longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(escaped).join("|"), "g");
  kept.set(format, { pattern });
  return pattern;
}

/** The literals of markers; of several in a row the first is enough. */
function firstWords(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => (Array.isArray(one) ? firstWords(one[0]) : firstWords(one)));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function hasCalls(text: string, format: ToolCallFormat): boolean {
  const parser = createToolCallParser(format, { policy: { fence: "none" } });
  return [...parser.feed(text), ...parser.end()].some(({ type }) => type === "call-end");
}
