import { isObject, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { clientCalls, type ClientCall, toolAsListed } from "../../../trace/facts/client-facts.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { shortJson } from "../../rules/text-forms.ts";

const spec: Check["spec"] = { "2025-11-25": "basic/utilities/tasks#tool-level-negotiation", "2026-07-28": "removed" };

/** Whether the server of a call had declared that tools can be called as tasks. */
function offersTasks(trace: Trace, { request }: ClientCall): boolean | undefined {
  const opening = clientCalls(trace, "initialize").findLast(
    (call) => call.request.connection === request.connection && call.request.seq < request.seq,
  );
  const { frame } = opening?.answer ?? {};
  if (frame?.kind !== "result") return undefined;
  return isObject(valueAt(frame.result, "capabilities", "tasks", "requests", "tools", "call"));
}

/** What a call that is sent as a task, though it must not be, is told; undefined where it is sent plainly. */
const asTask = ({ request }: ClientCall, why: string): Exhibit => {
  const name = shortJson(valueAt(request.frame.params, "name"));
  const isTask = valueAt(request.frame.params, "task") !== undefined;
  return { ref: request, wrong: isTask ? `${name} was called as a task, and ${why}` : undefined };
};

/** Tasks are for servers that offer them. */
export const tasksDeclared: Check = {
  id: "tasks.client-declared",
  title: "No tool is called as a task of a server that has not declared tasks.requests.tools.call",
  subject: "client",
  level: "MUST NOT",
  spec,
  advice: "Look for tasks.requests.tools.call in the capabilities of the server, whatever the tools themselves say.",
  verify: (trace) =>
    overall(
      clientCalls(trace, "tools/call").flatMap((call) =>
        offersTasks(trace, call) === false ? [asTask(call, "the server offers no tasks")] : [],
      ),
      "the client called no tool of a server without tasks",
    ),
};

const supportOf = (tool: JsonObject | undefined) => valueAt(tool, "execution", "taskSupport") ?? "forbidden";

/** And for tools that can be called so. */
export const taskSupportKept: Check = {
  id: "tasks.client-forbidden",
  title: "A tool without taskSupport, or with taskSupport forbidden, is not called as a task",
  subject: "client",
  level: "MUST NOT",
  spec,
  advice: "Call as a task only what says optional or required in execution.taskSupport.",
  tolerance: "Only of tools the client had listed.",
  verify: (trace) =>
    overall(
      clientCalls(trace, "tools/call").flatMap((call): Exhibit[] => {
        const tool = toolAsListed(trace, call.request, valueAt(call.request.frame.params, "name"));
        if (offersTasks(trace, call) !== true || tool === undefined || supportOf(tool) !== "forbidden") return [];
        return [asTask(call, "cannot be")];
      }),
      "the client called no tool that cannot be a task, of a server that offers tasks",
    ),
};

/** What has to be a task is called as one. */
export const taskRequired: Check = {
  id: "tasks.client-required",
  title: "A tool whose taskSupport is required is called as a task",
  subject: "client",
  level: "MUST",
  spec,
  advice: "Call as a task what says required in execution.taskSupport, and nothing of it otherwise.",
  tolerance: "Only of clients that were seen to call some tool as a task, and of tools they had listed.",
  verify(trace) {
    const calls = clientCalls(trace, "tools/call");
    const knowsTasks = calls.some(({ request }) => valueAt(request.frame.params, "task") !== undefined);
    return overallIfAny(
      calls.flatMap((call): Exhibit[] => {
        const { request } = call;
        const name = valueAt(request.frame.params, "name");
        const tool = toolAsListed(trace, request, name);
        if (!knowsTasks || offersTasks(trace, call) !== true || supportOf(tool) !== "required") return [];
        const isTask = valueAt(request.frame.params, "task") !== undefined;
        return [{ ref: request, wrong: isTask ? undefined : `${shortJson(name)} was called without being made a task` }];
      }),
      "no client that calls tools as tasks called one that has to be a task",
    );
  },
};
