import { valueAt } from "../../jsonrpc/json.ts";
import { clientNotifications, sameId } from "../../trace/facts/client-facts.ts";
import { callsIn, type ToldStep, toldSteps } from "../../trace/told-steps.ts";
import { httpExchanges } from "../../trace/http-exchange.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall, overallIfAny } from "../outcome.ts";

/** What became of steps whose request got no answer: an error is right, a result is made up; silence says nothing. */
function unanswered(trace: Trace, verb: string, method: string, isMeant: (step: ToldStep) => boolean): readonly Exhibit[] {
  return toldSteps(trace, verb).flatMap((step): Exhibit[] => {
    const { report, scenario, told } = step;
    if (report === undefined || report.value["unsupported"] === true || !isMeant(step)) return [];
    const calls = callsIn(trace, scenario, method).filter(
      ({ request }) => told["arguments"] === undefined || sameId(valueAt(request.frame.params, "arguments"), told["arguments"]),
    );
    if (calls.length === 0 || calls.some(({ answer }) => answer !== undefined)) return [];
    const made = report.value["ok"] === true;
    return [{ ref: report, wrong: made ? `the caller was told of success, and ${method} was never answered` : undefined }];
  });
}

/** Whether a server of the scenario ended by itself: then nobody waits for a time to be over. */
function serverEnded(trace: Trace, scenario: string): boolean {
  const own = connections(trace).filter(({ session, target }) => session === scenario && target === "the mock server");
  return eventsOf(trace, "exit").some(({ connection, code }) => code !== 0 && own.some((one) => one.connection === connection));
}

/** A call that is never answered ends. */
export const timeoutTold: Check = {
  id: "lifecycle.client-timeout",
  title: "A request that is not answered in its time ends in an error for its caller",
  subject: "client",
  level: "SHOULD",
  spec: { "2025-03-26": "basic/lifecycle#timeouts", "2026-07-28": "basic/patterns/cancellation#timeouts" },
  advice: "Give every request a time-out, and tell the caller when it is over.",
  tolerance: "Only of drivers that report their steps; how long a client takes is not looked at.",
  verify: (trace) =>
    overall(
      unanswered(
        trace,
        "call-tool",
        "tools/call",
        ({ told, scenario }) => told["timeoutMs"] !== undefined && !serverEnded(trace, scenario),
      ),
      "no client that reports its steps waited in vain",
    ),
};

/** Nor does a ping wait for ever. */
export const pingUnanswered: Check = {
  id: "lifecycle.client-ping-unanswered",
  title: "A ping that is not answered in its time is a failure of the connection to its caller",
  subject: "client",
  level: "SHOULD",
  spec: { "2024-11-05": "basic/utilities/ping#error-handling", "2026-07-28": "removed" },
  advice: "Give a ping a time-out, and report its end as a failure.",
  tolerance: "Only of drivers that report their steps; how long a client takes is not looked at.",
  verify: (trace) =>
    overall(
      unanswered(trace, "ping", "ping", () => true),
      "no client that reports its steps pinged in vain",
    ),
};

/** The death of a server is noticed. */
export const crashNoticed: Check = {
  id: "process.client-crash-noticed",
  title: "A call during which the server dies ends in an error for its caller",
  subject: "client",
  level: "PRACTICE",
  spec: { "2024-11-05": "basic/lifecycle#shutdown", "2026-07-28": "basic/transports/stdio#shutdown" },
  transports: ["stdio"],
  advice: "Let every running request fail when the server's output ends.",
  tolerance: "Only of drivers that report their steps; how long a client takes is not looked at.",
  verify: (trace) =>
    overall(
      unanswered(trace, "call-tool", "tools/call", ({ scenario }) => scenario === "hostile.crash"),
      "no client that reports its steps saw a server die",
    ),
};

/** An answer that comes after all is none. */
export const lateAnswer: Check = {
  id: "cancellation.client-late-answer",
  title: "An answer that comes after its request was cancelled is ignored",
  subject: "client",
  level: "SHOULD",
  spec: {
    "2024-11-05": "basic/utilities/cancellation#behavior-requirements",
    "2026-07-28": "basic/patterns/cancellation#behavior-requirements",
  },
  transports: ["stdio", "sse"],
  advice: "Forget a request once you cancelled it, and drop what comes for it.",
  tolerance: "Only of drivers that report their steps, where the cancelling reached the server before the answer was sent.",
  verify: (trace) =>
    overallIfAny(
      toldSteps(trace, "call-tool").flatMap(({ told, scenario, report }): Exhibit[] => {
        if (told["cancelAfterMs"] === undefined || report === undefined) return [];
        const call = callsIn(trace, scenario, "tools/call").find(({ request }) =>
          sameId(valueAt(request.frame.params, "arguments"), told["arguments"]),
        );
        if (call?.answer === undefined) return [];
        const { request, answer } = call;
        const note = clientNotifications(trace, "notifications/cancelled").find(
          ({ connection, frame }) =>
            connection === request.connection && sameId(valueAt(frame.params, "requestId"), request.frame.id),
        );
        if (note === undefined || note.seq > answer.seq) return [];
        const taken = report.value["ok"] === true;
        return [{ ref: report, wrong: taken ? "the caller got the result of a call that was cancelled" : undefined }];
      }),
      "no client that reports its steps was sent an answer after it had cancelled",
    ),
};

/** A server may have no stream to listen on. */
export const streamRefused: Check = {
  id: "http.client-get-refused",
  title: "A client goes on when its GET is refused with 405",
  subject: "client",
  level: "PRACTICE",
  spec: { "2025-03-26": "basic/transports#listening-for-messages-from-the-server", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Take 405 for what it says: there is no stream to listen on, and everything else works.",
  verify: (trace) =>
    overallIfAny(
      httpExchanges(trace, "GET").flatMap(({ response, connection }): Exhibit[] => {
        if (response?.status !== 405) return [];
        const later = httpExchanges(trace, "POST").find(
          ({ request, connection: other }) =>
            other === connection && request.seq > response.seq && (request.body ?? "").includes('"tools/call"'),
        );
        if (later !== undefined) return [{ ref: later.request }];
        const failed = toldSteps(trace, "call-tool").find(
          ({ scenario, report }) => scenario === "hostile.no-stream" && report?.value["ok"] === false,
        );
        return failed?.report === undefined ? [] : [{ ref: failed.report, wrong: "the call failed, and never came" }];
      }),
      "no GET of the client was refused",
    ),
};
