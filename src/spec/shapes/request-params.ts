import { integer, object, optional, ranged, required, since, text, until, type Fields } from "../shape.ts";
import { Cursor, Implementation, LoggingLevel, ProgressToken } from "./base.ts";
import { ClientCapabilities } from "./capabilities.ts";

/** The envelope: what a stateless request says of its sender. */
export const RequestMetaObject = ranged(
  since("2026-07-28"),
  object({
    "io.modelcontextprotocol/protocolVersion": required(text),
    "io.modelcontextprotocol/clientCapabilities": required(ClientCapabilities),
    "io.modelcontextprotocol/clientInfo": optional(Implementation),
    "io.modelcontextprotocol/logLevel": optional(LoggingLevel),
    progressToken: optional(ProgressToken),
  }),
);

/** `_meta` of the requests of the stateful revisions. */
export const statefulMeta = optional(object({ progressToken: optional(ProgressToken) }), until("2025-11-25"));

/** The members the params of every request have. */
export const requestFields: Fields = { _meta: [statefulMeta, required(RequestMetaObject, since("2026-07-28"))] };

const tasksOnly = { since: "2025-11-25", until: "2025-11-25" } as const;

/** Asks that a request be run as a task. */
export const TaskMetadata = ranged(tasksOnly, object({ ttl: optional(integer) }));

/** The member by which a request asks to be run as a task. */
export const taskFields: Fields = { task: optional(TaskMetadata, tasksOnly) };

/** The params of a request that has none of its own. */
export const RequestParams = object(requestFields);

/** The params of a request for a page of a list. */
export const PaginatedRequestParams = object({ ...requestFields, cursor: optional(Cursor) });

/** The params of a request that may be run as a task. */
export const TaskAugmentedRequestParams = ranged(tasksOnly, object({ ...requestFields, ...taskFields }));
