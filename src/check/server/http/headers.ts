import {
  headerMismatch,
  invalidParams,
  missingRequiredClientCapability,
  unsupportedProtocolVersion,
} from "../../../jsonrpc/error-codes.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { errorCodeOf, isSuccess, responded } from "../../../trace/facts/http-facts.ts";
import { calls } from "../../../trace/call.ts";
import { messages } from "../../../trace/message.ts";
import { speaksBothEras } from "../../../trace/facts/stateless.ts";
import { errors } from "../../../trace/facts/spoken.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { places } from "../../places.ts";
import { codeText, mismatch } from "../../rules/header-refusal.ts";
import { expectStatus } from "../../rules/http-status.ts";
import { turnedAwayAnyway } from "../../rules/status-anyway.ts";

const base = { subject: "server", level: "MUST", spec: places.serverValidation, transports: ["http"] } as const;

export const methodHeaderRequired: Check = {
  ...base,
  id: "http.method-header-required",
  title: "A request without Mcp-Method is refused with 400 and -32020",
  advice: "Require Mcp-Method on every request of this revision.",
  verify: (trace) => mismatch(trace, "no-method-header"),
};

export const methodHeaderMismatch: Check = {
  ...base,
  id: "http.method-header-mismatch",
  title: "A request whose Mcp-Method differs from its body is refused with 400 and -32020",
  advice: "Compare the header with the method of the body before you dispatch.",
  // A header that is not looked at is not missed either, in whatever case it is.
  explains: [{ checks: ["http.method-header-required", "http.method-header-case"], within: "revision" }],
  verify: (trace) => mismatch(trace, "method-header-mismatch"),
};

export const methodHeaderCase: Check = {
  ...base,
  id: "http.method-header-case",
  title: "Mcp-Method is compared case-sensitively",
  spec: { "2026-07-28": "basic/transports/streamable-http#case-sensitivity" },
  advice: "Header names ignore case, header values do not.",
  verify: (trace) => mismatch(trace, "method-header-case"),
};

export const nameHeaderRequired: Check = {
  ...base,
  id: "http.name-header-required",
  title: "tools/call, resources/read and prompts/get without Mcp-Name are refused with 400 and -32020",
  advice: "Require Mcp-Name on these three methods.",
  verify: (trace) => mismatch(trace, "no-name-header"),
};

export const nameHeaderMismatch: Check = {
  ...base,
  id: "http.name-header-mismatch",
  title: "A request whose Mcp-Name differs from its body is refused with 400 and -32020",
  advice: "Compare Mcp-Name, decoded, with params.name or params.uri.",
  explains: [{ checks: ["http.name-header-required"], within: "revision" }],
  verify: (trace) => mismatch(trace, "name-header-mismatch"),
};

export const nameHeaderEncoded: Check = {
  ...base,
  id: "http.name-header-encoded",
  title: "A Mcp-Name in Base64 is decoded before it is compared",
  explains: [{ checks: ["http.param-header-encoded"], within: "revision" }],
  spec: { "2026-07-28": "basic/transports/streamable-http#value-encoding" },
  advice: "Decode what is between =?base64? and ?= as UTF-8, then compare.",
  verify(trace) {
    return overall(
      responded(exchangesTagged(trace, "name-header-encoded")).map((exchange): Exhibit => ({
        ref: exchange.response,
        wrong: errorCodeOf(trace, exchange) === headerMismatch ? "the encoded name was taken for a mismatch" : undefined,
      })),
      "no request with an encoded name was sent",
    );
  },
};

export const versionHeaderMismatch: Check = {
  ...base,
  id: "http.version-header-mismatch",
  title: "A request whose MCP-Protocol-Version differs from its body is refused with 400 and -32020",
  spec: { "2026-07-28": "basic/transports/streamable-http#protocol-version-header" },
  advice: "Compare the header with io.modelcontextprotocol/protocolVersion of the body.",
  tolerance:
    "When the version of the header is not supported either, -32022 is accepted: the order of the two rules is not defined.",
  explains: [{ checks: ["http.version-header-required"], within: "revision" }],
  verify: (trace) => mismatch(trace, "version-header-mismatch", [headerMismatch, unsupportedProtocolVersion]),
};

