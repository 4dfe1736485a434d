import { type JsonObject, isArray, isObject } from "../../jsonrpc/json.ts";
import { type Answer, badParams } from "../conversation/answer.ts";
import type { Call } from "./call.ts";
import { declaresTasks, needsTasks } from "./task-handles.ts";
import { capabilitiesOf, hasTaskHandles, offersResources } from "../era/capabilities.ts";
import { metaKeys } from "../era/era.ts";
import type { Change } from "../script/rule.ts";

/** One open `subscriptions/listen` request (2026-07-28 basic/patterns/subscriptions). */
export type Listener = {
  readonly filter: JsonObject;
  readonly send: (method: string, params?: JsonObject) => void;
  readonly end: () => void;
};

const listNames = { tools: "toolsListChanged", prompts: "promptsListChanged", resources: "resourcesListChanged" } as const;

/** Acknowledges a subscription and keeps it open until the server ends it; the answer is that graceful end. */
export function listen(call: Call, listeners: Set<Listener>): Answer | Promise<Answer> {
  const { notifications } = call.params;
  if (!isObject(notifications)) return badParams("notifications must be an object");
  if (notifications["taskIds"] !== undefined && hasTaskHandles(call.script, call.revision) && !declaresTasks(call))
    return needsTasks();
  const filter = agreed(call, notifications);
  const all = { ...filter, ...Object.fromEntries(Object.values(listNames).map((flag) => [flag, true])) };
  const meta = { [metaKeys.subscription]: call.id };
  return new Promise((resolve) => {
    const listener: Listener = {
      filter: call.omits("subscription-filter") ? all : filter,
      send: (method, params) => call.notify(method, { ...params, _meta: meta }),
      end: () => {
        listeners.delete(listener);
        resolve({ result: { _meta: meta } });
      },
    };
    listeners.add(listener);
    call.whenCancelled(() => listeners.delete(listener));
    listener.send("notifications/subscriptions/acknowledged", { notifications: filter });
  });
}

/** The part of a filter this server can honour. */
function agreed(call: Call, wanted: JsonObject): JsonObject {
  const capabilities = capabilitiesOf(call.script, call.revision);
  const filter: Record<string, JsonObject[string]> = {};
  for (const [list, flag] of Object.entries(listNames)) {
    const capability = capabilities[list];
    if (wanted[flag] === true && isObject(capability) && capability["listChanged"] === true) filter[flag] = true;
  }
  const uris = wanted["resourceSubscriptions"];
  if (isArray(uris) && offersResources(call.script) && call.script.subscribe !== false)
    filter["resourceSubscriptions"] = uris.filter((uri) => typeof uri === "string");
  const { taskIds } = wanted;
  if (isArray(taskIds) && hasTaskHandles(call.script, call.revision))
    filter["taskIds"] = taskIds.filter((id) => typeof id === "string" && call.handles.has(id));
  return filter;
}

/** The notifications of a change that a listener asked for. */
export function tellListener(listener: Listener, change: Change): void {
  for (const list of change.lists ?? [])
    if (listener.filter[listNames[list]] === true) listener.send(`notifications/${list}/list_changed`);
  const uris = listener.filter["resourceSubscriptions"];
  for (const uri of change.resources ?? [])
    if (isArray(uris) && uris.includes(uri)) listener.send("notifications/resources/updated", { uri });
}
