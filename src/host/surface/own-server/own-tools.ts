import type { MockTool } from "../../../mock/script/script.ts";

const text = { type: "string", minLength: 1 } as const;
const project = {
  namespace: { ...text, description: "default: default" },
  name: { ...text, description: "the name of the project" },
} as const;
const config = {
  type: "object",
  description: "model: the model it asks; documents: what it can be searched for, as {id, text}",
} as const;
const model = { ...text, description: "default: that of the project, or of the host" } as const;

function tool(
  name: string,
  description: string,
  properties: Readonly<Record<string, object>>,
  required: readonly string[],
  hint: "readOnlyHint" | "destructiveHint" | undefined,
): MockTool {
  const inputSchema = {
    type: "object",
    properties,
    required: [...required],
    additionalProperties: false,
  } as MockTool["inputSchema"];
  const annotations =
    hint === "readOnlyHint" ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: hint === "destructiveHint" };
  return { name, description, inputSchema, annotations, answers: {} };
}

/**
 * The tools of the host's own MCP endpoint: what LlamaFarm's guide lists ("Available Tools"), which gives no names; these are its words
 * with underscores.
 */
export const ownTools: readonly MockTool[] = [
  tool("list_projects", "All projects of a namespace", { namespace: project.namespace }, [], "readOnlyHint"),
  tool("create_project", "Creates a project", { ...project, config }, ["name"], undefined),
  tool("get_project", "A project with its configuration", project, ["name"], "readOnlyHint"),
  tool(
    "update_project",
    "Replaces the configuration of a project",
    { ...project, config },
    ["name", "config"],
    "destructiveHint",
  ),
  tool("delete_project", "Removes a project", project, ["name"], "destructiveHint"),
  tool(
    "chat_completions",
    "Asks a model of this host, which may use the host's tools",
    {
      model,
      messages: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: { role: { enum: ["system", "user", "assistant"] }, content: { type: "string" } },
          required: ["role", "content"],
        },
      },
      namespace: project.namespace,
      project: { ...text, description: "the project whose model is asked" },
    },
    ["messages"],
    undefined,
  ),
  tool(
    "rag_query",
    "Finds documents of a project by the words of a question, the best first",
    {
      query: text,
      namespace: project.namespace,
      project: { ...text, description: "default: default" },
      limit: { type: "integer", minimum: 1, maximum: 100, description: "default: 5" },
    },
    ["query"],
    "readOnlyHint",
  ),
  tool("list_models", "The models that can be asked", {}, [], "readOnlyHint"),
];