export const versionHeaderRequired: Check = {
  ...base,
  id: "http.version-header-required",
  title: "A request without MCP-Protocol-Version is not served as 2026-07-28",
  spec: { "2026-07-28": "basic/transports/streamable-http#protocol-version-header" },
  advice: "Refuse it with 400 and -32020, or treat it as 2025-03-26 if you serve such clients.",
  tolerance:
    "Servers that also serve clients from before 2025-06-18 may take it for 2025-03-26, so that every answer but a result of this revision is accepted.",
  verify(trace) {
    return overall(
      responded(exchangesTagged(trace, "no-version-header")).map((exchange): Exhibit => {
        const served = messages(trace).find(
          (message) => message.exchange === exchange.exchange && message.direction === "received",
        );
        const modern = served?.frame.kind === "result" && valueAt(served.frame.result, "resultType") !== undefined;
        return {
          ref: exchange.response,
          wrong: modern && isSuccess(exchange.response.status) ? "served as 2026-07-28 without the header" : undefined,
        };
      }),
      "no request without the header was sent",
    );
  },
};

/** The codes that come with 400 by themselves. */
const always400: readonly unknown[] = [headerMismatch, missingRequiredClientCapability, unsupportedProtocolVersion];

export const protocolErrorStatus: Check = {
  ...base,
  id: "http.protocol-error-400",
  title: "The errors -32020, -32021 and -32022 come with status 400",
  spec: { "2026-07-28": "basic/index#meta" },
  advice: "Set the status before you begin the answer; a stream that has begun with 200 cannot say it any more.",
  explains: [{ checks: ["http.*-mismatch", "http.unsupported-version-400"], within: "exchange" }],
  verify(trace) {
    const exchanges = new Map(responded(httpExchanges(trace, "POST")).map((exchange) => [exchange.exchange, exchange]));
    return overall(
      errors(trace).flatMap((message): Exhibit[] => {
        const exchange = message.exchange === undefined ? undefined : exchanges.get(message.exchange);
        const { code } = message.frame.error;
        if (exchange === undefined || !always400.includes(code)) return [];
        const { status } = exchange.response;
        return [
          {
            ref: exchange.response,
            wrong: status === 400 ? undefined : `status ${status} with error code ${codeText(code)}, expected 400`,
          },
        ];
      }),
      "no such error was seen",
    );
  },
};

export const envelopeErrorStatus: Check = {
  ...base,
  id: "http.envelope-error-400",
  title: "A request whose _meta lacks a required field is answered with status 400",
  spec: places.envelope,
  advice: "Validate _meta before you choose the status of the answer.",
  tolerance: "A request that names no version may be taken for one of an earlier revision by a server that speaks these too.",
  verify(trace) {
    const versionless = speaksBothEras(trace) ? [] : ["envelope-missing", "envelope-without-version"];
    return overall(
      [...versionless, "envelope-without-capabilities"]
        .flatMap((tag) => responded(exchangesTagged(trace, tag)))
        .filter((exchange) => !turnedAwayAnyway(trace, exchange))
        .map((exchange) => expectStatus(exchange, 400)),
      "no such request was sent, or all were turned away as plain ones are",
    );
  },
};

export const unsupportedVersionStatus: Check = {
  ...base,
  id: "http.unsupported-version-400",
  title: "A request with an unsupported version in header and body is refused with 400 and -32022",
  spec: { "2026-07-28": "basic/transports/streamable-http#protocol-version-header" },
  advice: "Answer 400 with -32022 and the list of your versions.",
  verify: (trace) => mismatch(trace, "unsupported-version", [unsupportedProtocolVersion]),
};

export const invalidParamsInBand: Check = {
  ...base,
  id: "http.invalid-params-status",
  title: "An invalid argument of a well-formed request does not become a 5xx status",
  level: "PRACTICE",
  spec: places.sending,
  advice: "Answer -32602 with 200 or 400; 5xx says that the server is broken.",
  explains: [{ checks: ["http.no-server-error"], within: "exchange" }],
  verify(trace) {
    const refusedOnes = calls(trace).filter(
      (call) => call.answer?.frame.kind === "error" && call.answer.frame.error.code === invalidParams,
    );
    const exchanges = new Map(responded(httpExchanges(trace, "POST")).map((exchange) => [exchange.exchange, exchange]));
    return overallIfAny(
      refusedOnes.flatMap((call): Exhibit[] => {
        const exchange = call.request.exchange === undefined ? undefined : exchanges.get(call.request.exchange);
        if (exchange === undefined) return [];
        const { status } = exchange.response;
        return [{ ref: exchange.response, wrong: status >= 500 ? `status ${status} with -32602` : undefined }];
      }),
      "no error -32602 was seen",
    );
  },
};
