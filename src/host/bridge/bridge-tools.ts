import type { AgentTask } from "../../agent/task.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import type { LiveTool, LiveTools } from "../../mock/answer/live-tool.ts";
import type { MockTool } from "../../mock/script/script.ts";
import { depthOf } from "../surface/own-server/depth.ts";
import type { BridgeCore } from "./bridge-core.ts";

const text = (description: string): JsonObject => ({ type: "string", minLength: 1, description });

/** What is no part of the task, and is taken out before the agent sees it. */
const control = {
  _sync: { type: "boolean", description: "wait for the answer" },
  _async: { type: "boolean", description: "do not wait for it; the default" },
  _webhook: text("an address that is told of the end"),
  _task_id: { type: "string", minLength: 1, maxLength: 256, description: "the id of the task" },
};

type Asks = {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, JsonObject>>;
  /** What the agent is told; the first property is there always. */
  readonly prompt: (given: Readonly<Record<string, string>>) => string;
};

const asks: readonly Asks[] = [
  {
    name: "invoke",
    description: "Gives the agent a task",
    properties: { task: text("what is to be done"), context: text("what it should know") },
    prompt: ({ task = "", context }) => (context === undefined ? task : `${task}\n\nContext:\n${context}`),
  },
  {
    name: "generate_code",
    description: "Has the agent write code",
    properties: { description: text("what the code is to do"), language: text("the programming language") },
    prompt: ({ description = "", language }) => `Write code${language === undefined ? "" : ` in ${language}`}: ${description}`,
  },
  {
    name: "analyze_code",
    description: "Has the agent look at code",
    properties: { code: text("the code"), question: text("what is to be found out") },
    prompt: ({ code = "", question = "Analyse this code." }) => `${question}\n\n${code}`,
  },
  {
    name: "answer_question",
    description: "Asks the agent a question",
    properties: { question: text("the question"), context: text("what it should know") },
    prompt: ({ question = "", context }) => (context === undefined ? question : `${question}\n\nContext:\n${context}`),
  },
];

const resultTool = "get_task_result";

/** The tools of the agent's /mcp: all, or those that are named. */
export function bridgeTools(wanted: readonly string[] | undefined): readonly MockTool[] {
  const schema = (properties: JsonObject, required: string): MockTool["inputSchema"] => ({
    type: "object",
    properties,
    required: [required],
    additionalProperties: false,
  });
  const all: readonly MockTool[] = [
    ...asks.map(({ name, description, properties }) => ({
      name,
      description,
      inputSchema: schema({ ...properties, ...control }, Object.keys(properties)[0] ?? ""),
      annotations: { readOnlyHint: false, destructiveHint: false },
      answers: {},
    })),
    {
      name: resultTool,
      description: "Tells what came of a task that was not waited for",
      inputSchema: schema({ task_id: text("the id of the task") }, "task_id"),
      annotations: { readOnlyHint: true },
      answers: {},
    },
  ];
  return all.filter(({ name }) => wanted?.includes(name) !== false);
}

/** What these tools do. */
export function bridgeAnswers(core: BridgeCore): LiveTools {
  return new Map<string, LiveTool>([
    ...asks.map(({ name, prompt }) => [name, asking(core, prompt)] as const),
    [
      resultTool,
      async ({ task_id: id }) => await Promise.resolve(resultOf(core, typeof id === "string" ? core.desk.get(id) : undefined)),
    ],
  ]);
}

function asking(core: BridgeCore, prompt: Asks["prompt"]): LiveTool {
  const { desk, notices } = core;
  return async ({ _sync: sync, _async: async, _webhook: webhook, _task_id: id, ...given }, meta, signal) => {
    const fault = typeof webhook === "string" ? notices.fault(webhook) : undefined;
    if (fault !== undefined) return said(`_webhook: ${fault}`, true);
    const taken = core.take(
      {
        newId: typeof id === "string" ? id : undefined,
        taskId: undefined,
        contextId: undefined,
        message: { id: undefined, role: "user", text: prompt(given as Readonly<Record<string, string>>) },
        model: undefined,
        background: true,
        historyLength: undefined,
        push: undefined,
        metadata: {},
        extras: {},
      },
      { hops: depthOf(meta), asker: undefined, streams: false },
    );
    if ("error" in taken) return said(taken.message, true);
    const task = taken.value;
    if (typeof webhook === "string") notices.once(task.id, webhook);
    desk.start(task.id);
    if (sync === true || async === false) {
      signal.addEventListener("abort", () => void desk.cancel(task.id), { once: true });
      return waited(await desk.settled(task.id));
    }
    const handle = { task_id: task.id, async: true };
    const told = said(`The task ${task.id} has begun; ${resultTool} tells what comes of it.`, false);
    return { ...told, structuredContent: handle, ...(core.setup.wire === "documented" ? { metadata: handle } : {}) };
  };
}

function waited(task: AgentTask | undefined): JsonObject {
  if (task?.state === "completed") return said(task.result, false);
  return said(task?.error ?? "the task was cancelled", true);
}

/** What became of a task, in words; the documented bridge calls nothing an error here. */
function resultOf({ setup }: BridgeCore, task: AgentTask | undefined): JsonObject {
  const fails = setup.wire === "published";
  if (task === undefined) return said("There is no such task.", fails);
  if (task.state === "completed") return said(task.result, false);
  if (task.state === "failed") return said(`The task failed: ${task.error ?? ""}`, fails);
  return task.state === "canceled" ? said("The task was cancelled.", fails) : said("The task is still running.", false);
}

function said(words: string, isError: boolean): JsonObject {
  return { content: [{ type: "text", text: words }], isError };
}
