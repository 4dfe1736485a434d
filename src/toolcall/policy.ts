import type { FencePolicy, ToolCallFormat, ToolInsideReasoning } from "./format.ts";

/** Switches on which engines differ; what is left out stays as the format has it. */
export interface ParserPolicy {
  readonly fence?: FencePolicy;
  readonly toolInside?: ToolInsideReasoning;
}

/** The format under other switches. */
export function applyPolicy(format: ToolCallFormat, policy: ParserPolicy | undefined): ToolCallFormat {
  if (policy === undefined) return format;
  const reasoning =
    format.reasoning === null || policy.toolInside === undefined
      ? format.reasoning
      : { ...format.reasoning, toolInside: policy.toolInside };
  return { ...format, reasoning, fence: policy.fence ?? format.fence };
}
