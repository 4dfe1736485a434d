import { headerMismatch } from "../../../jsonrpc/error-codes.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { errorCodeOf, isSuccess, type Responded, responded } from "../../../trace/facts/http-facts.ts";
import { messages } from "../../../trace/message.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, type Outcome, overall } from "../../outcome.ts";
import { mismatch } from "../../rules/header-refusal.ts";

const place = "basic/transports/streamable-http#server-behavior-for-custom-headers";

const base = {
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": place },
  transports: ["http"],
  capability: "tools",
} as const;

/** Whether no call with this tag was taken for a mismatch of headers, whatever else was wrong with it. */
function noMismatch(trace: Trace, tag: string, wrong: string): Outcome {
  return overall(
    responded(exchangesTagged(trace, tag)).map((exchange): Exhibit => ({
      ref: exchange.response,
      wrong: errorCodeOf(trace, exchange) === headerMismatch ? wrong : undefined,
    })),
    "no such call was made",
  );
}

export const paramHeaderRequired: Check = {
  ...base,
  id: "http.param-header-required",
  title: "A call without the Mcp-Param header of an argument it gives is refused with 400 and -32020",
  advice: "Look for the header of every x-mcp-header parameter that has a value in the arguments.",
  verify: (trace) => mismatch(trace, "param-header-missing"),
};

export const paramHeaderMismatch: Check = {
  ...base,
  id: "http.param-header-mismatch",
  title: "A call whose Mcp-Param header differs from its argument is refused with 400 and -32020",
  advice: "Compare the header, decoded, with the argument before the tool runs.",
  explains: [{ checks: ["http.param-header-required"], within: "revision" }],
  verify: (trace) => mismatch(trace, "param-header-mismatch"),
};

export const paramHeaderCharacters: Check = {
  ...base,
  id: "http.param-header-characters",
  title: "A call whose Mcp-Param header holds bytes beyond ASCII is refused",
  advice: "Refuse header values with anything but visible ASCII, space and tab; other values come in Base64.",
  tolerance:
    "Every refusal will do, for a web framework may give it before the server sees the call; a result that says isError is left aside.",
  verify(trace) {
    return overall(
      responded(exchangesTagged(trace, "param-header-characters")).flatMap((exchange): Exhibit[] => {
        const { response } = exchange;
        if (!isSuccess(response.status) || errorCodeOf(trace, exchange) !== undefined)
          return [{ ref: response, wrong: undefined }];
        return servedPlainly(trace, exchange)
          ? [{ ref: response, wrong: "the tool was run although the header held bytes beyond ASCII" }]
          : [];
      }),
      "no call with such a header was made and plainly refused or served",
    );
  },
};

function servedPlainly(trace: Trace, exchange: Responded): boolean {
  const answer = messages(trace).find(
    (message) => message.exchange === exchange.exchange && message.direction === "received" && message.frame.kind === "result",
  );
  return answer?.frame.kind === "result" && valueAt(answer.frame.result, "isError") !== true;
}

export const paramHeaderEncoded: Check = {
  ...base,
  id: "http.param-header-encoded",
  title: "A Mcp-Param header in Base64 is decoded before it is compared",
  spec: { "2026-07-28": "basic/transports/streamable-http#value-encoding" },
  advice: "Decode what is between =?base64? and ?= as UTF-8, then compare.",
  verify: (trace) => noMismatch(trace, "param-header-encoded", "the encoded value was taken for a mismatch"),
};

export const paramHeaderNull: Check = {
  ...base,
  id: "http.param-header-null",
  title: "No Mcp-Param header is expected for an argument that is null",
  level: "MUST NOT",
  advice: "Treat null like an argument that is not there: clients leave the header out.",
  tolerance: "The call may fail for any other reason, such as a schema that excludes null.",
  verify: (trace) => noMismatch(trace, "param-header-null", "a header was expected for an argument that is null"),
};

export const paramHeaderAbsent: Check = {
  ...base,
  id: "http.param-header-absent",
  title: "No Mcp-Param header is expected for an argument that is not given",
  level: "MUST NOT",
  advice: "Expect the header only when the argument is there; a missing required argument is a matter of the tool.",
  tolerance: "The call may fail for any other reason, such as a schema that requires the argument.",
  verify: (trace) => noMismatch(trace, "param-header-absent", "a header was expected for an argument that is not given"),
};

export const paramHeaderNumeric: Check = {
  ...base,
  id: "http.param-header-numeric",
  title: "An integer in a Mcp-Param header is compared as a number",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/transports/streamable-http#server-validation" },
  advice: "Parse the header before comparing it: 42.0 and 42 are the same number.",
  verify: (trace) => noMismatch(trace, "param-header-numeric", "the same number in other digits was taken for a mismatch"),
};
