import { suggestion } from "../../../base/nearest.ts";
import type { InlineTool, ModelEntry, PromptMessage } from "../configuration.ts";
import { fieldsOf, kindOf } from "./fields.ts";
import type { Pointer } from "./problem.ts";
import { isRecord, type Reader } from "./reader.ts";

const strategies: Readonly<Record<string, "native" | "prompt">> = { native_api: "native", prompt_based: "prompt" };

const parameterTypes = ["string", "integer", "number", "boolean", "array", "object", "null"];

/** `runtime.models`: the models, the servers and tools of each. */
export function readModels(value: unknown, pointer: Pointer, servers: readonly string[], reader: Reader): ModelEntry[] {
  const models = recordsOf(value, pointer, reader).flatMap(({ record, at }) => {
    const model = readModel(record, at, servers, reader);
    return model === undefined ? [] : [{ model, at }];
  });
  models.forEach(({ model, at }, index) => {
    if (models.findIndex((one) => one.model.name === model.name) < index)
      reader.problem(at, `a second model named "${model.name}"`);
  });
  return models.map(({ model }) => model);
}

function readModel(
  record: Readonly<Record<string, unknown>>,
  at: Pointer,
  servers: readonly string[],
  reader: Reader,
): ModelEntry | undefined {
  const fields = fieldsOf(record, at, reader);
  const name = fields.text("name");
  const model = fields.text("model");
  if (name === undefined) reader.problem(at, "a model without a name");
  if (model === undefined) reader.problem(at, "no model: what the provider calls it");
  const allowed = fields.texts("mcp_servers");
  allowed?.forEach((server, index) => {
    if (servers.includes(server)) return;
    reader.problem([...fields.at("mcp_servers"), index], `Server not found: "${server}"${suggestion(server, servers)}`);
  });
  const word = fields.text("tool_call_strategy");
  const strategy = word === undefined || !Object.hasOwn(strategies, word) ? undefined : strategies[word];
  if (word !== undefined && strategy === undefined) {
    reader.problem(
      fields.at("tool_call_strategy"),
      `unknown strategy "${word}": expected ${Object.keys(strategies).join(" or ")}`,
    );
  }
  const tools = recordsOf(record["tools"], fields.at("tools"), reader).flatMap(
    (one) => readTool(one.record, one.at, reader) ?? [],
  );
  const prompts = fields.texts("prompts") ?? [];
  if (name === undefined || model === undefined) return undefined;
  return { name, provider: fields.text("provider"), model, servers: allowed, tools, strategy, prompts };
}

/** An inline tool: type, name, description and parameters are all needed, and its schema is kept as it is written. */
function readTool(record: Readonly<Record<string, unknown>>, at: Pointer, reader: Reader): InlineTool | undefined {
  const fields = fieldsOf(record, at, reader);
  const type = fields.text("type");
  if (type !== "function") reader.problem(fields.at("type"), 'the type of a tool must be "function"');
  const name = fields.text("name");
  const description = fields.text("description");
  const parameters = record["parameters"];
  for (const [member, value] of Object.entries({ name, description })) {
    if (value === undefined || value === "") reader.problem(fields.at(member), `a tool needs a ${member}`);
  }
  if (!isRecord(parameters)) {
    reader.problem(fields.at("parameters"), "a tool needs parameters: a JSON Schema of type object");
    return undefined;
  }
  judgeTypes(parameters, fields.at("parameters"), reader);
  return name === undefined || description === undefined ? undefined : { name, description, parameters };
}

/** A type no JSON Schema has is a slip that no provider reports well. */
function judgeTypes(schema: unknown, at: Pointer, reader: Reader): void {
  if (!isRecord(schema)) return;
  const types = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  for (const type of types as readonly unknown[]) {
    if (type === undefined || (typeof type === "string" && parameterTypes.includes(type))) continue;
    reader.problem([...at, "type"], `unknown type ${JSON.stringify(type)}: expected ${parameterTypes.join(", ")}`);
  }
  const properties = schema["properties"];
  if (isRecord(properties)) {
    for (const [name, inner] of Object.entries(properties)) judgeTypes(inner, [...at, "properties", name], reader);
  }
  judgeTypes(schema["items"], [...at, "items"], reader);
}

/** `prompts`: texts by name. */
export function readPrompts(value: unknown, pointer: Pointer, reader: Reader): Record<string, readonly PromptMessage[]> {
  return Object.fromEntries(
    recordsOf(value, pointer, reader).flatMap(({ record, at }) => {
      const name = fieldsOf(record, at, reader).text("name");
      if (name === undefined) reader.problem(at, "a prompt without a name");
      const messages = recordsOf(record["messages"], [...at, "messages"], reader).map((message) => {
        const fields = fieldsOf(message.record, message.at, reader);
        return { role: fields.text("role") ?? "system", content: fields.text("content") ?? "" };
      });
      return name === undefined ? [] : [[name, messages] as const];
    }),
  );
}

function recordsOf(
  value: unknown,
  pointer: Pointer,
  reader: Reader,
): { readonly record: Readonly<Record<string, unknown>>; readonly at: Pointer }[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    reader.problem(pointer, `expected a list, got ${kindOf(value)}`);
    return [];
  }
  return value.flatMap((record: unknown, index) => {
    const at = [...pointer, index];
    if (isRecord(record)) return [{ record, at }];
    reader.problem(at, `expected a map, got ${kindOf(record)}`);
    return [];
  });
}
