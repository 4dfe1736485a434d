import {
  anyObject,
  anything,
  fraction,
  integer,
  list,
  object,
  oneOf,
  optional,
  ranged,
  required,
  since,
  text,
  union,
  until,
  type Fields,
} from "../shape.ts";

/** Identifies a request on a connection. */
export const RequestId = union(text, integer);

/** Ties progress notifications to the request that asked for them. */
export const ProgressToken = union(text, integer);

/** An opaque position in a list. */
export const Cursor = text;

/** Who speaks in a conversation. */
export const Role = oneOf("assistant", "user");

/** Severities of RFC 5424. */
export const LoggingLevel = oneOf("alert", "critical", "debug", "emergency", "error", "info", "notice", "warning");

/** How a result is to be read; open, since extensions add values. */
export const ResultType = ranged(since("2026-07-28"), text);

/** Any JSON value. Wider than the published JSON schema, whose generator lost `null` and fractions. */
export const JSONValue = ranged(since("2026-07-28"), anything);

/** Any JSON array. */
export const JSONArray = ranged(since("2026-07-28"), list(JSONValue));

/** Any JSON object. */
export const JSONObject = ranged(since("2026-07-28"), anyObject);

/** Any metadata. */
export const MetaObject = ranged(since("2026-07-28"), anyObject);

/** A picture to show beside a name. */
export const Icon = ranged(
  since("2025-11-25"),
  object({
    src: required(text),
    mimeType: optional(text),
    sizes: optional(list(text)),
    theme: optional(oneOf("dark", "light")),
  }),
);

/** The name, and the title for people, of anything that has them. */
export const named: Fields = { name: required(text), title: optional(text, since("2025-06-18")) };

/** The member `icons` of anything that has them. */
export const withIcons: Fields = { icons: optional(list(Icon), since("2025-11-25")) };

/** The member `_meta` of the things that are listed or shown: any object, since 2025-06-18. */
export const withMeta: Fields = { _meta: optional(anyObject, since("2025-06-18")) };

/** What a client or server says about itself. */
export const Implementation = object({
  ...named,
  version: required(text),
  description: optional(text, since("2025-11-25")),
  websiteUrl: optional(text, since("2025-11-25")),
  ...withIcons,
});

/** Hints for whom and how important something is. */
export const Annotations = object({
  audience: optional(list(Role)),
  priority: optional(fraction),
  lastModified: optional(text, since("2025-06-18")),
});

/** `_meta` of a result. */
export const ResultMetaObject = ranged(
  since("2026-07-28"),
  object({ "io.modelcontextprotocol/serverInfo": optional(Implementation) }),
);

/** `_meta` of a notification. */
export const NotificationMetaObject = ranged(
  since("2026-07-28"),
  object({ "io.modelcontextprotocol/subscriptionId": optional(RequestId) }),
);

/** The members every result has. */
export const resultFields: Fields = {
  _meta: [optional(anyObject, until("2025-11-25")), optional(ResultMetaObject, since("2026-07-28"))],
  resultType: required(ResultType, since("2026-07-28")),
};

/** The members every answer of a client has; inside `inputResponses` (2026-07-28) they are not results of their own. */
export const clientResultFields: Fields = { _meta: optional(anyObject, until("2025-11-25")) };

/** The members that tell how long, and for whom, a result may be kept. */
export const cacheFields: Fields = {
  ttlMs: required({ kind: "integer", minimum: 0 }, since("2026-07-28")),
  cacheScope: required(oneOf("private", "public"), since("2026-07-28")),
};

/** The members every result with pages has. */
export const pageFields: Fields = { nextCursor: optional(Cursor) };

/** The members every notification's params have. */
export const notificationFields: Fields = {
  _meta: [optional(anyObject, until("2025-11-25")), optional(NotificationMetaObject, since("2026-07-28"))],
};

/** Any result. */
export const Result = object(resultFields);

/** A result that says nothing. */
export const EmptyResult = Result;

/** A result with pages. */
export const PaginatedResult = object({ ...resultFields, ...pageFields });

/** A result that may be kept. */
export const CacheableResult = ranged(since("2026-07-28"), object({ ...resultFields, ...cacheFields }));

/** The params of a notification that has none of its own. */
export const NotificationParams = object(notificationFields);
