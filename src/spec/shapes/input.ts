import { literal, object, optional, ranged, record, required, since, text, union, type Fields } from "../shape.ts";
import { resultFields } from "./base.ts";
import { ElicitRequestParams, ElicitResult } from "./elicitation.ts";
import { requestFields } from "./request-params.ts";
import { ListRootsRequestParams, ListRootsResult } from "./roots.ts";
import { CreateMessageRequestParams, CreateMessageResult } from "./sampling.ts";

const stateless = since("2026-07-28");

/** Something a server needs from the client before it can finish a request. */
export const InputRequest = ranged(
  stateless,
  union(
    object({ method: required(literal("sampling/createMessage")), params: required(CreateMessageRequestParams) }),
    object({ method: required(literal("roots/list")), params: optional(ListRootsRequestParams) }),
    object({ method: required(literal("elicitation/create")), params: required(ElicitRequestParams) }),
  ),
);

/** Those things, by keys of the server's choice. */
export const InputRequests = ranged(stateless, record(InputRequest));

/** What the client answers to one of them. */
export const InputResponse = ranged(stateless, union(CreateMessageResult, ListRootsResult, ElicitResult));

/** The answers, by the same keys. */
export const InputResponses = ranged(stateless, record(InputResponse));

/** The interim answer of a server that needs input. */
export const InputRequiredResult = ranged(
  stateless,
  object({ ...resultFields, inputRequests: optional(InputRequests), requestState: optional(text) }),
);

/** The members a retried request carries. */
export const retryFields: Fields = {
  inputResponses: optional(InputResponses, stateless),
  requestState: optional(text, stateless),
};

/** What requests that can be retried with input have in common. */
export const InputResponseRequestParams = ranged(stateless, object({ ...requestFields, ...retryFields }));
