import type { ModelCheck } from "./model-check.ts";
import { modelCheckModules } from "./model-check-modules.generated.ts";

/** Every check of inference servers, sorted by id. */
export const modelChecks: readonly ModelCheck[] = modelCheckModules
  .flatMap((module) => Object.values(module))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));
