import { anything, list, number, object, optional, ranged, required, since, text, until } from "../shape.ts";
import { Implementation, LoggingLevel, ProgressToken, RequestId, cacheFields, notificationFields, resultFields } from "./base.ts";
import { ClientCapabilities, ServerCapabilities } from "./capabilities.ts";
import { requestFields } from "./request-params.ts";

/** The params of `initialize`. */
export const InitializeRequestParams = ranged(
  until("2025-11-25"),
  object({
    ...requestFields,
    protocolVersion: required(text),
    capabilities: required(ClientCapabilities),
    clientInfo: required(Implementation),
  }),
);

/** The answer to `initialize`. */
export const InitializeResult = ranged(
  until("2025-11-25"),
  object({
    ...resultFields,
    protocolVersion: required(text),
    capabilities: required(ServerCapabilities),
    serverInfo: required(Implementation),
    instructions: optional(text),
  }),
);

/** The answer to `server/discover`. */
export const DiscoverResult = ranged(
  since("2026-07-28"),
  object({
    ...resultFields,
    ...cacheFields,
    supportedVersions: required(list(text)),
    capabilities: required(ServerCapabilities),
    instructions: optional(text),
  }),
);

/** The params of `notifications/cancelled`. */
export const CancelledNotificationParams = object({
  ...notificationFields,
  requestId: [
    required(RequestId, until("2025-06-18")),
    optional(RequestId, { since: "2025-11-25", until: "2025-11-25" }),
    required(RequestId, since("2026-07-28")),
  ],
  reason: optional(text),
});

/** The params of `notifications/progress`. */
export const ProgressNotificationParams = object({
  ...notificationFields,
  progressToken: required(ProgressToken),
  progress: required(number),
  total: optional(number),
  message: optional(text, since("2025-03-26")),
});

/** The params of `logging/setLevel`. */
export const SetLevelRequestParams = ranged(until("2025-11-25"), object({ ...requestFields, level: required(LoggingLevel) }));

/** The params of `notifications/message`. */
export const LoggingMessageNotificationParams = object({
  ...notificationFields,
  level: required(LoggingLevel),
  data: required(anything),
  logger: optional(text),
});
