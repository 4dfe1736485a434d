import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, type Line, received } from "../../../support/traces/small-trace.ts";

/** The server wants something of the user. */
export const eliciting = (params: JsonObject): Line => received(ask("e", "elicitation/create", params));

/** It wants a form filled in that has these members. */
export const asksFor = (properties: Json, message: Json = "Who are you?"): Line =>
  eliciting({ message, requestedSchema: { type: "object", properties } });

/** It wants something done at a URL. */
export const sendsTo = (url: Json | undefined, more: JsonObject = {}): Line =>
  eliciting({ mode: "url", message: "Go.", url, ...more });
