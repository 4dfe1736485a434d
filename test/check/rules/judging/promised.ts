import type { Check } from "../../../../src/check/check.ts";
import { inconclusive, type Outcome } from "../../../../src/check/outcome.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Trace } from "../../../../src/trace/trace.ts";
import { ask, done, type Line, opened, received, sent, step } from "../../../support/traces/small-trace.ts";

/** A check of servers that finds what it is told to. */
export const check = (verify: (trace: Trace) => Outcome, more: Partial<Check> = {}): Check => ({
  id: "tools.rule",
  title: "The rule",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/tools#rule" },
  advice: "Keep it.",
  verify,
  ...more,
});

/** A server that declares these capabilities: events 1 to 3, and a step of the scenario `main` as event 4. */
export const declaring = (capabilities: Json): Line[] => [
  opened(),
  sent(ask(1, "initialize", {})),
  received(done(1, { capabilities })),
  step("list"),
];

/** The tools are asked for, and this is the answer. */
export const listing = (answer: Json): Line[] => [sent(ask(2, "tools/list")), received(answer)];

/** The check is promised by two scenarios. */
export const promise = new Map([["tools.rule", ["main", "other"]]]);

/** A scenario does not run. */
export const skip = (scenario: string, reason: string): Line => ({ kind: "skip", connection: 1, scenario, reason });

/** What is found where nothing was done. */
export const open = inconclusive("nobody asked");
