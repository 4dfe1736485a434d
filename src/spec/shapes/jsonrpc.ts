import {
  anyObject,
  anything,
  integer,
  list,
  literal,
  object,
  optional,
  ranged,
  required,
  since,
  text,
  until,
  type Fields,
} from "../shape.ts";
import { RequestId, Result } from "./base.ts";
import { ClientCapabilities } from "./capabilities.ts";
import { ElicitRequestURLParams } from "./elicitation.ts";
import { statefulMeta } from "./request-params.ts";

const version: Fields = { jsonrpc: required(literal("2.0")) };

/** Any request. Until 2025-06-18 it is the envelope that declares `_meta.progressToken`, later the params of each method. */
export const JSONRPCRequest = object({
  ...version,
  id: required(RequestId),
  method: required(text),
  params: [optional(object({ _meta: statefulMeta }), until("2025-06-18")), optional(anyObject, since("2025-11-25"))],
});

/** Any notification. */
export const JSONRPCNotification = object({
  ...version,
  method: required(text),
  params: [optional(object({ _meta: optional(anyObject) }), until("2025-06-18")), optional(anyObject, since("2025-11-25"))],
});

/** Any answer with a result; named `JSONRPCResponse` until 2025-06-18. */
export const JSONRPCResultResponse = object({ ...version, id: required(RequestId), result: required(Result) });

const errorFields: Fields = { code: required(integer), message: required(text), data: optional(anything) };

/** The member `error` of an answer. */
export const Error = object(errorFields);

const answerWith = (error: Fields, idless: boolean): Fields => ({
  ...version,
  id: idless ? optional(RequestId) : [required(RequestId, until("2025-06-18")), optional(RequestId, since("2025-11-25"))],
  error: required(object({ ...errorFields, ...error })),
});

/** Any answer with an error; named `JSONRPCError` until 2025-06-18. */
export const JSONRPCErrorResponse = object(answerWith({}, false));

const refusal = (code: number, data?: Fields): Fields =>
  answerWith({ code: required(literal(code)), ...(data === undefined ? {} : { data: required(object(data)) }) }, true);

/** 2025-11-25: the client has to have its user visit pages first. */
export const URLElicitationRequiredError = ranged(
  { since: "2025-11-25", until: "2025-11-25" },
  object(refusal(-32042, { elicitations: required(list(ElicitRequestURLParams)) })),
);

/** 2026-07-28: the HTTP headers and the body disagree. */
export const HeaderMismatchError = ranged(since("2026-07-28"), object(refusal(-32020)));

/** 2026-07-28: the request needs a capability the client did not declare. */
export const MissingRequiredClientCapabilityError = ranged(
  since("2026-07-28"),
  object(refusal(-32021, { requiredCapabilities: required(ClientCapabilities) })),
);

/** 2026-07-28: the server does not speak the revision of the request. */
export const UnsupportedProtocolVersionError = ranged(
  since("2026-07-28"),
  object(refusal(-32022, { supported: required(list(text)), requested: required(text) })),
);

const coded = (code: number) => ranged(since("2026-07-28"), object({ ...errorFields, code: required(literal(code)) }));

/** The `error` of an answer to something that is not JSON. */
export const ParseError = coded(-32700);

/** The `error` of an answer to something that is not a request. */
export const InvalidRequestError = coded(-32600);

/** The `error` of an answer to an unknown method. */
export const MethodNotFoundError = coded(-32601);

/** The `error` of an answer to wrong params. */
export const InvalidParamsError = coded(-32602);

/** The `error` of an answer that failed for the server's own reasons. */
export const InternalError = coded(-32603);
