import type { ModelTool } from "../../model/model-backend.ts";
import type { Route } from "./routing-table.ts";

/** The providers whose forms of a tool definition there are. */
export const providers = ["ollama", "openai", "anthropic", "mcp"] as const;

/** A provider with its own form of a tool definition. */
export type Provider = (typeof providers)[number];

/** A tool as it is offered to a model: the server's schema goes over unchanged. */
export function modelTool({ tool }: Route, name: string): ModelTool {
  return { name, description: tool.description, parameters: tool.inputSchema };
}

/** A tool in the form a provider's API takes. */
export function providerTool(
  provider: Provider,
  { name, description = "", parameters }: ModelTool,
): Readonly<Record<string, unknown>> {
  if (provider === "anthropic") return { name, description, input_schema: parameters };
  if (provider === "mcp") return { name, description, inputSchema: parameters };
  return { type: "function", function: { name, description, parameters } };
}
