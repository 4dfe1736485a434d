// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import * as base from "./base.ts";
import * as capabilities from "./capabilities.ts";
import * as content from "./content.ts";
import * as elicitation from "./elicitation.ts";
import * as formSchema from "./form-schema.ts";
import * as input from "./input.ts";
import * as jsonrpc from "./jsonrpc.ts";
import * as lifecycle from "./lifecycle.ts";
import * as prompts from "./prompts.ts";
import * as requestParams from "./request-params.ts";
import * as resources from "./resources.ts";
import * as roots from "./roots.ts";
import * as sampling from "./sampling.ts";
import * as subscriptions from "./subscriptions.ts";
import * as tasks from "./tasks.ts";
import * as tool from "./tool.ts";
import * as tools from "./tools.ts";

/** What all modules of wire shapes export. */
export const shapeModules = {
  ...base,
  ...capabilities,
  ...content,
  ...elicitation,
  ...formSchema,
  ...input,
  ...jsonrpc,
  ...lifecycle,
  ...prompts,
  ...requestParams,
  ...resources,
  ...roots,
  ...sampling,
  ...subscriptions,
  ...tasks,
  ...tool,
  ...tools,
};
