import { anyObject, list, object, optional, required, text } from "../shape.ts";
import { cacheFields, pageFields, resultFields } from "./base.ts";
import { outcomeFields } from "./content.ts";
import { retryFields } from "./input.ts";
import { requestFields, taskFields } from "./request-params.ts";
import { Tool } from "./tool.ts";

/** The answer to `tools/list`. */
export const ListToolsResult = object({ ...resultFields, ...cacheFields, ...pageFields, tools: required(list(Tool)) });

/** The params of `tools/call`. */
export const CallToolRequestParams = object({
  ...requestFields,
  ...taskFields,
  ...retryFields,
  name: required(text),
  arguments: optional(anyObject),
});

/** The answer to `tools/call`. */
export const CallToolResult = object({ ...resultFields, ...outcomeFields });
