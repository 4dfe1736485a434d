import type { ModelMessage } from "../../model/model-message.ts";
import { textOf } from "../../model/model-message.ts";
import type { ModelTool } from "../../model/model-backend.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { providerTool } from "./tool-definition.ts";

const hermesForm = [
  "To call a tool, write a JSON object with its name and arguments between <tool_call></tool_call> tags, one pair of tags per call:",
  "<tool_call>",
  '{"name": <function-name>, "arguments": <args-json-object>}',
  "</tool_call>",
];

/**
 * The text that offers tools to a model without a member for them: each as JSON in its own tags. `<` inside the JSON is written
 * as an escape, so that no description can close a tag or look like a call. Calls are asked for in the format they are read in.
 */
export function toolPrompt(tools: readonly ModelTool[], format: ToolCallFormat | undefined): string {
  const lines = tools.map(
    (tool) => `<tool>${JSON.stringify(providerTool("openai", tool)).replaceAll("<", String.raw`\u003c`)}</tool>`,
  );
  return [
    "You can call tools to help with the request. Their signatures stand between <tools></tools> tags:",
    "<tools>",
    ...lines,
    "</tools>",
    ...(format === undefined || format.shape.startsWith("<tool_call>\n{") ? hermesForm : formOf(format)),
  ].join("\n");
}

/** How a call is written in a format; capitals stand for what varies. */
function formOf({ shape }: ToolCallFormat): readonly string[] {
  return ["To call a tool, write its name and its arguments in exactly this form:", shape];
}

/** Lines that name every tool. */
export function toolListText(tools: readonly ModelTool[]): string {
  return ["You have these tools:", ...tools.map(({ name, description = "" }) => `- ${name}: ${description}`)].join("\n");
}

/** What tells a model that tools are to be found first. */
export const discoveryText =
  "Tools of connected servers are not listed in advance. When a task needs one, call mcp_discover with a pattern; what it finds can be called in your next step.";

/** What tells a model which directory a server works in. */
export function directoryText(server: string, directory: string): string {
  return `Server ${server} works inside the directory ${directory}; give it paths within that directory.`;
}

/**
 * The conversation with texts of the host in its system message: appended to the first one, or in a new one at the front. The
 * caller's messages stay as they are.
 */
export function withSystemText(messages: readonly ModelMessage[], texts: readonly string[]): readonly ModelMessage[] {
  if (texts.length === 0) return messages;
  const text = texts.join("\n\n");
  const first = messages.findIndex(({ role }) => role === "system");
  const system = messages[first];
  if (system === undefined) return [{ role: "system", content: text }, ...messages];
  const own = textOf(system);
  const merged: ModelMessage = { ...system, content: own === "" ? text : `${own}\n\n${text}` };
  return messages.map((message, at) => (at === first ? merged : message));
}
