import type { ModelUsage } from "../../model/model-backend.ts";

/** What a turn has used before the model was asked. */
export const noUsage: ModelUsage = { promptTokens: 0, completionTokens: 0 };

/** What several answers used; one that does not say used nothing. */
export function addUsage(before: ModelUsage, more: ModelUsage | undefined): ModelUsage {
  if (more === undefined) return before;
  return {
    promptTokens: before.promptTokens + more.promptTokens,
    completionTokens: before.completionTokens + more.completionTokens,
  };
}
