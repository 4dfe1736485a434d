/** The error codes JSON-RPC 2.0 reserves (https://www.jsonrpc.org/specification#error_object). */
export const parseError = -32700;
export const invalidRequest = -32600;
export const methodNotFound = -32601;
export const invalidParams = -32602;
export const internalError = -32603;

/** "Resource not found" until 2025-11-25; must not be sent from 2026-07-28 on (server/resources, "Error Handling"). */
export const resourceNotFound = -32002;

/** URL elicitation required, 2025-11-25 only (client/elicitation). */
export const urlElicitationRequired = -32042;

/** 2026-07-28: the HTTP headers and the body disagree (basic/transports/streamable-http). */
export const headerMismatch = -32020;

/** 2026-07-28: the request needs a client capability that was not declared. */
export const missingRequiredClientCapability = -32021;

/** 2026-07-28: the protocol version of the request is not supported (basic/versioning). */
export const unsupportedProtocolVersion = -32022;
