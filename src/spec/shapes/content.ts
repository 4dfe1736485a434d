import {
  anyObject,
  anything,
  flag,
  integer,
  list,
  literal,
  object,
  optional,
  ranged,
  required,
  since,
  text,
  union,
  type Fields,
} from "../shape.ts";
import { Annotations, named, withIcons, withMeta } from "./base.ts";

/** The members of anything shown to a model or a person. */
export const shownFields: Fields = { annotations: optional(Annotations), ...withMeta };

const blobOf = (type: string): Fields => ({
  type: required(literal(type)),
  data: required(text),
  mimeType: required(text),
  ...shownFields,
});

/** Text. */
export const TextContent = object({ type: required(literal("text")), text: required(text), ...shownFields });

/** A picture, as base64. */
export const ImageContent = object(blobOf("image"));

/** Sound, as base64. */
export const AudioContent = ranged(since("2025-03-26"), object(blobOf("audio")));

const contentsFields: Fields = { uri: required(text), mimeType: optional(text), ...withMeta };

/** What text and binary contents of a resource have in common. */
export const ResourceContents = object(contentsFields);

/** The text of a resource. */
export const TextResourceContents = object({ ...contentsFields, text: required(text) });

/** The bytes of a resource, as base64. */
export const BlobResourceContents = object({ ...contentsFields, blob: required(text) });

/** The contents of a resource, whichever they are. */
export const anyContents = union(TextResourceContents, BlobResourceContents);

/** A resource within a message. */
export const EmbeddedResource = object({
  type: required(literal("resource")),
  resource: required(anyContents),
  ...shownFields,
});

/** The members of a resource in a list. */
export const resourceFields: Fields = {
  uri: required(text),
  ...named,
  description: optional(text),
  mimeType: optional(text),
  size: optional(integer),
  ...withIcons,
  ...shownFields,
};

/** A pointer to a resource within a message. */
export const ResourceLink = ranged(since("2025-06-18"), object({ type: required(literal("resource_link")), ...resourceFields }));

/** What a message or the result of a tool is made of. Named so since 2025-06-18; in use since the first revision. */
export const ContentBlock = union(TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource);

/** The members of what a tool came to, in its result and in a conversation. */
export const outcomeFields: Fields = {
  content: required(list(ContentBlock)),
  isError: optional(flag),
  structuredContent: [optional(anyObject, { since: "2025-06-18", until: "2025-11-25" }), optional(anything, since("2026-07-28"))],
};
