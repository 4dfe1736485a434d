import { asObject, valueAt } from "../../jsonrpc/json.ts";
import { boundaryWords } from "../../trace/boundary-words.ts";
import { endedByItself } from "../../trace/facts/fence.ts";
import { requestsFrom } from "../../trace/facts/server-message.ts";
import { type ToolCall, toolCalls } from "../../trace/facts/tool-call.ts";
import { calls } from "../../trace/call.ts";
import { stepsTagged } from "../../trace/step.ts";
import { stepOf } from "../../trace/step-index.ts";
import { eventsOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { inconclusive, notApplicable, type Exhibit, type Outcome, overall } from "../outcome.ts";

export const rootsChangeTolerated: Check = {
  id: "roots.change-tolerated",
  title: "The news that roots have changed does not upset the server",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "client/roots#root-list-changes", "2026-07-28": "removed" },
  advice: "Ignore notifications/roots/list_changed where roots are of no use; it needs no answer.",
  explains: [{ checks: ["process.stays-alive"], within: "connection" }],
  verify(trace) {
    const steps = stepsTagged(trace, "roots-changed");
    if (steps.length === 0) return inconclusive("the server was not told of changed roots");
    return overall(
      steps.flatMap(({ connection, seq }) => wentOn(trace, connection, seq)),
      "nothing was asked after the roots had changed",
    );
  },
};

/** What was asked next after an event on a connection, and whether it was answered. */
function wentOn(trace: Trace, connection: number, seq: number): Exhibit[] {
  const next = calls(trace).find(({ request }) => request.connection === connection && request.seq > seq);
  if (next?.answer !== undefined) return [{ ref: next.answer }];
  if (next?.silence !== undefined) return [{ ref: next.silence, wrong: "the server did not answer any more" }];
  const exit = endedByItself(trace, connection);
  return exit === undefined || exit.seq < seq ? [] : [{ ref: exit, wrong: "the process ended" }];
}

const asksForNone = "the server did not ask for the roots";

export const rootsUnavailableSurvived: Check = {
  id: "roots.unavailable-survived",
  title: "Roots that are gone do not upset a server that asks for them",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "client/roots#security-considerations" },
  advice: "Take an empty list of roots for what it is: refuse what needs one, and go on answering.",
  tolerance: "Any answer is accepted.",
  verify(trace) {
    const steps = stepsTagged(trace, "roots-gone");
    if (steps.length === 0) return withoutTrial(trace, "the client had roots all the time");
    const told = steps.flatMap(({ connection, seq }) => {
      const asked = firstAsked(trace, connection, seq);
      return asked === undefined ? [] : [{ connection, asked }];
    });
    if (told.length === 0) return notApplicable(asksForNone);
    return overall(
      told.flatMap(({ connection, asked }) => wentOn(trace, connection, asked)),
      "nothing was asked after the roots were gone",
    );
  },
};

export const rootsBoundariesKept: Check = {
  id: "roots.boundaries-kept",
  title: "A server that asks for the roots reads no file outside of them",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "client/roots#security-considerations" },
  advice: "Hold every path, resolved, against the roots of the client, and refuse what is outside.",
  tolerance:
    "Judged where a tool gives the text of a file within the root and is then asked for one beside it, both written for the purpose. Folders that the command of the server names are not used.",
  verify(trace) {
    const asked = taggedCalls(trace, "outside-root");
    if (asked.length === 0) return withoutTrial(trace, "no tool was asked for a file outside of the roots");
    const bounded = asked.filter(({ call: { request, answer } }) => {
      const first = firstAsked(trace, request.connection, 0);
      return first !== undefined && first < (answer?.seq ?? 0);
    });
    if (bounded.length === 0) return notApplicable(asksForNone);
    const able = new Set(
      taggedCalls(trace, "inside-root")
        .filter((call) => says(call, boundaryWords.inside))
        .map(({ name }) => name),
    );
    const telling = bounded.filter(({ name, outcome }) => able.has(name) && outcome !== "none" && outcome !== "input-required");
    if (telling.length === 0) return notApplicable("no tool that may be called gives the text of a file within the root");
    return overall(
      telling.map((call) => ({
        ref: call.seq,
        wrong: says(call, boundaryWords.outside)
          ? `${JSON.stringify(call.name)} gave the text of a file that is outside of the root the client named`
          : undefined,
      })),
      "",
    );
  },
};

/** The outcome where nothing was tried: a server that asked no client for its roots has nothing to do with them. */
function withoutTrial(trace: Trace, untried: string): Outcome {
  const offered = eventsOf(trace, "connect").filter(({ capabilities }) => valueAt(capabilities, "roots") !== undefined);
  const heard = new Set(calls(trace).flatMap(({ answer }) => (answer === undefined ? [] : [answer.connection])));
  const spoken = offered.filter(({ connection }) => heard.has(connection));
  return spoken.length > 0 && spoken.every(({ connection }) => firstAsked(trace, connection, 0) === undefined)
    ? notApplicable(asksForNone)
    : inconclusive(untried);
}

const taggedCalls = (trace: Trace, tag: string): ToolCall[] =>
  toolCalls(trace).filter(({ call }) => stepOf(trace, call.request)?.tag === tag);

const says = ({ result }: ToolCall, words: string): boolean => JSON.stringify(result).includes(words);

/** When the server first asked for the roots on a connection after an event, by a request of its own or in an answer. */
function firstAsked(trace: Trace, connection: number, after: number): number | undefined {
  const inAnswers = toolCalls(trace).flatMap(({ call: { answer }, result }) => {
    const wishes = Object.values(asObject(valueAt(result, "inputRequests")));
    return answer !== undefined && wishes.some((wish) => valueAt(wish, "method") === "roots/list") ? [answer] : [];
  });
  const seqs = [...requestsFrom(trace, "roots/list"), ...inAnswers]
    .filter((one) => one.connection === connection && one.seq > after)
    .map(({ seq }) => seq);
  return seqs.length === 0 ? undefined : Math.min(...seqs);
}
