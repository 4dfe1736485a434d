import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { clientPosts, toolAsListed } from "../../../trace/facts/client-facts.ts";
import { headerValue } from "../../../trace/message.ts";
import type { HttpExchange } from "../../../trace/http-exchange.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { decodedHeader } from "../../rules/headers/decoded-header.ts";
import { annotationsHold, headerAnnotations } from "../../rules/headers/header-annotations.ts";
import { shortJson, textOrJson } from "../../rules/text-forms.ts";

type Mirror = {
  readonly exchange: HttpExchange;
  readonly header: string;
  readonly value: Json | undefined;
  readonly sent: string | undefined;
};

/** Every annotated parameter in every call of a tool that the client had listed before, with the header that came. */
function mirrors(trace: Trace): readonly Mirror[] {
  return clientPosts(trace).flatMap(({ exchange, message }): Mirror[] => {
    const { frame } = message;
    if (frame.kind !== "request" || frame.method !== "tools/call") return [];
    const schema = toolAsListed(trace, message, valueAt(frame.params, "name"))?.["inputSchema"];
    if (schema === undefined || !annotationsHold(schema)) return [];
    return headerAnnotations(schema).map(({ path, value: name }) => {
      const header = `Mcp-Param-${textOrJson(name)}`;
      const keys = path.filter((_key, index) => index % 2 === 1);
      return {
        exchange,
        header,
        value: valueAt(frame.params, "arguments", ...keys),
        sent: headerValue(exchange.request.headers, header),
      };
    });
  });
}

const uncalled = "the client called no tool with parameters that are mirrored";
const page = "basic/transports/streamable-http";
/** Whether a header can carry a text as it is; an empty one it can. */
const isPlain = (text: string): boolean =>
  text === "" || (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text));

/** A parameter with a value is mirrored. */
export const clientParamHeader: Check = {
  id: "http.client-param-header",
  title: "Parameters with x-mcp-header are mirrored into their headers",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": `${page}#client-behavior` },
  transports: ["http"],
  advice: "List tools first, and set Mcp-Param-<name> from each annotated argument that has a value.",
  verify: (trace) =>
    overall(
      mirrors(trace).flatMap(({ exchange: { request }, header, value, sent }): Exhibit[] => {
        if (value === undefined || value === null) return [];
        const read = sent === undefined ? undefined : decodedHeader(sent);
        const same = read === textOrJson(value) || (typeof value === "number" && read?.trim() !== "" && Number(read) === value);
        return [
          {
            ref: request,
            wrong: same ? undefined : `${header} is ${sent === undefined ? "missing" : shortJson(sent)} for ${shortJson(value)}`,
          },
        ];
      }),
      uncalled,
    ),
};

/** One without a value is not. */
export const clientParamHeaderAbsent: Check = {
  id: "http.client-param-header-absent",
  title: "Parameters without a value have no header",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": `${page}#server-behavior-for-custom-headers` },
  transports: ["http"],
  advice: "Leave the header out when the argument is null or not there.",
  verify: (trace) =>
    overall(
      mirrors(trace).flatMap(({ exchange: { request }, header, value, sent }): Exhibit[] =>
        value === undefined || value === null
          ? [
              {
                ref: request,
                wrong: sent === undefined ? undefined : `${header} is ${shortJson(sent)}, though there is no value`,
              },
            ]
          : [],
      ),
      uncalled,
    ),
};

/** What a header cannot carry is encoded. */
export const clientParamHeaderEncoded: Check = {
  id: "http.client-param-header-encoded",
  title: "Values that are not plain ASCII, have blanks at an end, or look encoded are sent in the Base64 form",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": `${page}#value-encoding` },
  transports: ["http"],
  advice: "Encode such values as =?base64?<Base64 of the UTF-8>?=, also plain ones that look like that.",
  verify: (trace) =>
    overall(
      mirrors(trace).flatMap(({ exchange: { request }, header, value, sent }): Exhibit[] => {
        if (typeof value !== "string" || isPlain(value) || sent === undefined) return [];
        const encoded = /^=\?base64\?[A-Za-z0-9+/]*={0,2}\?=$/.test(sent) && decodedHeader(sent) === value;
        return [{ ref: request, wrong: encoded ? undefined : `${header} is ${shortJson(sent)} for ${shortJson(value)}` }];
      }),
      "no value that has to be encoded was mirrored",
    ),
};

/** Whole numbers stay whole. */
export const clientParamIntegers: Check = {
  id: "http.client-param-integers",
  title: "Integers are mirrored as decimal digits, up to the ends of the safe range",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": `${page}#schema-extension` },
  transports: ["http"],
  advice: "Write integers in full, without an exponent, a point or a sign for plus, and none beyond ±(2^53−1).",
  verify: (trace) =>
    overall(
      mirrors(trace).flatMap(({ exchange: { request }, header, value, sent }): Exhibit[] => {
        if (typeof value !== "number" || sent === undefined) return [];
        const sound = /^-?(0|[1-9]\d*)$/.test(sent) && Number.isSafeInteger(Number(sent));
        return [{ ref: request, wrong: sound ? undefined : `${header} is ${shortJson(sent)} for ${shortJson(value)}` }];
      }),
      "no integer was mirrored",
    ),
};
