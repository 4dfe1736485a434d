import { asObject } from "../../../jsonrpc/json.ts";
import { allCalls, answered, type Call, calls } from "../../../trace/call.ts";
import { messagesOf } from "../../../trace/message.ts";
import { endedByItself } from "../../../trace/facts/fence.ts";
import { httpRefusal } from "../../../trace/facts/http-facts.ts";
import { serverRequests } from "../../../trace/facts/spoken.ts";
import { callsTagged, stepsTagged } from "../../../trace/step.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { connections, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, type Outcome, overdue, overall, unreachable } from "../../outcome.ts";
import { places } from "../../places.ts";
import { shortJson } from "../../rules/text-forms.ts";

export const noEarlyRequests: Check = {
  id: "lifecycle.no-early-requests",
  title: "Before the initialized notification the server sends no requests but pings",
  subject: "server",
  level: "SHOULD NOT",
  spec: places.initialization,
  advice: "Wait for notifications/initialized before you ask the client for roots, sampling or input.",
  verify(trace) {
    const ready = messagesOf(trace, "sent", "notification").filter(({ frame }) => frame.method === "notifications/initialized");
    return overall(
      connections(trace).flatMap(({ connection }): Exhibit[] => {
        const initialized = ready.find((message) => message.connection === connection);
        if (initialized === undefined) return [];
        const early = serverRequests(trace).filter(
          (request) => request.connection === connection && request.seq < initialized.seq && request.frame.method !== "ping",
        );
        return [
          { ref: initialized },
          ...early.map((request): Exhibit => ({
            ref: request,
            wrong: `a request ${request.frame.method} before notifications/initialized`,
          })),
        ];
      }),
      "no connection was initialized",
    );
  },
};

/** The client capability each request of a server rests on. */
const neededCapability: Readonly<Record<string, string>> = {
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
  "elicitation/create": "elicitation",
};

function undeclaredRequests(trace: Trace): Outcome {
  return overall(
    connections(trace).flatMap(({ connection, capabilities }): Exhibit[] => {
      const asked = serverRequests(trace).filter((request) => request.connection === connection);
      const worked = answered(allCalls(trace)).findLast(
        (call) => call.request.connection === connection && stepOf(trace, call.request) !== undefined,
      );
      const lacking = Object.values(neededCapability).some((capability) => capabilities[capability] === undefined);
      if (!lacking) return [];
      return [
        ...(worked === undefined ? [] : [{ ref: worked.answer }]),
        ...asked.flatMap((request): Exhibit[] => {
          const needed = neededCapability[request.frame.method];
          return needed === undefined || capabilities[needed] !== undefined
            ? []
            : [{ ref: request, wrong: `a request ${request.frame.method}, though the client did not declare ${needed}` }];
        }),
      ];
    }),
    "no connection without client capabilities was used",
  );
}

export const clientCapabilitiesRespected: Check = {
  id: "lifecycle.client-capabilities-respected",
  title: "The server sends only requests for which the client declared the capability",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "basic/lifecycle#operation", "2026-07-28": "removed" },
  advice: "Look at the client's capabilities before you ask for roots, sampling or input, and do without otherwise.",
  verify: undeclaredRequests,
};

export const clientCapabilitiesHeeded: Check = {
  ...clientCapabilitiesRespected,
  id: "lifecycle.client-capabilities-heeded",
  level: "SHOULD",
  spec: { "2024-11-05": "basic/lifecycle#operation", "2025-06-18": "removed" },
};

export const ping: Check = {
  id: "lifecycle.ping",
  title: "A ping is answered with an empty result",
  subject: "server",
  level: "MUST",
  spec: places.ping,
  advice: "Answer {} at once, whatever else is going on.",
  tolerance: "A result that holds nothing but _meta counts as empty.",
  verify(trace) {
    const pings = calls(trace, "ping").filter((call) => {
      const step = stepOf(trace, call.request);
      const renewed = stepsTagged(trace, "second-initialize").some(
        (second) => second.connection === call.request.connection && second.seq < call.request.seq,
      );
      return !renewed && (step?.tag === undefined || step.tag === "ping");
    });
    return overall(
      pings.flatMap(({ request, answer, silence }): Exhibit[] => {
        if (answer === undefined) {
          const later = allCalls(trace).some(
            (other) =>
              other.request.connection === request.connection && other.request.seq > request.seq && other.answer !== undefined,
          );
          return silence === undefined || !later ? [] : [overdue(request, `no answer to a ping within ${silence.ms} ms`)];
        }
        if (answer.frame.kind === "error")
          return [
            {
              ref: answer,
              wrong: `a ping was refused: ${shortJson(answer.frame.error.code)} ${shortJson(answer.frame.error.message)}`,
            },
          ];
        const members = Object.keys(asObject(answer.frame.result)).filter((member) => member !== "_meta");
        return [
          { ref: answer, wrong: members.length === 0 ? undefined : `the result of a ping has the members ${members.join(", ")}` },
        ];
      }),
      "no ping was sent",
    );
  },
};

