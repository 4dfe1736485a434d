import { asObject, valueAt, isObject, type Json } from "../../../jsonrpc/json.ts";
import { isRevision, namesVersions } from "../../../spec/revision.ts";
import { announcements } from "../../../trace/facts/server-facts.ts";
import { answered, calls } from "../../../trace/call.ts";
import { statelessAnswers } from "../../../trace/facts/stateless.ts";
import { callsTagged } from "../../../trace/step.ts";
import { revisionsIn, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { isMetaKey } from "../../rules/meta-key.ts";
import { undeclaredOffers } from "../../rules/undeclared-offers.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { shortJson } from "../../rules/text-forms.ts";

const discoverPlace = { "2026-07-28": "server/discover" } as const;

export const implemented: Check = {
  id: "discovery.implemented",
  title: "server/discover is implemented",
  subject: "server",
  level: "MUST",
  spec: discoverPlace,
  advice: "Answer server/discover with supportedVersions and capabilities.",
  verify(trace) {
    const asked = calls(trace, "server/discover");
    const served = answered(asked);
    if (served.length > 0)
      return overall(
        served.map(({ answer }): Exhibit => ({ ref: answer })),
        "",
      );
    return overall(
      asked
        .filter((call) => isRevision(valueAt(call.request.frame.params, "_meta", "io.modelcontextprotocol/protocolVersion")))
        .flatMap(({ answer, silence }): Exhibit[] => {
          if (answer?.frame.kind === "error")
            return answer.frame.error.code === -32601
              ? [{ ref: answer, wrong: "server/discover is refused as an unknown method" }]
              : [];
          return silence === undefined ? [] : [{ ref: silence, wrong: `no answer to server/discover within ${silence.ms} ms` }];
        }),
      "server/discover was not asked for",
    );
  },
};

export const discoverResult: Check = {
  id: "discovery.result",
  title: "The answer to server/discover has a list of supportedVersions and an object of capabilities",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "server/discover#discoverresult" },
  advice: "supportedVersions is an array of strings, capabilities an object (empty if need be), instructions a string if there.",
  explains: [undeclaredOffers],
  verify(trace) {
    return overall(
      answered(calls(trace, "server/discover")).map(({ answer }): Exhibit => {
        const { supportedVersions, capabilities, instructions } = asObject(answer.frame.result);
        if (!namesVersions(supportedVersions))
          return { ref: answer, wrong: `supportedVersions is ${shortJson(supportedVersions)}, expected a list of versions` };
        if (!isObject(capabilities))
          return { ref: answer, wrong: `capabilities is ${shortJson(capabilities)}, expected an object` };
        if (instructions !== undefined && typeof instructions !== "string")
          return { ref: answer, wrong: `instructions is ${shortJson(instructions)}, expected a string` };
        return { ref: answer };
      }),
      "server/discover was not answered",
    );
  },
};

export const listsServedVersion: Check = {
  id: "discovery.lists-served-version",
  title: "supportedVersions names the version the server serves",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "server/discover#discoverresult" },
  advice: "Clients choose from this list: a version that is missing will not be used.",
  verify(trace) {
    return overall(
      answered(calls(trace, "server/discover")).flatMap(({ answer }): Exhibit[] => {
        const { supportedVersions } = asObject(answer.frame.result);
        if (!namesVersions(supportedVersions)) return [];
        const missing = revisionsIn(trace).find((revision) => !supportedVersions.includes(revision));
        return [
          {
            ref: answer,
            wrong:
              missing === undefined
                ? undefined
                : `${missing} was served, but supportedVersions is ${shortJson(supportedVersions)}`,
          },
        ];
      }),
      "server/discover was not answered with a list of versions",
    );
  },
};

export const extensionNames: Check = {
  id: "discovery.extension-names",
  title: "Extensions are named by a prefix, a slash and a name",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic/versioning#extension-negotiation" },
  advice: "Use an identifier such as com.example/my-extension; the prefix is mandatory.",
  verify(trace) {
    const named = announcements(trace).filter(({ capabilities }) => isObject(capabilities["extensions"]));
    if (announcements(trace).length > 0 && named.length === 0) return notApplicable("the server declares no extensions");
    return overall(
      named.map((announcement): Exhibit => {
        const bad = Object.keys(asObject(announcement.capabilities["extensions"])).find(
          (key) => !key.includes("/") || !isMetaKey(key),
        );
        return { ref: announcement, wrong: bad === undefined ? undefined : `the extension ${JSON.stringify(bad)}` };
      }),
      "the server announced nothing",
    );
  },
};

