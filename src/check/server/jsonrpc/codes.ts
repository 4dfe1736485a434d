import { invalidParams, invalidRequest, internalError, methodNotFound, parseError } from "../../../jsonrpc/error-codes.ts";
import {
  headerMismatch,
  missingRequiredClientCapability,
  resourceNotFound,
  unsupportedProtocolVersion,
  urlElicitationRequired,
} from "../../../jsonrpc/error-codes.ts";
import { eraOf } from "../../../spec/revision.ts";
import { errors } from "../../../trace/facts/spoken.ts";
import { statelessAnswers } from "../../../trace/facts/stateless.ts";
import { revisionsIn, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, type Outcome, overall } from "../../outcome.ts";
import { places } from "../../places.ts";

/** The codes JSON-RPC 2.0 itself defines. */
const predefined: ReadonlySet<number> = new Set([parseError, invalidRequest, methodNotFound, invalidParams, internalError]);

/** The codes revision 2026-07-28 defines. */
const specified: ReadonlySet<number> = new Set([headerMismatch, missingRequiredClientCapability, unsupportedProtocolVersion]);

/** The codes of earlier revisions that 2026-07-28 forbids. */
const retired: ReadonlySet<number> = new Set([resourceNotFound, urlElicitationRequired]);

function noCode(trace: Trace, forbidden: (code: number) => boolean, why: string): Outcome {
  const stateless = revisionsIn(trace).every((revision) => eraOf(revision) === "stateless");
  return overall(
    (stateless ? statelessAnswers(trace) : errors(trace)).flatMap((message): Exhibit[] => {
      if (message.frame.kind !== "error") return [];
      const { code } = message.frame.error;
      if (typeof code !== "number") return [];
      return [{ ref: message, wrong: forbidden(code) ? `error code ${code}: ${why}` : undefined }];
    }),
    "the server answered with no error",
  );
}

export const reservedCodes: Check = {
  id: "jsonrpc.reserved-codes",
  title: "No error code is used that JSON-RPC reserves for the future",
  subject: "server",
  level: "SHOULD NOT",
  spec: places.messages,
  advice: "Use the predefined codes, or numbers outside of -32768 to -32000.",
  verify: (trace) =>
    noCode(
      trace,
      (code) => code >= -32768 && code < -32099 && !predefined.has(code),
      "reserved by JSON-RPC 2.0 (section 5.1), and not defined",
    ),
};

export const specificationCodes: Check = {
  id: "jsonrpc.specification-codes",
  title: "Codes from -32020 to -32099 are only those the specification defines",
  subject: "server",
  level: "MUST NOT",
  spec: places.errorCodes,
  advice: "Only -32020, -32021 and -32022 are defined there. Use numbers outside of -32768 to -32000 for your own errors.",
  verify: (trace) =>
    noCode(
      trace,
      (code) => code >= -32099 && code <= -32020 && !specified.has(code) && !retired.has(code),
      "not defined by the specification",
    ),
};

export const retiredCodes: Check = {
  id: "jsonrpc.retired-codes",
  title: "The codes -32002 and -32042 of earlier revisions are not used",
  subject: "server",
  level: "MUST NOT",
  spec: places.errorCodes,
  advice: "A resource that is not there is -32602 in this revision; a server that speaks both eras has to switch.",
  verify: (trace) => noCode(trace, (code) => retired.has(code), "retired with revision 2026-07-28"),
};

export const oneSentence: Check = {
  id: "jsonrpc.error-message-concise",
  title: "The message of an error is one concise sentence",
  subject: "server",
  level: "SHOULD",
  spec: places.errors,
  advice: "Say what went wrong in one line, and put details into data.",
  tolerance: "Judged by line breaks only: a message of several lines is not a single sentence.",
  verify(trace) {
    return overall(
      errors(trace).flatMap((message): Exhibit[] => {
        const text = message.frame.error.message;
        if (typeof text !== "string") return [];
        const lines = text.trim().split(/\r?\n/).length;
        return [
          { ref: message, wrong: lines > 1 ? `a message of ${lines} lines: ${JSON.stringify(text.slice(0, 60))}` : undefined },
        ];
      }),
      "the server answered with no error",
    );
  },
};

export const legacyCodes: Check = {
  id: "jsonrpc.legacy-codes",
  title: "Codes from -32000 to -32019 are left to old implementations",
  subject: "server",
  level: "SHOULD NOT",
  spec: places.errorCodes,
  advice: "Use a predefined code, one of the specification, or a number outside of -32768 to -32000.",
  verify: (trace) =>
    noCode(
      trace,
      (code) => code <= -32000 && code >= -32019 && code !== resourceNotFound,
      "from the range left to old implementations",
    ),
};
