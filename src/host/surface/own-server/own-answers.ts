import type { LiveTool, LiveTools } from "../../../mock/answer/live-tool.ts";
import { asObject, isArray, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import type { ModelMessage } from "../../../model/model-message.ts";
import type { Host } from "../host.ts";
import { modelNames } from "../models.ts";
import { chatOnce } from "./chat-once.ts";
import { deepest, depthOf } from "./depth.ts";
import { documentsIn, sampleDocuments, searchDocuments } from "./documents.ts";
import { createProjects, defaultName, type Project, type ProjectPlace, type Projects } from "./projects.ts";

type Outcome = { readonly value: JsonObject } | { readonly error: string };

/** What the tools of the host's own endpoint do. Arguments have been held against their schemas before. */
export function ownAnswers(host: Host): LiveTools {
  const projects = createProjects(describe(host));
  const tools: Readonly<
    Record<string, (input: JsonObject, meta: JsonObject, signal: AbortSignal) => Outcome | Promise<Outcome>>
  > = {
    list_projects: (input) => ({ value: { projects: projects.list(namespaceOf(input)).map(shown) } }),
    create_project: (input) => projectOf(projects.create(placeOf(input), asObject(input["config"]))),
    get_project: (input) => projectOf(projects.get(placeOf(input))),
    update_project: (input) => projectOf(projects.update(placeOf(input), asObject(input["config"]))),
    delete_project: (input) => projectOf(projects.remove(placeOf(input))),
    chat_completions: (input, meta, signal) => chat(host, projects, input, depthOf(meta), signal),
    rag_query: (input) => search(projects, input),
    async list_models() {
      const names = await modelNames(host);
      return "error" in names ? { error: names.error } : { value: { models: [...names] } };
    },
  };
  return new Map(Object.entries(tools).map(([name, tool]) => [name, answering(tool)]));
}

/** An outcome as the result of a call: its JSON as text, and for clients that know it as structured content. */
function answering(tool: (...given: Parameters<LiveTool>) => Outcome | Promise<Outcome>): LiveTool {
  return async (...given) => {
    const outcome = await tool(...given);
    if ("error" in outcome) return { content: [{ type: "text", text: outcome.error }], isError: true };
    return { content: [{ type: "text", text: JSON.stringify(outcome.value) }], structuredContent: outcome.value };
  };
}

/** What the host's own project says of its configuration: names, for anything else may be secret. */
function describe({ setup: { configuration } }: Host): JsonObject {
  return {
    models: configuration.models.map(({ name }) => name),
    servers: configuration.servers.map(({ name }) => name),
    documents: sampleDocuments.map(({ id, text }) => ({ id, text })),
  };
}

async function chat(host: Host, projects: Projects, input: JsonObject, depth: number, signal: AbortSignal): Promise<Outcome> {
  if (depth >= deepest) return { error: `the host has asked itself ${deepest} times over, and asks no deeper` };
  const project = input["project"] === undefined ? undefined : projects.get(placeOf(input, "project"));
  if (project !== undefined && "error" in project) return project;
  const model = [input["model"], project?.config["model"], host.setup.configuration.defaultModel].find(
    (one) => typeof one === "string",
  );
  if (typeof model !== "string") return { error: "no model is named, and there is no default one" };
  const said = await chatOnce(host, { model, messages: messagesOf(input["messages"]), depth: depth + 1 }, signal);
  if ("error" in said) return said;
  return { value: { model, message: { role: "assistant", content: said.text } } };
}

function messagesOf(value: Json | undefined): readonly ModelMessage[] {
  if (!isArray(value)) return [];
  return value.map((one) => {
    const { role, content } = asObject(one);
    return {
      role: role === "system" || role === "assistant" ? role : "user",
      content: typeof content === "string" ? content : "",
    };
  });
}

function search(projects: Projects, input: JsonObject): Outcome {
  const project = projects.get(placeOf(input, "project"));
  if ("error" in project) return project;
  const { query, limit } = input;
  const found = searchDocuments(
    documentsIn(project.config["documents"]),
    typeof query === "string" ? query : "",
    typeof limit === "number" ? limit : 5,
  );
  return { value: { results: found.map(({ id, text, score }) => ({ id, text, score })) } };
}

function projectOf(answer: ReturnType<Projects["get"]>): Outcome {
  return "error" in answer ? answer : { value: { project: shown(answer) } };
}

function shown({ namespace, name, config }: Project): JsonObject {
  return { namespace, name, config };
}

function placeOf(input: JsonObject, nameIn: "name" | "project" = "name"): ProjectPlace {
  const name = input[nameIn];
  return { namespace: namespaceOf(input), name: typeof name === "string" ? name : defaultName };
}

function namespaceOf(input: JsonObject): string {
  return typeof input["namespace"] === "string" ? input["namespace"] : defaultName;
}
