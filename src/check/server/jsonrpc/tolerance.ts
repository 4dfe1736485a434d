import { allCalls, type Call } from "../../../trace/call.ts";
import { callsTagged } from "../../../trace/step.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, type Outcome, overdue } from "../../outcome.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { places } from "../../places.ts";

/** Whether these requests got a result, like those without the oddity do. */
function servedAll(trace: Trace, special: readonly Call[], what: string): Outcome {
  return overTellingCalls(trace, { special, none: "no such request was sent" }, (call): Exhibit[] => {
    if (call.answer?.frame.kind === "result") return [{ ref: call.answer }];
    if (call.answer?.frame.kind === "error") {
      const { code, message } = call.answer.frame.error;
      return [{ ref: call.answer, wrong: `${what} was refused: ${JSON.stringify(code)} ${JSON.stringify(message)}` }];
    }
    const alive = allCalls(trace).some(
      (later) =>
        later.request.connection === call.request.connection &&
        later.request.seq > call.request.seq &&
        later.answer !== undefined,
    );
    return alive ? [overdue(call.request, `${what} was not answered, while later requests were`)] : [];
  });
}

export const anyFormatting: Check = {
  id: "jsonrpc.any-formatting",
  title: "A request is understood whatever its member order, white space and escapes",
  subject: "server",
  level: "MUST",
  spec: places.messages,
  advice: "Parse messages as JSON; do not match their text.",
  verify: (trace) => servedAll(trace, callsTagged(trace, "odd-formatting"), "a request with unusual but valid formatting"),
};

export const requestInPieces: Check = {
  id: "jsonrpc.request-in-pieces",
  title: "A request that comes in two pieces is answered as one that comes at once",
  subject: "server",
  level: "MUST",
  spec: places.messages,
  transports: ["stdio"],
  advice:
    "A read brings whatever is in the pipe: keep what follows the last line feed until the rest of its line comes, as bytes, for a piece may end inside a character.",
  tolerance:
    "The second piece is written when a request that came in one write with the first was answered, so that no pause is guessed.",
  explains: [{ checks: ["jsonrpc.response-id", "jsonrpc.survives-malformed"], within: "connection" }],
  verify(trace) {
    const inPieces = new Set(eventsOf(trace, "frame").flatMap(({ seq, pieces }) => (pieces === 2 ? [seq] : [])));
    const special = callsTagged(trace, "in-pieces").filter(({ request }) => inPieces.has(request.seq));
    return servedAll(trace, special, "a request written in two pieces");
  },
};

export const foreignMeta: Check = {
  id: "jsonrpc.foreign-meta",
  title: "A request with an unknown key in _meta is served as without it",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "basic/index#protocol-layers", "2025-03-26": "basic/index#requests", "2025-06-18": "basic/index#meta" },
  advice: "Let _meta through unread, but for the keys you know; validate it as an open object.",
  verify: (trace) => servedAll(trace, callsTagged(trace, "foreign-meta"), "a request with an unknown key in _meta"),
};

export const unknownMember: Check = {
  id: "jsonrpc.unknown-member",
  title: "A request with an unknown member in its params is served as without it",
  subject: "server",
  level: "PRACTICE",
  spec: places.requests,
  advice: "Ignore members you do not know: a newer client may send more than your revision has.",
  verify: (trace) => servedAll(trace, callsTagged(trace, "unknown-member"), "a request with an unknown member in its params"),
};
