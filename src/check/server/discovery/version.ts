import {
  invalidParams,
  headerMismatch,
  missingRequiredClientCapability,
  unsupportedProtocolVersion,
} from "../../../jsonrpc/error-codes.ts";
import { asObject, valueAt, isArray, isObject } from "../../../jsonrpc/json.ts";
import { allCalls, type Call, refused, type RefusedCall } from "../../../trace/call.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { errors } from "../../../trace/facts/spoken.ts";
import { speaksBothEras } from "../../../trace/facts/stateless.ts";
import { callsTagged } from "../../../trace/step.ts";
import { revisionsIn, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, type Outcome, overdue, overall, overallIfAny } from "../../outcome.ts";
import { places } from "../../places.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { shortJson } from "../../rules/text-forms.ts";

/** Whether each call with this tag was refused with one of these codes; silence counts when the server answered later. */
function refusedWith(trace: Trace, tag: string, codes: readonly number[], none: string): Outcome {
  return overTellingCalls(trace, { special: callsTagged(trace, tag), none }, (call) => refusal(trace, call, codes));
}

function refusal(trace: Trace, { request, answer, silence }: Call, codes: readonly number[]): Exhibit[] {
  if (answer === undefined) {
    const alive = allCalls(trace).some(
      (later) => later.request.connection === request.connection && later.request.seq > request.seq && later.answer !== undefined,
    );
    return silence === undefined || !alive
      ? []
      : [overdue(request, `no answer within ${silence.ms} ms, expected error ${codes.join(" or ")}`)];
  }
  if (answer.frame.kind === "result")
    return [{ ref: answer, wrong: `${request.frame.method} was served, expected error ${codes.join(" or ")}` }];
  const { code } = answer.frame.error;
  return [
    {
      ref: answer,
      wrong: codes.some((wanted) => wanted === code)
        ? undefined
        : `error code ${shortJson(code)}, expected ${codes.join(" or ")}`,
    },
  ];
}

export const versionError: Check = {
  id: "discovery.version-error",
  title: "A request with an unsupported protocol version is refused with -32022",
  subject: "server",
  level: "MUST",
  spec: places.statelessVersion,
  advice: "Compare io.modelcontextprotocol/protocolVersion of every request with the versions you support.",
  explains: [{ checks: ["discovery.version-error-later", "http.unsupported-version-400"], within: "revision" }],
  verify: (trace) =>
    refusedWith(trace, "unsupported-version", [unsupportedProtocolVersion], "no request with an unsupported version was sent"),
};

export const versionErrorLater: Check = {
  id: "discovery.version-error-later",
  title: "A request with an unsupported version is refused with -32022 also after others were served",
  subject: "server",
  level: "MUST",
  spec: places.statelessVersion,
  advice: "Do not remember the version of earlier requests on the connection: each request stands for itself.",
  verify: (trace) =>
    refusedWith(
      trace,
      "unsupported-version-later",
      [unsupportedProtocolVersion],
      "no request with an unsupported version was sent after others",
    ),
};

const versionErrors = (trace: Trace): RefusedCall[] =>
  refused(allCalls(trace)).filter(({ answer }) => answer.frame.error.code === unsupportedProtocolVersion);

export const versionErrorData: Check = {
  id: "discovery.version-error-data",
  title: "The error -32022 lists the supported versions, the one being served among them, and repeats the requested one",
  subject: "server",
  level: "MUST",
  spec: places.statelessVersion,
  advice: 'Add data: {"supported": [...], "requested": "..."}; clients choose their next version from it.',
  explains: [{ checks: ["schema.error"], within: "message" }],
  verify(trace) {
    const asked = callsTagged(trace, "unsupported-version").filter((call) => call.answer !== undefined);
    if (asked.length > 0 && versionErrors(trace).length === 0)
      return notApplicable("the server answers an unsupported version differently, which other checks report");
    return overall(
      versionErrors(trace).map(({ request, answer }): Exhibit => {
        const data = asObject(answer.frame.error.data);
        const { supported } = data;
        if (!isArray(supported) || supported.length === 0 || !supported.every((version) => typeof version === "string"))
          return { ref: answer, wrong: `data.supported is ${shortJson(supported)}, expected a list of versions` };
        const missing = revisionsIn(trace).find((revision) => !supported.includes(revision));
        if (missing !== undefined)
          return { ref: answer, wrong: `data.supported is ${shortJson(supported)}, without ${missing}, which is served` };
        const requested = valueAt(request.frame.params, "_meta", "io.modelcontextprotocol/protocolVersion");
        if (requested !== undefined && data["requested"] !== requested)
          return { ref: answer, wrong: `data.requested is ${shortJson(data["requested"])}, expected ${shortJson(requested)}` };
        return { ref: answer };
      }),
      "no error -32022 was seen",
    );
  },
};

