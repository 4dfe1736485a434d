import type { Revision } from "../../spec/revision.ts";
import type { Answer } from "../conversation/answer.ts";
import type { Call } from "./call.ts";
import { completes, hasTaskHandles, hasTasks, offersResources } from "../era/capabilities.ts";
import { complete } from "./completion.ts";
import { discover, initialize, setLevel } from "./lifecycle.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { listResourceTemplates, listResources, readResource, subscribeResource } from "./resources.ts";
import type { MockScript } from "../script/script.ts";
import { callTool, listTools } from "./tools.ts";

/** How one method is answered, and in which revisions and for which scripts it exists. */
export type Method = {
  readonly since?: Revision;
  readonly until?: Revision;
  readonly offered?: (script: MockScript, revision: Revision) => boolean;
  readonly answer: (call: Call) => Answer | Promise<Answer>;
};

const tools = (script: MockScript) => script.tools !== undefined;
const prompts = (script: MockScript) => script.prompts !== undefined;
const last = "2025-11-25";

/** Every request method of a server but `subscriptions/listen`, which stays open, and the `tasks/` methods. */
const methods: Readonly<Record<string, Method>> = {
  initialize: { until: last, answer: initialize },
  ping: { until: last, answer: () => ({ result: {} }) },
  "server/discover": { since: "2026-07-28", answer: discover },
  "tools/list": { offered: tools, answer: listTools },
  "tools/call": { offered: tools, answer: callTool },
  "resources/list": { offered: offersResources, answer: listResources },
  "resources/templates/list": { offered: offersResources, answer: listResourceTemplates },
  "resources/read": { offered: offersResources, answer: readResource },
  "resources/subscribe": { until: last, offered: subscribable, answer: (call) => subscribeResource(call, true) },
  "resources/unsubscribe": { until: last, offered: subscribable, answer: (call) => subscribeResource(call, false) },
  "prompts/list": { offered: prompts, answer: listPrompts },
  "prompts/get": { offered: prompts, answer: getPrompt },
  "completion/complete": { offered: completes, answer: complete },
  "logging/setLevel": { until: last, offered: (script) => script.logging === true, answer: setLevel },
};

function subscribable(script: MockScript): boolean {
  return offersResources(script) && script.subscribe !== false;
}

/** The method as a server of this script has it in a revision, or undefined where it is unknown. */
export function methodFor(script: MockScript, name: string, revision: Revision): Method | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) return undefined;
  if ((method.since !== undefined && revision < method.since) || (method.until !== undefined && revision > method.until))
    return undefined;
  return method.offered?.(script, revision) === false ? undefined : method;
}

/** Whether `subscriptions/listen` exists. */
export function hasListen(name: string, revision: Revision): boolean {
  return name === "subscriptions/listen" && revision >= "2026-07-28";
}

/** Whether a name is one of the methods of tasks by the extension. */
export function isHandleMethod(script: MockScript, name: string, revision: Revision): boolean {
  return hasTaskHandles(script, revision) && ["tasks/get", "tasks/update", "tasks/cancel"].includes(name);
}

/** Whether a name is one of the task methods a server of this script has. */
export function isTaskMethod(script: MockScript, name: string, revision: Revision): boolean {
  return hasTasks(script, revision) && ["tasks/get", "tasks/result", "tasks/list", "tasks/cancel"].includes(name);
}
