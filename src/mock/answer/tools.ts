import { methodNotFound } from "../../jsonrpc/error-codes.ts";
import { asObject, type Json, type JsonObject, isObject, valueAt } from "../../jsonrpc/json.ts";
import { extensionIds } from "../../spec/extensions.ts";
import { type Answer, badParams, refuse } from "../conversation/answer.ts";
import { performThen } from "./behaviour.ts";
import type { Call } from "./call.ts";
import type { LiveTool } from "./live-tool.ts";
import { hasTasks } from "../era/capabilities.ts";
import { contains } from "../script/contains.ts";
import { firstSchemaError } from "../script/json-schema.ts";
import { pageOf } from "./page.ts";
import { shapeDefinition, shapeToolResult } from "../era/revision-shape.ts";
import type { MockScript, MockTool, ToolAnswers } from "../script/script.ts";
import { handleFor } from "./task-handles.ts";
import { startTask } from "./tasks.ts";

/** Answers `tools/list`. */
export function listTools(call: Call): Answer {
  const tools = allTools(call.script).map((tool) => {
    const shaped = shapeDefinition("tool", tool, call.revision, ["answers", "copies"]);
    const { execution: _, ...plain } = shaped;
    return forClient(call, hasTasks(call.script, call.revision) ? shaped : plain);
  });
  return pageOf(call, "tools", tools);
}

/** A tool without its link to a view, for a client that does not show any (MCP Apps, "Server Behavior"). */
function forClient(call: Call, tool: JsonObject): JsonObject {
  const showsViews = valueAt(call.capabilities, "extensions", extensionIds.apps) !== undefined;
  if (tool["_meta"] === undefined || showsViews || call.omits("client-extensions")) return tool;
  const { ui: _, "ui/resourceUri": __, ...meta } = asObject(tool["_meta"]);
  const { _meta: ___, ...plain } = tool;
  return Object.keys(meta).length === 0 ? plain : { ...plain, _meta: meta };
}

/** The tool of a name, as the script describes it. */
export function toolNamed(script: MockScript, name: Json | undefined): MockTool | undefined {
  return allTools(script).find((tool) => tool.name === name);
}

function allTools(script: MockScript): readonly MockTool[] {
  return (script.tools ?? []).flatMap((tool) =>
    tool.copies === undefined
      ? [tool]
      : Array.from({ length: tool.copies }, (_, i) => ({ ...tool, name: `${tool.name}-${i + 1}` })),
  );
}

/** Answers `tools/call`: protocol errors for what is not a proper call, `isError` for input a model can correct. */
export async function callTool(call: Call): Promise<Answer> {
  const { name, arguments: given } = call.params;
  if (typeof name !== "string") return badParams("name must be a string");
  const tool = toolNamed(call.script, name);
  if (tool === undefined) return badParams(`Unknown tool: ${name}`);
  if (given !== undefined && !isObject(given)) return badParams("arguments must be an object");
  const refused = refuseWithoutTask(call, tool);
  if (refused !== undefined) return refused;
  const input = given ?? {};
  const defect = call.omits("arguments") ? undefined : firstSchemaError(tool.inputSchema, input);
  if (defect !== undefined) return inputError(call, `Invalid arguments for ${name}: ${defect}`);
  const run = (inside: Call) => runTool(inside, tool, input);
  if (hasTasks(call.script, call.revision) && call.params["task"] !== undefined) return startTask(call, run);
  return handleFor(call, tool, run) ?? run(call);
}

async function runTool(call: Call, tool: MockTool, input: JsonObject): Promise<Answer> {
  const live = call.live.get(tool.name);
  if (live !== undefined) return { result: shapeToolResult(await answerLive(live, call, input), call.revision) };
  const answers = answersTo(tool, input);
  const answer = await performThen(call, answers, (asked) => ({ result: toolResult(call, answers, input, asked) }));
  if (!("result" in answer) || answer.result["resultType"] === "input_required") return answer;
  return { result: shapeToolResult(answer.result, call.revision) };
}

function answerLive(live: LiveTool, call: Call, input: JsonObject): Promise<JsonObject> {
  const cancelled = new AbortController();
  call.whenCancelled(() => cancelled.abort());
  return live(input, asObject(call.params["_meta"]), cancelled.signal);
}

/** From 2025-11-25 on the model sees its mistake; before, the specification lists invalid arguments as a protocol error. */
function inputError(call: Call, text: string): Answer {
  if (call.revision < "2025-11-25") return badParams(text);
  return { result: { content: [{ type: "text", text }], isError: true } };
}

function refuseWithoutTask(call: Call, tool: MockTool): Answer | undefined {
  if (!hasTasks(call.script, call.revision)) return undefined;
  const support = isObject(tool["execution"]) ? (tool["execution"]["taskSupport"] ?? "forbidden") : "forbidden";
  const augmented = call.params["task"] !== undefined;
  if (support === "required" && !augmented) return refuse(methodNotFound, `${tool.name} can only be called as a task`);
  if (support === "forbidden" && augmented) return refuse(methodNotFound, `${tool.name} cannot be called as a task`);
  return undefined;
}

/** How a tool answers these arguments: as the first case that fits them says, else as the tool does. */
function answersTo(tool: MockTool, input: JsonObject): ToolAnswers {
  return tool.answers.cases?.find(({ when }) => contains(input, when))?.answers ?? tool.answers;
}

function toolResult(call: Call, answers: ToolAnswers, input: JsonObject, asked: JsonObject): JsonObject {
  const content: Json[] = [...(answers.content ?? [])];
  const done = answers.files === undefined ? undefined : call.files.run(answers.files, input);
  if (done !== undefined) content.push(textBlock(done.text));
  if (answers.echo === true) content.push(textBlock(JSON.stringify(input)));
  if ((answers.asks ?? []).length > 0) content.push(textBlock(JSON.stringify(asked)));
  const structured = structuredOf(call, answers, input);
  if (structured !== undefined) content.push(textBlock(JSON.stringify(structured)));
  return {
    content,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(answers.isError === undefined ? {} : { isError: answers.isError }),
    ...(done?.failed === true ? { isError: true } : {}),
  };
}

function structuredOf(call: Call, answers: ToolAnswers, input: JsonObject): Json | undefined {
  if (answers.tells !== undefined) return call.tell(answers.tells);
  if (answers.structured !== undefined) return answers.structured;
  if (answers.sum !== undefined) return { sum: answers.sum.reduce((sum, name) => sum + Number(input[name] ?? 0), 0) };
  return answers.echoStructured === true ? input : undefined;
}

function textBlock(value: string): JsonObject {
  return { type: "text", text: value };
}
