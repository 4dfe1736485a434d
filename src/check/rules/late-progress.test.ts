import { expect, test } from "vitest";
import type { Json } from "../../jsonrpc/json.ts";
import type { Trace } from "../../trace/trace.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import { notApplicable, satisfied, violated } from "../outcome.ts";
import { notByLateProgress } from "./late-progress.ts";

type Line = readonly [at: number, direction: "sent" | "received", message: Record<string, Json>];

/** A session over a pipe, in lines as they went; `known` are the tools that were seen to report progress. */
function traceOf(lines: readonly Line[], known: readonly string[] = []): Trace {
  let seq = 0;
  const base = (at: number) => ({ seq: ++seq, at, connection: 1 });
  const events: WireEvent[] = [
    {
      ...base(0),
      kind: "connect",
      transport: "stdio",
      revision: "2025-11-25",
      session: "main",
      capabilities: {},
      target: "x",
    },
    ...known.map((tool): WireEvent => ({ ...base(0), kind: "role", scenario: "s", role: "progress", tool, by: "seen" })),
    ...lines.map(([at, direction, message]): WireEvent => {
      const text = JSON.stringify({ jsonrpc: "2.0", ...message });
      return { ...base(at), kind: "frame", direction, text, bytes: text.length, terminator: "\n" };
    }),
  ];
  return { subject: { kind: "server", transport: "stdio" }, events };
}

const call = (id: number, progressToken: string, name = "slow"): Record<string, Json> => ({
  id,
  method: "tools/call",
  params: { name, _meta: { progressToken } },
});
const progress = (progressToken: string): Record<string, Json> => ({
  method: "notifications/progress",
  params: { progressToken, progress: 1 },
});
const ping = { id: 9, method: "ping" };
const pong = { id: 9, result: {} };
const cancel = { method: "notifications/cancelled", params: { requestId: 1 } };

const passed = satisfied([1]);
const late = notApplicable(
  "only requests that had been cancelled by then, or that no quiet run would have waited for, reported progress",
);

test.each<readonly [string, Trace, unknown]>([
  [
    "half a second after its call, in time",
    traceOf([
      [0, "sent", call(1, "a")],
      [1, "sent", ping],
      [2, "received", pong],
      [500, "received", progress("a")],
    ]),
    passed,
  ],
  [
    "later, while others were answered, late",
    traceOf([
      [0, "sent", call(1, "a")],
      [1, "sent", ping],
      [2, "received", pong],
      [501, "received", progress("a")],
    ]),
    late,
  ],
  [
    "later, with nothing asked meanwhile, in time: a run waits for it",
    traceOf([
      [0, "sent", call(1, "a")],
      [501, "received", progress("a")],
    ]),
    passed,
  ],
  [
    "later, and before all that was asked later, in time: everything is late",
    traceOf([
      [0, "sent", call(1, "a")],
      [1, "sent", ping],
      [501, "received", progress("a")],
      [502, "received", pong],
    ]),
    passed,
  ],
  [
    "later, together with what was asked later, in time: nothing has overtaken it",
    traceOf([
      [0, "sent", call(1, "a")],
      [1, "sent", ping],
      [402, "received", pong],
      [501, "received", progress("a")],
    ]),
    passed,
  ],
  [
    "later, of a tool known to report, in time",
    traceOf(
      [
        [0, "sent", call(1, "a")],
        [1, "sent", ping],
        [2, "received", pong],
        [501, "received", progress("a")],
      ],
      ["slow"],
    ),
    passed,
  ],
  [
    "later, of another tool than the one known to report, late",
    traceOf(
      [
        [0, "sent", call(1, "a")],
        [1, "sent", ping],
        [2, "received", pong],
        [501, "received", progress("a")],
      ],
      ["other"],
    ),
    late,
  ],
  [
    "after the request was cancelled, late",
    traceOf([
      [0, "sent", call(1, "a")],
      [1, "sent", cancel],
      [2, "received", progress("a")],
    ]),
    late,
  ],
  [
    "before it was cancelled, in time",
    traceOf([
      [0, "sent", call(1, "a")],
      [1, "received", progress("a")],
      [2, "sent", cancel],
    ]),
    passed,
  ],
  [
    "of another request than the cancelled one, in time",
    traceOf([
      [0, "sent", call(1, "a")],
      [0, "sent", call(2, "b")],
      [1, "sent", cancel],
      [2, "received", progress("b")],
    ]),
    passed,
  ],
  [
    "in time once and late once, in time",
    traceOf([
      [0, "sent", call(1, "a")],
      [1, "sent", ping],
      [2, "received", progress("a")],
      [501, "received", progress("a")],
    ]),
    passed,
  ],
  [
    "for a token nobody gave, in time",
    traceOf([
      [0, "sent", call(1, "a")],
      [1, "sent", ping],
      [501, "received", progress("z")],
    ]),
    passed,
  ],
])("progress that comes %s", (_when, trace, outcome) => {
  expect(notByLateProgress(trace, passed)).toEqual(outcome);
});

test("what is wrong with late progress stays wrong", () => {
  const trace = traceOf([
    [0, "sent", call(1, "a")],
    [1, "sent", cancel],
    [2, "received", progress("a")],
  ]);
  const wrong = violated(1, "it goes back");
  expect(notByLateProgress(trace, wrong)).toBe(wrong);
});
