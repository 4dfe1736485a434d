import { expect, test } from "vitest";
import type { Trace } from "../trace/trace.ts";
import type { WireEvent } from "../trace/wire-event.ts";
import { type Check } from "./check.ts";
import { judge } from "./judge.ts";
import { overall } from "./outcome.ts";
import { eventsOf } from "../trace/trace.ts";

/** A check that is violated by every silence, and by stderr for certain. */
const quiet: Check = {
  id: "tools.quiet",
  title: "Nothing is silent",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "basic" },
  advice: "",
  verify: (trace) =>
    overall(
      [
        ...eventsOf(trace, "silence").map((event) => ({ ref: event, wrong: `silent for ${event.ms} ms` })),
        ...eventsOf(trace, "stderr").map((event) => ({ ref: event, wrong: "noise" })),
        ...eventsOf(trace, "step").map((event) => ({ ref: event })),
      ],
      "nothing was done",
    ),
};

type Seen = "silence" | "stderr" | "step";

/** A trace with one connection for each look, and what was seen on it. */
function traceOfLooks(...looks: readonly (readonly Seen[])[]): Trace {
  let seq = 0;
  const events = looks.flatMap((seen, look): WireEvent[] => {
    const base = () => ({ seq: ++seq, at: seq, connection: look + 1 });
    const connect = { kind: "connect", transport: "stdio", revision: "2025-11-25", session: "main" } as const;
    return [
      { ...base(), ...connect, capabilities: {}, target: "x", ...(look > 0 ? { again: true as const } : {}) },
      ...seen.map((kind): WireEvent => {
        if (kind === "silence") return { ...base(), kind, awaiting: "1", ms: 100 + look };
        return kind === "stderr" ? { ...base(), kind, text: "x" } : { ...base(), kind, scenario: "s", verb: "fence" };
      }),
    ];
  });
  return { subject: { kind: "server", transport: "stdio" }, events };
}

test.each([
  ["seen once is a fail that says so", [["silence"]], "fail", true, "silent for 100 ms"],
  ["seen again is certain", [["silence"], ["silence"]], "fail", undefined, "silent for 100 ms"],
  ["not seen again is none", [["silence"], ["step"]], "pass", undefined, /^seen once and not again.*silent for 100 ms/],
  ["not looked at again is open", [["silence"], []], "untested", undefined, /^seen once and not again/],
  ["what rests on more than timing is certain at once", [["silence", "stderr"], ["step"]], "fail", undefined, /noise/],
  ["a second look accuses of nothing new", [["step"], ["silence", "stderr"]], "pass", undefined, /./],
] as const)("%s", (_name, looks, verdict, once, message) => {
  const [finding] = judge(traceOfLooks(...looks), [quiet], new Map());
  expect(finding).toMatchObject({ verdict, message: expect.stringMatching(message) as unknown });
  expect(finding?.once).toBe(once);
});
