import type { ModelTool } from "../../model/model-backend.ts";
import type { HostProfile } from "../profile/host-profile.ts";

/** The name of the tool a model finds other tools with. */
export const metaToolName = "mcp_discover";

/** The tool a model finds other tools with: one required string. */
export const metaTool: ModelTool = {
  name: metaToolName,
  description:
    "Find tools by name and make them callable from your next step on. Give a glob pattern such as *file*, *git*, *search*, or * for everything. Use it whenever the tool you need is not offered yet.",
  parameters: {
    type: "object",
    properties: { pattern: { type: "string", description: "Glob over tool names: * stands for any characters, ? for one" } },
    required: ["pattern"],
  },
};

/** The pattern of a call of the meta-tool. Anything but text with something in it means everything, or nothing (undefined). */
export function patternOf(
  given: unknown,
  { bareStringPattern, missingPattern }: Pick<HostProfile["tools"], "bareStringPattern" | "missingPattern">,
): string | undefined {
  if (bareStringPattern && typeof given === "string" && given !== "") return given;
  const pattern = typeof given === "object" && given !== null ? (given as { readonly pattern?: unknown }).pattern : undefined;
  if (typeof pattern === "string" && pattern !== "") return pattern;
  return missingPattern === "everything" ? "*" : undefined;
}

/** What a model is told that called the meta-tool without a pattern. */
export const noPattern = `call of ${metaToolName}: the argument pattern has to be a text with something in it, such as {"pattern": "*file*"}, or * for everything`;