const headerReading =
  "Over HTTP the missing field also contradicts the headers: -32020 is accepted beside -32602, for the order of validation is not defined.";

function envelopeCheck(tag: string, id: string, title: string, missing: string): Check {
  return {
    id,
    title,
    subject: "server",
    level: "MUST",
    spec: places.envelope,
    advice: `Validate _meta before anything else, and answer -32602 when ${missing} is missing.`,
    tolerance: headerReading,
    verify: (trace) =>
      refusedWith(
        trace,
        tag,
        trace.subject.transport === "http" ? [invalidParams, headerMismatch] : [invalidParams],
        "no such request was sent",
      ),
  };
}

/** A request that does not name a stateless version may be taken for one of an earlier revision by a server that speaks both. */
function leftToBothEras(check: Check): Check {
  return {
    ...check,
    tolerance: `${headerReading} A server that also speaks earlier revisions may take the request for one of theirs.`,
    verify(trace) {
      const outcome = check.verify(trace);
      return outcome.kind === "violated" && speaksBothEras(trace)
        ? notApplicable("the server also speaks earlier revisions, whose requests do not name a version")
        : outcome;
    },
  };
}

export const envelopeMissing: Check = {
  ...leftToBothEras(
    envelopeCheck(
      "envelope-missing",
      "discovery.envelope-missing",
      "A request without the _meta envelope is refused with -32602",
      "the envelope",
    ),
  ),
  // What is not looked for is missed neither as a whole nor in part.
  explains: [
    {
      checks: ["discovery.envelope-without-version", "discovery.envelope-without-capabilities", "http.envelope-error-400"],
      within: "revision",
    },
  ],
};

export const envelopeVersion: Check = leftToBothEras(
  envelopeCheck(
    "envelope-without-version",
    "discovery.envelope-without-version",
    "A request whose _meta lacks the protocol version is refused with -32602",
    "io.modelcontextprotocol/protocolVersion",
  ),
);

export const envelopeCapabilities: Check = envelopeCheck(
  "envelope-without-capabilities",
  "discovery.envelope-without-capabilities",
  "A request whose _meta lacks the client capabilities is refused with -32602",
  "io.modelcontextprotocol/clientCapabilities",
);

export const missingCapabilityData: Check = {
  id: "discovery.missing-capability-data",
  title: "The error -32021 says in data.requiredCapabilities which capabilities are missing",
  subject: "server",
  level: "MUST",
  spec: places.envelope,
  advice: 'Add data: {"requiredCapabilities": {"elicitation": {}}}: an object in the form of client capabilities.',
  explains: [{ checks: ["schema.error"], within: "message" }],
  verify(trace) {
    return overallIfAny(
      errors(trace)
        .filter(({ frame }) => frame.error.code === missingRequiredClientCapability)
        .map((message): Exhibit => {
          const required = asObject(message.frame.error.data)["requiredCapabilities"];
          const fine = isObject(required) && Object.keys(required).length > 0;
          return {
            ref: message,
            wrong: fine
              ? undefined
              : `data.requiredCapabilities is ${shortJson(required)}, expected an object that names capabilities`,
          };
        }),
      "no request was refused for a capability that the client had not declared (-32021)",
    );
  },
};

const versionName = /\b\d{4}-\d{2}-\d{2}\b/;

export const initializeNamesVersions: Check = {
  id: "discovery.initialize-names-versions",
  title: "A server without the old lifecycle names its versions when it refuses initialize",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/versioning#backward-compatibility-with-initialization-based-versions" },
  advice: "Put the supported versions into the message or the data of the error: old clients can show nothing else.",
  verify(trace) {
    const probes = callsTagged(trace, "legacy-initialize");
    if (speaksBothEras(trace) || probes.some((call) => call.answer?.frame.kind === "result"))
      return notApplicable("the server also speaks the revisions with initialize");
    return overall(
      probes.flatMap(({ request, answer, silence }): Exhibit[] => {
        if (answer?.frame.kind === "error") {
          const { message, data } = answer.frame.error;
          const named = versionName.test(JSON.stringify([message ?? null, data ?? null]));
          return [{ ref: answer, wrong: named ? undefined : `the error names no version: ${shortJson(message)}` }];
        }
        const exchange = httpExchanges(trace).find((one) => one.exchange === request.exchange);
        if (exchange?.response !== undefined && exchange.response.status >= 400) {
          const named = versionName.test(exchange.body?.text ?? "");
          return [
            { ref: exchange.response, wrong: named ? undefined : `status ${exchange.response.status}, and no version is named` },
          ];
        }
        return silence === undefined ? [] : [{ ref: silence, wrong: `no answer to initialize within ${silence.ms} ms` }];
      }),
      "initialize was not tried, or not answered",
    );
  },
};
