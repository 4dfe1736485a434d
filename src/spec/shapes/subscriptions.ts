import { object, optional, ranged, required, since } from "../shape.ts";
import { Implementation, RequestId, ResultType, notificationFields } from "./base.ts";
import { requestFields } from "./request-params.ts";
import { SubscriptionFilter } from "./resources.ts";

/** The params of `subscriptions/listen`. */
export const SubscriptionsListenRequestParams = ranged(
  since("2026-07-28"),
  object({ ...requestFields, notifications: required(SubscriptionFilter) }),
);

/** The params of `notifications/subscriptions/acknowledged`. */
export const SubscriptionsAcknowledgedNotificationParams = ranged(
  since("2026-07-28"),
  object({ ...notificationFields, notifications: required(SubscriptionFilter) }),
);

/** `_meta` of the result that ends a subscription. */
export const SubscriptionsListenResultMetaObject = ranged(
  since("2026-07-28"),
  object({
    "io.modelcontextprotocol/serverInfo": optional(Implementation),
    "io.modelcontextprotocol/subscriptionId": required(RequestId),
  }),
);

/** The result that ends a subscription. */
export const SubscriptionsListenResult = ranged(
  since("2026-07-28"),
  object({ _meta: required(SubscriptionsListenResultMetaObject), resultType: required(ResultType) }),
);
