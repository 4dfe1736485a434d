import { isArray, valueAt } from "../../../jsonrpc/json.ts";
import { extensionIds } from "../../../spec/extensions.ts";
import { clientCalls } from "../../../trace/facts/client-facts.ts";
import { clientCapabilitiesKey } from "../../../trace/facts/server-message.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { appsPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

/** Whoever shows views says which. */
export const viewTypesNamed: Check = {
  id: "extensions.client-apps-media-types",
  title: "A client that declares the extension for views names the media types it supports",
  subject: "client",
  level: "MUST",
  spec: appsPlace("client-host-capabilities"),
  advice: 'Declare {"mimeTypes":["text/html;profile=mcp-app"]} for the extension, not an empty object.',
  verify: (trace) =>
    overallIfAny(
      clientCalls(trace).flatMap(({ request }): Exhibit[] => {
        const { params } = request.frame;
        const capabilities = valueAt(params, "capabilities") ?? valueAt(params, "_meta", clientCapabilitiesKey);
        const views = valueAt(capabilities, "extensions", extensionIds.apps);
        if (views === undefined) return [];
        const types = valueAt(views, "mimeTypes");
        const isNamed = isArray(types) && types.length > 0 && types.every((type) => typeof type === "string");
        return [{ ref: request, wrong: isNamed ? undefined : `mimeTypes is ${shortJson(types)}` }];
      }),
      "the client declares no views",
    ),
};
