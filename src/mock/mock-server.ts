import type { JsonObject } from "../jsonrpc/json.ts";
import { offersResources, spokenIn } from "./era/capabilities.ts";
import { type Conversation, endConversation, newConversation } from "./conversation/conversation.ts";
import type { Core, MockServer } from "./core.ts";
import { createFiles } from "./world/files.ts";
import type { LiveTools } from "./answer/live-tool.ts";
import { createReplay } from "./answer/replay.ts";
import { receive } from "./receive.ts";
import type { Change } from "./script/rule.ts";
import { type EventFacts, createRuleBook } from "./script/rule-book.ts";
import type { MockScript } from "./script/script.ts";
import { sendOut } from "./stage.ts";
import { type Listener, tellListener } from "./answer/subscriptions.ts";
import { createNotebook, headersAsJson } from "./world/tell.ts";
import type { World } from "./world/world.ts";

/**
 * Makes a mock server from a script. Everything it does follows from the script, what comes in and `world`, but for what the tools in
 * `live` answer. On HTTP+SSE it speaks the stateful revisions only: the transport was gone when the stateless ones came.
 */
export function createMockServer(given: MockScript, world: World, live: LiveTools = new Map()): MockServer {
  const script = world.transport === "sse" ? { ...given, revisions: [...spokenIn(given, "stateful")] } : given;
  const book = createRuleBook(script.rules ?? []);
  const notebook = createNotebook();
  const conversations = new Set<Conversation>();
  const listeners = new Set<Listener>();
  const everyTask: Conversation["tasks"] = new Map();
  const core: Core = {
    script,
    world,
    live,
    secret: world.random(),
    listeners,
    omits: (step) => script.omits?.includes(step) ?? false,
    files: createFiles(script.files),
    handles: new Map(),
    notebook,
    replay: script.recorded === undefined ? undefined : createReplay(script.recorded),
    event(name, facts) {
      if (script.records?.includes(name) === true) notebook.add(entryFor(name, facts ?? {}));
      return book.find([name], { transport: world.transport, ...facts });
    },
    converse(push) {
      const conversation = newConversation(push, core.omits("requestors") ? everyTask : new Map());
      conversations.add(conversation);
      return conversation;
    },
    leave(conversation) {
      conversations.delete(conversation);
      endConversation(conversation);
    },
    receive: (frame, arrival, port) => receive(core, frame, arrival, port),
    announce(change) {
      for (const conversation of conversations) if (conversation.initialized) tellConversation(core, conversation, change);
      for (const listener of listeners) tellListener(listener, change);
    },
    close() {
      if (!core.omits("graceful-end")) for (const listener of listeners) listener.end();
    },
  };
  return core;
}

/** What is written down of an event. */
function entryFor(event: string, { params, headers, path }: Partial<EventFacts>): JsonObject {
  return {
    event,
    ...(path === undefined ? {} : { path }),
    ...(params === undefined ? {} : { params }),
    ...(headers === undefined ? {} : { headers: headersAsJson(headers) }),
  };
}

function tellConversation(core: Core, conversation: Conversation, change: Change): void {
  const push = (method: string, params?: JsonObject) =>
    sendOut(
      core,
      { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) },
      conversation.revision,
      conversation.push,
    );
  const { script } = core;
  const offered = {
    tools: script.tools !== undefined,
    prompts: script.prompts !== undefined,
    resources: offersResources(script),
  };
  for (const list of change.lists ?? [])
    if (script.listChanged !== false && offered[list]) push(`notifications/${list}/list_changed`);
  for (const uri of change.resources ?? [])
    if (conversation.subscriptions.has(uri)) push("notifications/resources/updated", { uri });
}
