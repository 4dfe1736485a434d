import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checks } from "../../src/check/registry.ts";
import { judge } from "../../src/check/judge.ts";
import { attribute } from "../../src/run/attribution/attribution.ts";
import { loadAttributions } from "../../src/run/attribution/load-attributions.ts";
import type { Trace } from "../../src/trace/trace.ts";
import type { WireEvent } from "../../src/trace/wire-event.ts";
import { loadRecorded } from "../support/traces/load-recorded.ts";

/** One satisfied trace of each check, by its id: together they hold every kind of message there is. */
const traces: ReadonlyMap<string, Trace> = new Map(
  checks.flatMap((check) => {
    const trace = loadRecorded(check).traces.get("satisfied");
    return trace === undefined ? [] : [[check.id, trace] as const];
  }),
);

const deep = (open: string, close: string, levels = 4000): string => open.repeat(levels) + "0" + close.repeat(levels);

/** What a peer may put in the place of any value, as JSON text. */
const hostileTexts: readonly string[] = [
  ...'null true false 0 -1 1e999 1.5 "" "x" "\\u0000" "\\ud800" [] {} [null] [[]] [{}] {"":null}'.split(" "),
  '{"__proto__":null,"constructor":1,"toString":{}}',
  '[null,0,"x",[],{"name":null},{"name":{},"uri":[],"type":0,"text":{},"content":[null]}]',
  '{"type":7,"properties":[null],"required":{"a":1},"items":null,"$ref":4}',
  '"MCP error -32602: [Unclosed (regular expression"',
  JSON.stringify("a".repeat(50_000)),
  JSON.stringify("\n at ".repeat(10_000)),
  JSON.stringify(Array.from({ length: 5000 }, (_, index) => index)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`m${index}`, null]))),
  deep("[", "]"),
  deep('{"a":', "}"),
  deep('{"properties":{"a":', "}}"),
];

const replacement = fc.record({
  event: fc.nat(),
  path: fc.array(fc.nat(), { maxLength: 6 }),
  by: fc.nat({ max: hostileTexts.length - 1 }),
});

/** Where a peer's text appears in an event; the others are ours. */
function withPeerText(event: WireEvent, change: (text: string) => string): WireEvent {
  switch (event.kind) {
    case "frame":
      return event.direction === "received" ? { ...event, text: change(event.text) } : event;
    case "http-body":
      return { ...event, text: change(event.text) };
    case "sse-event":
      return event.data === undefined ? event : { ...event, data: change(event.data) };
    default:
      return event;
  }
}

/** A text that holds the place of a hostile value while there are more to come. */
const markOf = (by: number): string => `hostile value ${by}`;

/** A JSON text with a mark at a path, of which each step picks a member by number; text that is not JSON is replaced whole. */
function marked(text: string, path: readonly number[], mark: string): string {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return JSON.stringify(mark);
  }
  const holder: { root: unknown } = { root: whole };
  let parent: object = holder;
  let name = "root";
  for (const step of path) {
    const here: unknown = Reflect.get(parent, name);
    if (typeof here !== "object" || here === null || Object.keys(here).length === 0) break;
    parent = here;
    name = Object.keys(here)[step % Object.keys(here).length] ?? "";
  }
  Reflect.set(parent, name, mark);
  return JSON.stringify(holder.root);
}

const unmarked = (text: string): string =>
  text.replaceAll(/"hostile value (\d+)"/g, (_, by: string) => hostileTexts[Number(by)] ?? "null");

type Change = { readonly event: number; readonly path: readonly number[]; readonly by: number };

/** A trace whose peer said other things: the values at some places are hostile ones. */
function spoiled(trace: Trace, changes: readonly Change[]): Trace {
  const events = [...trace.events];
  const spoken = events.flatMap((event, index) => (withPeerText(event, () => "changed") === event ? [] : [index]));
  for (const { event, path, by } of changes) {
    const index = spoken[event % Math.max(spoken.length, 1)];
    const old = index === undefined ? undefined : events[index];
    if (index !== undefined && old !== undefined) events[index] = withPeerText(old, (text) => marked(text, path, markOf(by)));
  }
  return { ...trace, events: events.map((event) => withPeerText(event, unmarked)) };
}

test("no check throws, whatever a peer puts where", () => {
  const attributions = loadAttributions();
  fc.assert(
    fc.property(fc.constantFrom(...traces.keys()), fc.array(replacement, { minLength: 1, maxLength: 5 }), (id, changes) => {
      const bad = spoiled(traces.get(id) ?? { subject: { kind: "server", transport: "stdio" }, events: [] }, changes);
      const findings = judge(bad, checks, new Map());
      expect(attribute(attributions, bad, findings).length).toBe(findings.length);
      for (const { message, verdict } of findings) {
        expect(verdict).not.toBe("error");
        expect(message.length).toBeLessThan(1100);
      }
    }),
    { numRuns: 300 },
  );
});
