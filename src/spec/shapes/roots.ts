import { anyObject, list, object, optional, required, since, text } from "../shape.ts";
import { clientResultFields, withMeta } from "./base.ts";
import { statefulMeta } from "./request-params.ts";

/** A directory or file the client opens to the server. */
export const Root = object({ uri: required(text), name: optional(text), ...withMeta });

/** The params of `roots/list`; inside `inputRequests` (2026-07-28) they are not params of a request, and carry no envelope. */
export const ListRootsRequestParams = object({ _meta: [statefulMeta, optional(anyObject, since("2026-07-28"))] });

/** The answer to `roots/list`. */
export const ListRootsResult = object({ ...clientResultFields, roots: required(list(Root)) });
