import { expect, test } from "vitest";
import type { Json } from "../../../jsonrpc/json.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { WireEvent } from "../../../trace/wire-event.ts";
import { keptPromises } from "./kept-promises.ts";

const steps: readonly Json[] = [{ do: "connect" }, { answer: "roots", roots: [] }, { do: "list-tools" }];
const promises = new Map([["a.check", ["s.one"]]]);

/** A trace in which the driver of the scenario reported these steps. */
function reported(...values: readonly { readonly step: number; readonly unsupported?: true }[]): Trace {
  const told: WireEvent = { seq: 1, at: 0, connection: 1, kind: "told", scenario: "s.one", steps };
  const reports = values.map((value, index): WireEvent => ({
    seq: index + 2,
    at: 1,
    connection: 1,
    kind: "report",
    step: value.step,
    value: { ok: true, ...value },
  }));
  return { subject: { kind: "client", transport: "http" }, events: [told, ...reports] };
}

test.each([
  ["every step was reported", reported({ step: 0 }, { step: 2 }), ["s.one"]],
  ["one was not", reported({ step: 0 }), []],
  ["one is not known to the driver", reported({ step: 0 }, { step: 2, unsupported: true }), []],
])("a scenario keeps its promises only where the driver did it all: %s", (_what, trace, kept) => {
  expect(keptPromises(promises, trace).get("a.check")).toEqual(kept);
});
