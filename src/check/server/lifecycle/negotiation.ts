import { asObject, isObject, type JsonObject } from "../../../jsonrpc/json.ts";
import { isHandshakeVersion, isRevision, revisions } from "../../../spec/revision.ts";
import { allCalls, answered } from "../../../trace/call.ts";
import { endedByItself } from "../../../trace/facts/fence.ts";
import { httpRefusal } from "../../../trace/facts/http-facts.ts";
import { callsTagged } from "../../../trace/step.ts";
import { revisionsIn } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { shortJson } from "../../rules/text-forms.ts";
import { undeclaredOffers } from "../../rules/undeclared-offers.ts";

function resultDefect(result: JsonObject): string | undefined {
  if (typeof result["protocolVersion"] !== "string")
    return `protocolVersion is ${shortJson(result["protocolVersion"])}, expected a string`;
  if (!isObject(result["capabilities"])) return `capabilities is ${shortJson(result["capabilities"])}, expected an object`;
  const info = result["serverInfo"];
  if (!isObject(info)) return `serverInfo is ${shortJson(info)}, expected an object`;
  if (typeof info["name"] !== "string") return `serverInfo.name is ${shortJson(info["name"])}, expected a string`;
  if (typeof info["version"] !== "string") return `serverInfo.version is ${shortJson(info["version"])}, expected a string`;
  const { instructions } = result;
  if (instructions !== undefined && typeof instructions !== "string")
    return `instructions is ${shortJson(instructions)}, expected a string`;
  return undefined;
}

export const initializeResult: Check = {
  id: "lifecycle.initialize-result",
  title: "The answer to initialize has protocolVersion, capabilities and serverInfo with name and version",
  subject: "server",
  level: "MUST",
  spec: places.initialization,
  advice: "Declare capabilities, even if it is an empty object, and say who you are.",
  explains: [undeclaredOffers],
  verify: (trace) =>
    overall(
      answered(allCalls(trace, "initialize")).map(({ answer }): Exhibit => ({
        ref: answer,
        wrong: resultDefect(asObject(answer.frame.result)),
      })),
      "no initialize was answered with a result",
    ),
};

const blank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

export const serverInfoFilled: Check = {
  id: "lifecycle.server-info-filled",
  title: "The server's name and version are not empty",
  subject: "server",
  level: "PRACTICE",
  spec: places.initialization,
  advice: "Users see the name, and bug reports need the version.",
  verify(trace) {
    return overall(
      answered(allCalls(trace, "initialize")).flatMap(({ answer }): Exhibit[] => {
        const info = asObject(asObject(answer.frame.result)["serverInfo"]);
        if (typeof info["name"] !== "string" || typeof info["version"] !== "string") return [];
        const empty = ["name", "version"].filter((member) => blank(info[member]));
        return [{ ref: answer, wrong: empty.length === 0 ? undefined : `serverInfo.${empty.join(" and serverInfo.")} is empty` }];
      }),
      "no initialize was answered with a result that names the server",
    );
  },
};

const requestedVersion = (params: unknown): unknown => (isObject(params) ? params["protocolVersion"] : undefined);

export const versionSupported: Check = {
  id: "lifecycle.version-supported",
  title: "A protocol version the server supports is answered with the same version",
  subject: "server",
  level: "MUST",
  spec: places.versionNegotiation,
  advice: "Answer with the requested version whenever it is one of yours, not with the newest you know.",
  verify(trace) {
    const all = answered(allCalls(trace, "initialize"));
    const spokenVersions = new Set(all.map(({ answer }) => asObject(answer.frame.result)["protocolVersion"]));
    return overall(
      all.flatMap(({ request, answer }): Exhibit[] => {
        const requested = requestedVersion(request.frame.params);
        const got = asObject(answer.frame.result)["protocolVersion"];
        if (!revisions.some((revision) => revision === requested) || typeof got !== "string") return [];
        if (got === requested) return [{ ref: answer }];
        if (!spokenVersions.has(requested as string)) return [];
        return [
          {
            ref: answer,
            wrong: `${shortJson(requested)} was answered with ${shortJson(got)}, though the server offered it elsewhere`,
          },
        ];
      }),
      "no version was asked for that the server is known to support",
    );
  },
};

