import { flag, list, object, optional, ranged, required, since, text, until } from "../shape.ts";
import { cacheFields, named, notificationFields, pageFields, resultFields, withIcons } from "./base.ts";
import { anyContents, resourceFields, shownFields } from "./content.ts";
import { retryFields } from "./input.ts";
import { requestFields } from "./request-params.ts";

/** A resource in a list. */
export const Resource = object(resourceFields);

/** A family of resources, by URI template. */
export const ResourceTemplate = object({
  uriTemplate: required(text),
  ...named,
  description: optional(text),
  mimeType: optional(text),
  ...withIcons,
  ...shownFields,
});

const listFields = { ...resultFields, ...cacheFields, ...pageFields };

/** The answer to `resources/list`. */
export const ListResourcesResult = object({ ...listFields, resources: required(list(Resource)) });

/** The answer to `resources/templates/list`. */
export const ListResourceTemplatesResult = object({
  ...listFields,
  resourceTemplates: required(list(ResourceTemplate)),
});

/** What requests about one resource have in common. */
export const ResourceRequestParams = object({ ...requestFields, uri: required(text) });

/** The params of `resources/read`. */
export const ReadResourceRequestParams = object({ ...requestFields, ...retryFields, uri: required(text) });

/** The answer to `resources/read`. */
export const ReadResourceResult = object({ ...resultFields, ...cacheFields, contents: required(list(anyContents)) });

/** The params of `resources/subscribe`. */
export const SubscribeRequestParams = ranged(until("2025-11-25"), ResourceRequestParams);

/** The params of `resources/unsubscribe`. */
export const UnsubscribeRequestParams = ranged(until("2025-11-25"), ResourceRequestParams);

/** The params of `notifications/resources/updated`. */
export const ResourceUpdatedNotificationParams = object({ ...notificationFields, uri: required(text) });

/** What a subscriber wants to hear about. */
export const SubscriptionFilter = ranged(
  since("2026-07-28"),
  object({
    toolsListChanged: optional(flag),
    promptsListChanged: optional(flag),
    resourcesListChanged: optional(flag),
    resourceSubscriptions: optional(list(text)),
  }),
);
