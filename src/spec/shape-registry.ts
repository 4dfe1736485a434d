import type { Revision } from "./revision.ts";
import { isPartOf, type Shape } from "./shape.ts";
import * as base from "./shapes/base.ts";
import * as capabilities from "./shapes/capabilities.ts";
import * as content from "./shapes/content.ts";
import * as elicitation from "./shapes/elicitation.ts";
import * as formSchema from "./shapes/form-schema.ts";
import * as input from "./shapes/input.ts";
import * as jsonrpc from "./shapes/jsonrpc.ts";
import * as lifecycle from "./shapes/lifecycle.ts";
import * as prompts from "./shapes/prompts.ts";
import * as requestParams from "./shapes/request-params.ts";
import * as resources from "./shapes/resources.ts";
import * as roots from "./shapes/roots.ts";
import * as sampling from "./shapes/sampling.ts";
import * as subscriptions from "./shapes/subscriptions.ts";
import * as tasks from "./shapes/tasks.ts";
import * as tool from "./shapes/tool.ts";
import * as tools from "./shapes/tools.ts";

const modules = {
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

type Modules = typeof modules;

/** The name of a wire shape: as the published schema calls it, wherever it has a name for it. */
export type ShapeName = Exclude<{ [K in keyof Modules]: Modules[K] extends Shape ? K : never }[keyof Modules], undefined>;

const isShape = (value: object): value is Shape => "kind" in value && typeof value.kind === "string";

/** Every wire shape by name. Exports of the shape modules that are no shapes (shared members) are left out. */
export const shapes: ReadonlyMap<string, Shape> = new Map(
  Object.entries(modules).flatMap(([name, value]) => (isShape(value) ? [[name, value] as const] : [])),
);

/** The shape of this name, or undefined where the revision does not have it. */
export function shapeAt(name: ShapeName, revision: Revision): Shape | undefined {
  const shape = shapes.get(name);
  return shape !== undefined && isPartOf(shape, revision) ? shape : undefined;
}