export const versionOfHandshake: Check = {
  id: "lifecycle.version-of-handshake",
  title: "The version in the answer to initialize is one that is agreed on by initialize",
  subject: "server",
  level: "MUST",
  spec: places.versionNegotiation,
  advice: "Answer initialize with a version up to 2025-11-25; later ones have no handshake, and are asked for in each request.",
  tolerance: "A version mcpcheck does not know is accepted, if it has the form of one (YYYY-MM-DD, or a draft).",
  verify(trace) {
    const versions = answered(allCalls(trace, "initialize")).map(({ answer }) => ({
      answer,
      got: asObject(answer.frame.result)["protocolVersion"],
    }));
    if (versions.length > 0 && versions.every(({ got }) => typeof got !== "string"))
      return notApplicable("the server names no version, which another check reports");
    return overall(
      versions.flatMap(({ answer, got }): Exhibit[] => {
        if (typeof got !== "string") return [];
        const wrong = isRevision(got)
          ? `initialize was answered with ${shortJson(got)}, a version without initialize`
          : `initialize was answered with ${shortJson(got)}, which is no version of the protocol`;
        return [{ ref: answer, wrong: isHandshakeVersion(got) ? undefined : wrong }];
      }),
      "no initialize was answered with a result",
    );
  },
};

export const versionFallback: Check = {
  id: "lifecycle.version-fallback",
  title: "A protocol version the server does not support is answered with another one, or refused",
  subject: "server",
  level: "MUST",
  spec: places.versionNegotiation,
  advice: "Never echo what you do not know: answer with the latest version you support.",
  tolerance:
    "The page asks for another supported version in the result, and its section on errors shows an error for the same case: both are accepted. A process that ends at it instead is asked again, as the first thing it is sent.",
  verify(trace) {
    const asked = callsTagged(trace, "unsupported-version");
    return overall(
      asked.flatMap(({ request, answer, silence }): Exhibit[] => {
        const refusal = httpRefusal(trace, request);
        if (answer === undefined && refusal !== undefined) return [{ ref: refusal }];
        const end = endedByItself(trace, request.connection);
        if (answer === undefined && end !== undefined && end.seq > request.seq && end.signal !== "SIGKILL")
          return [
            {
              ref: end,
              wrong: `the process ended (${end.signal ?? `exit code ${end.code ?? "unknown"}`}) at an initialize with an unsupported version, which gets no answer`,
            },
          ];
        if (answer === undefined)
          return silence === undefined ? [] : [{ ref: silence, wrong: "no answer to an initialize with an unsupported version" }];
        if (answer.frame.kind === "error") return [{ ref: answer }];
        const got = asObject(answer.frame.result)["protocolVersion"];
        const requested = requestedVersion(request.frame.params);
        return [
          {
            ref: answer,
            wrong: got === requested ? `the version ${shortJson(got)}, which no revision has, was accepted` : undefined,
          },
        ];
      }),
      asked.length === 0
        ? "no initialize with an unsupported version was sent"
        : "an initialize with an unsupported version was not answered: its connection ended, or the server may still have been starting",
    );
  },
};

export const versionLatest: Check = {
  id: "lifecycle.version-latest",
  title: "In place of an unsupported version the server offers the latest it supports",
  subject: "server",
  level: "SHOULD",
  spec: places.versionNegotiation,
  advice: "Offer the newest revision you support: a client can always refuse it.",
  verify(trace) {
    const [judged] = revisionsIn(trace);
    const asked = callsTagged(trace, "unsupported-version");
    if (
      asked.length > 0 &&
      asked.every((call) => call.answer?.frame.kind === "error" || httpRefusal(trace, call.request) !== undefined)
    )
      return notApplicable("the server refuses an unsupported version instead of offering another");
    const offers = answered(asked).map(({ answer }) => ({ answer, got: asObject(answer.frame.result)["protocolVersion"] }));
    if (offers.length > 0 && offers.every(({ got }) => !isRevision(got)))
      return notApplicable("the server offers a version that is not a published revision");
    return overall(
      offers.flatMap(({ answer, got }): Exhibit[] => {
        if (!isRevision(got)) return [];
        return [
          {
            ref: answer,
            wrong: judged !== undefined && got < judged ? `offered ${got}, though it supports ${judged}` : undefined,
          },
        ];
      }),
      "no unsupported version was answered with another one",
    );
  },
};
