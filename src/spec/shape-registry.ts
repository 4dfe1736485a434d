import type { Revision } from "./revision.ts";
import { shapeModules } from "./shapes/shape-modules.generated.ts";
import { isPartOf, type Shape } from "./shape.ts";

type Modules = typeof shapeModules;

/** The name of a wire shape: as the published schema calls it, wherever it has a name for it. */
export type ShapeName = Exclude<{ [K in keyof Modules]: Modules[K] extends Shape ? K : never }[keyof Modules], undefined>;

const isShape = (value: object): value is Shape => "kind" in value && typeof value.kind === "string";

/** Every wire shape by name. Exports of the shape modules that are not shapes (shared members) are left out. */
export const shapes: ReadonlyMap<string, Shape> = new Map(
  Object.entries(shapeModules).flatMap(([name, value]) => (isShape(value) ? [[name, value] as const] : [])),
);

/** The shape of this name, or undefined where the revision does not have it. */
export function shapeAt(name: ShapeName, revision: Revision): Shape | undefined {
  const shape = shapes.get(name);
  return shape !== undefined && isPartOf(shape, revision) ? shape : undefined;
}