export const pingBeforeInitialize: Check = {
  id: "lifecycle.ping-before-initialize",
  title: "A ping is answered even before initialize",
  subject: "server",
  level: "PRACTICE",
  spec: places.ping,
  transports: ["stdio"],
  advice: "Hosts ping to see whether a server is up; answer before the handshake too.",
  tolerance: "The initialization phase has to come first, yet clients may ping before it: an error is accepted, silence is not.",
  verify(trace) {
    return overall(
      callsTagged(trace, "ping-before-initialize").flatMap(({ request, answer, silence }): Exhibit[] => {
        if (answer !== undefined) return [{ ref: answer }];
        return silence === undefined
          ? endedAfter(trace, request, "a ping before initialize")
          : [{ ref: silence, wrong: `no answer to a ping before initialize within ${silence.ms} ms` }];
      }),
      "no ping was sent before initialize",
    );
  },
};

/**
 * A process that ends of what it was sent has not answered it either, though nobody had to wait for that. Where something else that no
 * client should send came in between, it may have been that.
 */
function endedAfter(trace: Trace, { connection, seq }: { connection: number; seq: number }, what: string): Exhibit[] {
  const exit = endedByItself(trace, connection);
  if (exit === undefined || exit.seq < seq) return [];
  const isOther = ({ request }: Call): boolean =>
    request.connection === connection && request.seq > seq && request.seq < exit.seq && stepOf(trace, request)?.deviant === true;
  return allCalls(trace).some(isOther) ? [] : [{ ref: exit, wrong: `the process ended after ${what}` }];
}

export const initializeWithoutParams: Check = {
  id: "lifecycle.initialize-without-params",
  title: "An initialize without its required params is refused with an error",
  subject: "server",
  level: "PRACTICE",
  spec: places.initialization,
  advice: "Validate initialize like any other request, and answer -32602.",
  explains: [{ checks: ["process.stays-alive"], within: "connection" }],
  verify(trace) {
    return overall(
      callsTagged(trace, "initialize-without-params").flatMap(({ request, answer, silence }): Exhibit[] => {
        const refusal = answer?.frame.kind === "error" ? answer : httpRefusal(trace, request);
        if (refusal !== undefined) return [{ ref: refusal }];
        if (answer !== undefined) return [{ ref: answer, wrong: "a result for an initialize without protocolVersion" }];
        return silence === undefined
          ? endedAfter(trace, request, "an initialize without params")
          : [{ ref: silence, wrong: "no answer to an initialize without params" }];
      }),
      "no initialize without params was sent",
    );
  },
};

export const earlyRequestHarmless: Check = {
  id: "lifecycle.early-request-harmless",
  title: "A request before initialize does not keep the server from being initialized",
  subject: "server",
  level: "PRACTICE",
  spec: places.initialization,
  transports: ["stdio", "sse"],
  advice: "Refuse early requests with an error and wait on for initialize.",
  explains: [{ checks: ["process.stays-alive"], within: "connection" }],
  verify(trace) {
    const asked = callsTagged(trace, "early-request");
    const looked = asked.flatMap(({ request }): Exhibit[] => {
      const later = allCalls(trace, "initialize").filter(
        (call) => call.request.connection === request.connection && call.request.seq > request.seq,
      );
      const served = later.find((call) => call.answer !== undefined);
      if (served?.answer !== undefined) return [{ ref: served.answer }];
      const waited = later.find((call) => call.silence !== undefined);
      return waited?.silence === undefined
        ? endedAfter(trace, request, "an early request")
        : [{ ref: waited.silence, wrong: "no answer to initialize after an early request" }];
    });
    // What ended it then is lifecycle.initialize-without-params.
    const lost = asked.some(({ request }) => endedByItself(trace, request.connection) !== undefined);
    if (looked.length === 0 && lost) return unreachable("the process ended at what was sent after the early request");
    return overall(looked, "no request was sent before initialize");
  },
};

export const secondInitializeHarmless: Check = {
  id: "lifecycle.second-initialize-harmless",
  title: "A second initialize is answered, and the connection goes on",
  subject: "server",
  level: "PRACTICE",
  spec: places.initialization,
  advice: "Refuse it or answer it again, but do not hang or end.",
  explains: [{ checks: ["process.stays-alive"], within: "connection" }],
  verify(trace) {
    return overall(
      callsTagged(trace, "second-initialize").flatMap(({ request, answer, silence }): Exhibit[] => {
        const reply = answer ?? httpRefusal(trace, request);
        if (reply === undefined)
          return silence === undefined
            ? endedAfter(trace, request, "a second initialize")
            : [{ ref: silence, wrong: "no answer to a second initialize" }];
        const later = allCalls(trace).filter(
          (call) => call.request.connection === request.connection && call.request.seq > request.seq,
        );
        const saidNothing = messagesOf(trace, "received", "not-jsonrpc").some(
          ({ connection, seq, frame }) => connection === request.connection && seq > reply.seq && frame.answers !== undefined,
        );
        if (later.length > 0 && !saidNothing && later.every((call) => call.answer === undefined))
          return [{ ref: reply, wrong: "nothing was answered after a second initialize" }];
        return [{ ref: reply }];
      }),
      "no second initialize was sent",
    );
  },
};