/** The results that answer requests of this revision, each with the event that brought it. */
function statelessResults(trace: Trace): { readonly seq: number; readonly result: Json }[] {
  return statelessAnswers(trace).flatMap(({ seq, frame }) => (frame.kind === "result" ? [{ seq, result: frame.result }] : []));
}

export const resultType: Check = {
  id: "discovery.result-type",
  title: "Every result has a resultType",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic/index#result-responses" },
  advice: 'Put "resultType": "complete" into every final result.',
  verify(trace) {
    return overall(
      statelessResults(trace).map((message): Exhibit => {
        const type = asObject(message.result)["resultType"];
        return {
          ref: message,
          wrong: typeof type === "string" ? undefined : `resultType is ${shortJson(type)}, expected a string`,
        };
      }),
      "the server answered with no result",
    );
  },
};

const coreTypes: readonly string[] = ["complete", "input_required"];

export const resultTypeKnown: Check = {
  id: "discovery.result-type-known",
  title: "A resultType is one of the core protocol or of a declared extension",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic/index#resulttype" },
  advice: "Use complete or input_required; declare the extension another value comes from.",
  tolerance: "When the server declares any extension, every value is accepted: which values an extension adds cannot be seen.",
  verify(trace) {
    const extended = announcements(trace).some(
      ({ capabilities }) => Object.keys(asObject(capabilities["extensions"])).length > 0,
    );
    return overall(
      statelessResults(trace).flatMap((message): Exhibit[] => {
        const type = asObject(message.result)["resultType"];
        if (typeof type !== "string") return [];
        return [{ ref: message, wrong: extended || coreTypes.includes(type) ? undefined : `resultType is ${shortJson(type)}` }];
      }),
      "no result had a resultType",
    );
  },
};

export const serverInfo: Check = {
  id: "discovery.server-info",
  title: "Every result names the server in _meta",
  subject: "server",
  level: "SHOULD",
  spec: places.envelope,
  advice: 'Add "io.modelcontextprotocol/serverInfo" with name and version to the _meta of results.',
  verify(trace) {
    return overall(
      statelessResults(trace).map((message): Exhibit => {
        const info = valueAt(message.result, "_meta", "io.modelcontextprotocol/serverInfo");
        const fine = isObject(info) && typeof info["name"] === "string" && typeof info["version"] === "string";
        return {
          ref: message,
          wrong: fine ? undefined : `serverInfo is ${shortJson(info)}, expected an object with name and version`,
        };
      }),
      "the server answered with no result",
    );
  },
};

export const firstRequestServed: Check = {
  id: "discovery.first-request-served",
  title: "A request is served without any other before it on the connection",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/index#statelessness" },
  advice: "Take version and capabilities from the request's own _meta; do not wait for a handshake.",
  verify(trace) {
    return overTellingCalls(
      trace,
      { special: callsTagged(trace, "first-request"), none: "no request was sent as the first of a connection" },
      ({ answer, silence }): Exhibit[] => {
        if (answer?.frame.kind === "result") return [{ ref: answer }];
        if (answer?.frame.kind === "error")
          return [
            {
              ref: answer,
              wrong: `the first request of a connection was refused: ${shortJson(answer.frame.error.code)} ${shortJson(answer.frame.error.message)}`,
            },
          ];
        return silence === undefined
          ? []
          : [{ ref: silence, wrong: `the first request of a connection got no answer within ${silence.ms} ms` }];
      },
    );
  },
};

export const removedMethods: Check = {
  id: "discovery.removed-methods",
  title: "Methods that were removed from the protocol are not served",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "changelog" },
  advice:
    "Answer -32601 to ping, logging/setLevel, resources/subscribe and resources/unsubscribe when the request carries this revision.",
  verify(trace) {
    return overall(
      callsTagged(trace, "removed-method").flatMap(({ request, answer }): Exhibit[] => {
        if (answer === undefined) return [];
        return [{ ref: answer, wrong: answer.frame.kind === "result" ? `a result for ${request.frame.method}` : undefined }];
      }),
      "no removed method was asked for",
    );
  },
};
