import { type Json, valueAt } from "../../jsonrpc/json.ts";
import { clientCalls, type StepReport, stepReports } from "../../trace/facts/client-facts.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall } from "../outcome.ts";
import { shortJson } from "../rules/text-forms.ts";

/** What the three calls of such a scenario say: one before the oddity, one that meets it, one after it. */
const words = { before: "before the oddity", after: "after the oddity" };

const saying = (reports: readonly StepReport[], text: string): StepReport | undefined =>
  reports.find(({ told }) => valueAt(told, "arguments", "text") === text);

/** What became of the call after an oddity, where the one before it was good; the wire and the driver must agree. */
function exhibitOf(trace: Trace, scenario: string): readonly Exhibit[] {
  const told = eventsOf(trace, "told").find((one) => one.scenario === scenario);
  const reports = stepReports(trace).filter(({ report }) => report.connection === told?.connection);
  if (saying(reports, words.before)?.report.value["ok"] !== true) return [];
  const after = saying(reports, words.after)?.report;
  if (after === undefined) {
    const exit = eventsOf(trace, "exit").find(({ connection }) => connection === told?.connection);
    if (exit === undefined || exit.code === null || exit.code === 0) return [];
    return [{ ref: exit, wrong: `the client ended with status ${exit.code}, though the call before was good` }];
  }
  if (after.value["unsupported"] === true || waitsForUs(trace, scenario)) return [];
  const failed = after.value["ok"] !== true;
  const why: Json | undefined = valueAt(after.value, "error", "message");
  return [{ ref: after, wrong: failed ? `the next call failed: ${shortJson(why)}` : undefined }];
}

/** Whether the last call came in, and got no answer from mcpcheck: then nobody can blame the client. */
function waitsForUs(trace: Trace, scenario: string): boolean {
  const own = new Set(connections(trace).flatMap(({ connection, session }) => (session === scenario ? [connection] : [])));
  return clientCalls(trace, "tools/call").some(
    ({ request, answer }) =>
      own.has(request.connection) && valueAt(request.frame.params, "arguments", "text") === words.after && answer === undefined,
  );
}

type Oddity = Pick<Check, "id" | "title" | "spec" | "advice"> &
  Partial<Pick<Check, "level" | "transports">> & { readonly scenario: string };

/** A check that a client goes on after something odd. */
function goesOn({ scenario, level = "PRACTICE", ...rest }: Oddity): Check {
  return {
    ...rest,
    subject: "client",
    level,
    tolerance: "Only of drivers that report their steps, and whose call before the oddity was good.",
    verify: (trace) => overall(exhibitOf(trace, scenario), "no driver that reports its steps met this"),
  };
}

/** Text among the messages is survived. */
export const strayLines: Check = goesOn({
  id: "stdio.client-stray-lines",
  scenario: "odd-peers.stray-lines",
  title: "A client goes on after lines on the server's output that are no messages",
  spec: { "2024-11-05": "basic/transports#stdio", "2026-07-28": "basic/transports/stdio#receiving-messages" },
  transports: ["stdio"],
  advice: "Report a line that is no message, and read on with the next one.",
});

/** A cut message is survived. */
export const brokenLine: Check = goesOn({
  id: "stdio.client-broken-line",
  scenario: "odd-peers.broken-line",
  title: "A client goes on after a line that is broken JSON",
  spec: { "2024-11-05": "basic/transports#stdio", "2026-07-28": "basic/transports/stdio#receiving-messages" },
  transports: ["stdio"],
  advice: "Report a line that cannot be parsed, and read on with the next one.",
});

/** Standard error is drained. */
export const errorOutputDrained: Check = goesOn({
  id: "stdio.client-stderr-drained",
  scenario: "odd-peers.much-stderr",
  title: "A client goes on while the server writes much to its standard error",
  spec: { "2024-11-05": "basic/transports#stdio", "2026-07-28": "basic/transports/stdio" },
  transports: ["stdio"],
  advice: "Read standard error all the time, or hand it on: a full pipe stops the server.",
});

/** An answer for nobody is survived. */
export const unknownAnswer: Check = goesOn({
  id: "jsonrpc.client-unknown-answer",
  scenario: "odd-peers.answer-for-nobody",
  title: "A client goes on after an answer to a request it never sent",
  spec: { "2024-11-05": "basic/messages#responses", "2025-03-26": "basic/index#responses" },
  transports: ["stdio", "sse"],
  advice: "Drop an answer whose id is not among those of running requests.",
});

/** An answer that comes twice is survived. */
export const answeredTwice: Check = goesOn({
  id: "jsonrpc.client-second-answer",
  scenario: "odd-peers.answered-twice",
  title: "A client goes on after a request of its was answered twice",
  spec: { "2024-11-05": "basic/messages#responses", "2025-03-26": "basic/index#responses" },
  transports: ["stdio", "sse"],
  advice: "Forget a request once it was answered, and drop what comes after.",
});

/** Progress of nothing is survived. */
export const strayProgress: Check = goesOn({
  id: "progress.client-unknown-token",
  scenario: "odd-peers.progress-of-nothing",
  title: "A client goes on after progress for a token it never gave",
  spec: { "2024-11-05": "basic/utilities/progress", "2026-07-28": "basic/patterns/progress" },
  advice: "Drop progress for tokens that are not those of running requests.",
});

/** A result without its members is survived. */
export const hollowResult: Check = goesOn({
  id: "tools.client-hollow-result",
  scenario: "odd-peers.hollow-result",
  title: "A client goes on after a tool result without content",
  spec: { "2024-11-05": "server/tools#tool-result" },
  advice: "Let the call fail whose result is not valid, and that call alone.",
});

/** A large result is survived. */
export const largeResult: Check = goesOn({
  id: "tools.client-large-result",
  scenario: "odd-peers.large-result",
  title: "A client goes on after a tool result of 300 000 letters",
  spec: { "2024-11-05": "server/tools#tool-result" },
  advice: "Take messages of any reasonable length, and piece by piece.",
});

/** News of an elicitation nobody knows is ignored. */
export const unknownCompletion: Check = goesOn({
  id: "elicitation.client-unknown-completion",
  scenario: "odd-peers.completion-of-nothing",
  level: "MUST",
  title: "News that an elicitation is complete which the client does not know is ignored",
  spec: {
    "2025-11-25": "client/elicitation#completion-notifications-for-url-mode-elicitation",
    "2026-07-28": "removed",
  },
  advice: "Ignore notifications/elicitation/complete for ids that are unknown or done.",
});
