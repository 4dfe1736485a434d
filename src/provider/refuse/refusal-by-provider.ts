import { isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { type Defect, defectsOf } from "../judge/defects.ts";
import type { Provider } from "../provider.ts";
import { schemaNodes } from "../schema-nodes.ts";
import { type ListedTool, schemasIn } from "../tool.ts";
import type { RefusalCase } from "./refusal-form.ts";

/** How a provider refuses: status and words, and the whole body where its own form of errors differs from that of the wire. */
export type ProviderRefusal = {
  readonly status: number;
  readonly message: string;
  readonly param?: string;
  readonly code?: string;
  /** The body at its paths of OpenAI's form. */
  readonly body?: string;
};

/** How a provider refuses a request with these tools, for the first thing that is wrong; undefined where it takes them. */
export function refusalByProvider(tools: readonly ListedTool[], provider: Provider): ProviderRefusal | undefined {
  const defect = defectsOf(tools, provider).find(({ rule }) => rule.ignored !== true);
  if (defect === undefined) return undefined;
  const { status, body, words, otherwise } = provider.refusal;
  const places = placesOf(defect, tools);
  const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
  const { message, param, code } = words[caseOf(defect, tools)] ?? otherwise;
  const said = filled(message);
  return {
    status,
    message: said,
    ...(param === undefined ? {} : { param: filled(param) }),
    ...(code === undefined ? {} : { code }),
    ...(body === undefined ? {} : { body: JSON.stringify(withMessage(body, said)) }),
  };
}

function caseOf({ rule, tool }: Defect, tools: readonly ListedTool[]): RefusalCase {
  if (rule.kind === "name" && (tool ?? "").length > rule.longest) return "name-length";
  const schema = tools.find(({ name }) => name === tool)?.inputSchema;
  return rule.kind === "root-type" && schema?.["type"] === undefined ? "root-type-absent" : rule.kind;
}

/** What the places of a text stand for. */
function placesOf({ rule, tool, pointer, keyword }: Defect, tools: readonly ListedTool[]): Readonly<Record<string, string>> {
  const index = tools.findIndex(({ name }) => name === tool);
  const within = pointer.replace(/^\/inputSchema/, "");
  const root = tools[index]?.inputSchema ?? {};
  const schema = schemaNodes(root).find((node) => node.pointer === within)?.schema ?? {};
  const steps = within
    .split("/")
    .slice(1)
    .map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"));
  return {
    tool: tool ?? "",
    index: String(index),
    number: String(index + 1),
    count: String(tools.length),
    keyword: keyword ?? "",
    type: wordOf(schema["type"]),
    ref: wordOf(schema["$ref"]),
    missing: firstOptional(schema),
    limit: "longest" in rule ? String(rule.longest) : "most" in rule ? String(rule.most) : "",
    length: String((tool ?? "").length),
    says: rule.says,
    dotted: steps.map((one) => `.${one}`).join(""),
    bracketed: steps.map((one, at) => (named.has(steps[at - 1] ?? "") ? `[${one}]` : `.${one}`)).join(""),
    context: steps.length === 1 ? `('${steps[0]}',)` : `(${steps.map((one) => `'${one}'`).join(", ")})`,
  };
}

/** Members whose own members are names that somebody chose. */
const named: ReadonlySet<string> = new Set(["properties", "$defs", "definitions", "patternProperties"]);

function wordOf(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "None" : JSON.stringify(value);
}

function firstOptional(schema: JsonObject): string {
  const required: readonly Json[] = isArray(schema["required"]) ? schema["required"] : [];
  return schemasIn(schema, "properties").find(([name]) => !required.includes(name))?.[0] ?? "";
}

function withMessage(body: Json, message: string): Json {
  if (body === "{message}") return message;
  if (isArray(body)) return body.map((one) => withMessage(one, message));
  if (!isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, one]) => [name, withMessage(one ?? null, message)]));
}
