import { expect, test } from "vitest";
import type { Trace } from "../../trace/trace.ts";
import { whyNothing } from "./why-unreached.ts";

const skip = (seq: number, scenario: string, reason: string) =>
  ({ seq, at: seq, kind: "skip", connection: 1, scenario, reason }) as const;

const traceOf = (...events: Trace["events"]): Trace => ({ subject: { kind: "client", transport: "http", name: "c" }, events });

test("a client of which nothing was seen is told of by what its scenarios came to, each reason once", () => {
  const trace = traceOf(
    skip(1, "auth.a", "it got no token"),
    skip(2, "auth.b", "it got no token"),
    skip(3, "tools.c", "no call"),
  );
  expect(whyNothing(trace, { id: "mine" })).toBe("mine: nothing came to a verdict: it got no token (auth.a); no call (tools.c)");
});

test("where every scenario went as planned there is nothing to say", () => {
  expect(whyNothing(traceOf(), { id: "mine" })).toBeUndefined();
});
