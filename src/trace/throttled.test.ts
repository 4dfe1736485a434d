import { expect, test } from "vitest";
import type { Trace } from "./trace.ts";
import type { WireEvent } from "./wire-event.ts";
import { heard, heardInFull, whatWasThrottled } from "./throttled.ts";

/** A trace of exchanges over HTTP: the body that was sent and the status, or the status with Retry-After. */
function traceOf(
  kind: "server" | "client",
  exchanges: readonly (readonly [body: string, status: number, retryAfter?: string])[],
): Trace {
  let seq = 0;
  const events = exchanges.flatMap(([body, status, retryAfter], index): WireEvent[] => {
    const base = () => ({ seq: ++seq, at: seq, connection: 1, exchange: index + 1 });
    const headers: [string, string][] = retryAfter === undefined ? [] : [["Retry-After", retryAfter]];
    return [
      { ...base(), kind: "http-request", method: "POST", url: "http://127.0.0.1/mcp", headers: [], body },
      { ...base(), kind: "http-response", status, headers },
    ];
  });
  return { subject: { kind, transport: "http" }, events };
}

const exchangesIn = ({ events }: Trace): number[] => [
  ...new Set(events.flatMap((event) => ("exchange" in event && event.exchange !== undefined ? [event.exchange] : []))),
];

test("a trace in which nothing was turned away is left as it is", () => {
  const trace = traceOf("server", [
    ["a", 200],
    ["b", 503],
    ["c", 403],
  ]);
  expect([heard(trace), heardInFull(trace), whatWasThrottled(trace)]).toEqual([trace, trace, []]);
  expect(heard(trace)).toBe(trace);
});

test("what was turned away and then served counts as what was served", () => {
  const trace = traceOf("server", [
    ["a", 429],
    ["a", 200],
    ["b", 503, "1"],
    ["b", 200],
  ]);
  expect([exchangesIn(heard(trace)), exchangesIn(heardInFull(trace)), whatWasThrottled(trace)]).toEqual([[2, 4], [2, 4], []]);
});

test("nothing is certain of what came after a request that was turned away for good", () => {
  const trace = traceOf("server", [
    ["a", 200],
    ["b", 429],
    ["c", 200],
  ]);
  expect([exchangesIn(heard(trace)), exchangesIn(heardInFull(trace))]).toEqual([[1, 3], [1]]);
  expect(whatWasThrottled(trace)).toEqual(["the server turned a request away because there were too many in a short time"]);
});

test("what mcpcheck turns away, where it plays the server, is judged like everything else", () => {
  const trace = traceOf("client", [["a", 429]]);
  expect(heard(trace)).toBe(trace);
});
