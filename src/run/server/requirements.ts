import { valueAt } from "../../jsonrpc/json.ts";
import type { Requirement, ToolRequirement } from "../../suite/scenario.ts";
import { mirroredCall } from "./mirrored-call.ts";
import { listedItems, type SessionState } from "./session-state.ts";
import { isReadOnly, requiredOf, toolArguments } from "./tool-choice.ts";

/** Why a scenario cannot run on this server, as a sentence that says what would change it; undefined when it can. */
export async function unmetRequirement(state: SessionState, requires: readonly Requirement[]): Promise<string | undefined> {
  for (const requirement of requires) {
    const reason = await unmet(state, requirement);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

async function unmet(state: SessionState, requirement: Requirement): Promise<string | undefined> {
  if ("capability" in requirement) {
    const value = valueAt(state.announced, "capabilities", ...requirement.capability.split("."));
    return value === undefined || value === false
      ? `the server does not declare the capability ${requirement.capability}`
      : undefined;
  }
  if ("hint" in requirement) {
    const known = Object.keys(state.run.hints).includes(requirement.hint);
    return known ? undefined : `no hints file names a tool for the role "${requirement.hint}" (--hints)`;
  }
  if ("listed" in requirement) {
    const items = await listedItems(state, requirement.listed);
    return items.length === 0 ? `the server lists no ${requirement.listed}` : undefined;
  }
  return await unmetTool(state, requirement.tool);
}

async function unmetTool(state: SessionState, kind: ToolRequirement): Promise<string | undefined> {
  const tools = (await listedItems(state, "tools")).filter((tool) => isReadOnly(tool) || state.run.allowWrites);
  if (tools.length === 0) return "no tool is annotated readOnlyHint: true, and --allow-writes was not given";
  const fits = {
    "read-only": () => tools.some((tool) => toolArguments(tool, "valid") !== undefined),
    "read-only-with-required": () =>
      tools.some((tool) => requiredOf(tool).length > 0 && toolArguments(tool, "missing") !== undefined),
    "read-only-typed": () => tools.some((tool) => toolArguments(tool, "mistyped") !== undefined),
    "read-only-mirrored": () => tools.some((tool) => mirroredCall(tool, "missing") !== undefined),
    "read-only-mirrored-text": () => tools.some((tool) => mirroredCall(tool, "beyond-ascii") !== undefined),
    "read-only-mirrored-integer": () => tools.some((tool) => mirroredCall(tool, "other-digits") !== undefined),
  };
  const lacks = {
    "read-only": "arguments could be derived for no tool that may be called",
    "read-only-with-required": "no tool that may be called has a required argument",
    "read-only-typed": "no tool that may be called has a typed argument",
    "read-only-mirrored": "no tool that may be called has an argument with x-mcp-header",
    "read-only-mirrored-text": "no tool that may be called has a free text with x-mcp-header",
    "read-only-mirrored-integer": "no tool that may be called has an integer with x-mcp-header",
  };
  return fits[kind]() ? undefined : lacks[kind];
}
