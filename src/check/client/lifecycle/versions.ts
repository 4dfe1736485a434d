import { valueAt } from "../../../jsonrpc/json.ts";
import { methodAt } from "../../../spec/methods.ts";
import { isRevision, type Revision, revisions } from "../../../spec/revision.ts";
import { type ClientCall, clientCalls, clientNotifications } from "../../../trace/facts/client-facts.ts";
import { requestsOfEra } from "../../../trace/facts/client-era.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { places } from "../../places.ts";
import { stepReports } from "../../../trace/facts/client-facts.ts";

/** An opening: what the client offered, what it was answered, and whether it went on. */
type Opening = {
  readonly call: ClientCall;
  readonly offered: string;
  readonly agreed: string;
  readonly wentOn: boolean;
};

function openings(trace: Trace): readonly Opening[] {
  return clientCalls(trace, "initialize").flatMap((call): Opening[] => {
    const { request, answer } = call;
    const offered = valueAt(request.frame.params, "protocolVersion");
    const agreed = answer?.frame.kind === "result" ? valueAt(answer.frame.result, "protocolVersion") : undefined;
    if (typeof offered !== "string" || typeof agreed !== "string") return [];
    const wentOn = clientNotifications(trace, "notifications/initialized").some(
      ({ connection }) => connection === request.connection,
    );
    return [{ call, offered, agreed, wentOn }];
  });
}

const unopened = "the client sent no initialize that was answered";

/** What is offered is supported. */
export const offersSupported: Check = {
  id: "lifecycle.client-offers-supported",
  title: "The client goes on with a server that answers with the version it was offered",
  subject: "client",
  level: "MUST",
  spec: places.versionNegotiation,
  advice: "Offer a version you support: a server that speaks it answers with the same.",
  tolerance:
    "A client that says nothing more is judged only where its driver reports that connecting failed, and only if it never went on with that version: what else may have gone wrong is not its version.",
  verify: (trace) => {
    const all = openings(trace);
    const supported = new Set(all.filter(({ wentOn }) => wentOn).map(({ agreed }) => agreed));
    return overallIfAny(
      all.flatMap(({ call, offered, agreed, wentOn }): Exhibit[] => {
        if (offered !== agreed) return [];
        if (wentOn) return [{ ref: call.request }];
        if (supported.has(agreed)) return [];
        const failed = stepReports(trace).find(
          ({ told, report }) =>
            valueAt(told, "do") === "connect" && report.value["ok"] === false && report.seq > (call.answer?.seq ?? Infinity),
        );
        return failed === undefined
          ? []
          : [{ ref: failed.report, wrong: `it offered ${offered}, was answered with ${agreed}, and did not go on` }];
      }),
      "no server answered with the version it was offered",
    );
  },
};

/** And it is the latest one that is. */
export const offersLatest: Check = {
  id: "lifecycle.client-offers-latest",
  title: "The client offers the latest version it supports",
  subject: "client",
  level: "SHOULD",
  spec: places.versionNegotiation,
  advice: "Offer your latest version in initialize: a server that does not know it answers with an older one.",
  tolerance: "Shown by a client that goes on with a server whose answer is later than what it was offered.",
  verify: (trace) =>
    overall(
      openings(trace).flatMap(({ call, offered, agreed, wentOn }): Exhibit[] => {
        if (!wentOn || !isRevision(agreed)) return [];
        const later = isRevision(offered) && agreed > offered;
        return [{ ref: call.request, wrong: later ? `it offered ${offered}, and went on with ${agreed}` : undefined }];
      }),
      unopened,
    ),
};

/** The members that make a request one of a later revision. */
const members = { "tools/call": { task: "2025-11-25" } } as const satisfies Readonly<Record<string, Record<string, Revision>>>;

/** The revision something a client sent came with, where that is later than what was agreed. */
function laterThan(agreed: Revision, method: string, params: Parameters<typeof valueAt>[0]): string | undefined {
  const known = revisions.filter((revision) => methodAt(method, revision, "client") !== undefined);
  const [first] = known;
  if (first !== undefined && !known.includes(agreed)) return `${method} does not exist in ${agreed}`;
  const later = Object.entries(members[method as keyof typeof members] ?? {}).find(
    ([member, since]) => since > agreed && valueAt(params, member) !== undefined,
  );
  return later === undefined ? undefined : `${method} has ${later[0]}, which does not exist in ${agreed}`;
}

/** A check that what was agreed is spoken. */
function agreedSpoken(id: string, level: Check["level"], spec: Check["spec"]): Check {
  return {
    id,
    title: "After the opening the client sends only what exists in the agreed version",
    subject: "client",
    level,
    spec,
    advice: "Look at the version that was agreed before you use what came with a later one.",
    verify: (trace) =>
      overall(
        openings(trace).flatMap(({ call, agreed, wentOn }) => {
          if (!wentOn || !isRevision(agreed)) return [];
          const later = [...requestsOfEra(trace), ...clientNotifications(trace)].filter(
            ({ connection, seq }) => connection === call.request.connection && seq > (call.answer?.seq ?? Infinity),
          );
          return later.map((message): Exhibit => {
            const { method, params } = message.frame;
            return { ref: message, wrong: laterThan(agreed, method, params) };
          });
        }),
        unopened,
      ),
  };
}

/** Until 2025-03-26 that was advice. */
export const agreedRespected: Check = agreedSpoken("lifecycle.client-version-respected", "SHOULD", {
  "2024-11-05": "basic/lifecycle#operation",
  "2025-06-18": "removed",
});

/** Since then it is a duty. */
export const agreedKept: Check = agreedSpoken("lifecycle.client-version-kept", "MUST", {
  "2025-06-18": "basic/lifecycle#operation",
  "2026-07-28": "removed",
});
