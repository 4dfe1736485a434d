import { type AgentError, agentError, type AgentRead } from "../../agent/agent-error.ts";
import type { Sending } from "../../agent/asked.ts";
import { mostHops } from "../../agent/hops.ts";
import { type AgentTask, isFinal } from "../../agent/task.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import type { Asker } from "../surface/chat-request.ts";
import { chatExtras, requestedServers } from "../surface/chat-request.ts";
import { extraFields } from "../surface/extras.ts";
import { readBy } from "../surface/fields.ts";
import { plainChat } from "../surface/own-server/chat-once.ts";
import * as z from "zod";
import type { Host, Person } from "../surface/host.ts";
import type { ChatRequest } from "../surface/host-request.ts";
import type { BridgeSetup } from "./bridge-setup.ts";
import { type ContextBook, createContextBook } from "./context-book.ts";
import { answeringChat } from "./answering-manager.ts";
import { type AwaitedResults, createAwaitedResults } from "./awaited-results.ts";
import { delegatingChat } from "./delegating.ts";
import { createInbox, type Inbox, type Session } from "./inbox.ts";
import { createNotices, type Notices } from "./notices.ts";
import { createTaskDesk, type TaskDesk, type Work } from "./task-desk.ts";
import { stopForMany } from "../../base/time/stop-for-many.ts";

/** Who sends a message: how many agents it has passed already, and, over HTTP, who asks. */
export type Sender = { readonly hops: number; readonly asker: Asker | undefined; readonly streams: boolean };

/** How a chat is held: how many agents it has passed, who may be asked for approval, and where results may come to later. */
export type Conversing = { readonly hops: number; readonly person: Person; readonly session: Session | undefined };

/** The parts of a bridge that its ways in share. */
export type BridgeCore = {
  readonly setup: BridgeSetup;
  readonly desk: TaskDesk;
  readonly notices: Notices;
  readonly contexts: ContextBook;
  readonly inbox: Inbox;
  readonly awaited: AwaitedResults;
  /** A chat in which work can be handed over, and into which results can come; without a session they come to no other. */
  readonly converse: (request: ChatRequest, conversing: Conversing, signal: AbortSignal) => ReturnType<Host["chat"]>;
  /** Takes a message on as a task, which is to be started. */
  readonly take: (sending: Sending, sender: Sender) => AgentRead<AgentTask>;
  readonly close: () => void;
};

/** A bridge that nobody has asked anything. */
export function createBridgeCore(setup: BridgeSetup): BridgeCore {
  const { surface, model, workers, wire, isWorker } = setup;
  const { host, date, random, note } = surface;
  const { clock, configuration, links = [] } = host.setup;
  const closed = stopForMany();
  const notices = createNotices(setup);
  const contexts = createContextBook(clock);
  const desk = createTaskDesk({
    date,
    random,
    hear(task, news) {
      notices.hear(task, news);
      if (news.kind === "state" && news.state === "completed") contexts.add(task.contextId, task.messages.map(forModel));
    },
  });

  const inbox = createInbox(clock, (session, last) => void speak(session, last));
  const awaited = createAwaitedResults({
    hook: () => `${setup.url()}/webhook`,
    takesUnsigned: wire === "documented",
    clock,
    random,
    arrive: inbox.put,
  });

  function sessionOf(id: string): Session {
    return { id, keep: (messages) => contexts.add(id, messages) };
  }

  function converse(request: ChatRequest, conversing: Conversing, signal: AbortSignal): ReturnType<Host["chat"]> {
    return delegatingChat({ host, workers, inbox, awaited, ...conversing }, request, signal);
  }

  /** Answers what came to a session in which nobody asks anything. */
  async function speak(session: Session, last: ChatRequest): Promise<void> {
    const begun = converse(last, { hops: (last.depth ?? 1) - 1, person: { ask: undefined }, session }, closed.signal);
    if ("refusal" in begun) return note(`what came to a session could not be answered: ${begun.refusal.message}`);
    let text = "";
    for await (const event of begun.events) {
      if (event.kind === "content") text += event.text;
      inbox.tell(session.id, event);
    }
    if (text !== "") session.keep([{ role: "assistant", content: text }]);
  }

  function workOn(sending: Sending, { hops, asker, streams }: Sender): Work {
    return (contextId, signal) => {
      const extras = readBy(z.looseObject(extraFields), sending.extras);
      if ("refusal" in extras) return extras;
      const servers = asker === undefined ? { value: [] } : requestedServers(host, extras.value, asker);
      if ("refusal" in servers) return servers;
      const messages = [...contexts.said(contextId), forModel(sending.message)];
      const plain = plainChat({ model: sending.model ?? model, messages, depth: hops + 1 });
      const request = { ...plain, ...chatExtras(extras.value), servers: servers.value, stream: streams };
      const hasServers = request.servers.length + configuration.servers.length + links.length > 0;
      if (isWorker && !hasServers) return answeringChat(host, request, signal);
      return converse(request, { hops, person: { ask: undefined }, session: sessionOf(contextId) }, signal);
    };
  }

  return {
    setup,
    desk,
    notices,
    contexts,
    inbox,
    awaited,
    converse,
    take(sending, sender) {
      if (sender.hops >= mostHops)
        return agentError("unsupported", `the request has passed ${sender.hops} agents, and goes no further`);
      const fault = continues(desk, sending);
      if (fault !== undefined) return fault;
      const push = sending.push === undefined ? undefined : notices.fault(sending.push.url);
      if (push !== undefined) return agentError("invalid-params", `configuration.taskPushNotificationConfig.url: ${push}`);
      const { newId: id, contextId, message, metadata } = sending;
      const taken = desk.take({ id, contextId, message, metadata }, workOn(sending, sender));
      if ("error" in taken || sending.push === undefined) return taken;
      const pushed = notices.push(taken.value.id, sending.push);
      return "error" in pushed ? pushed : taken;
    },
    close() {
      closed.abort();
      awaited.close();
      inbox.close();
      desk.close();
      notices.close();
      contexts.close();
    },
  };
}

/** Why a message for a task that is there already cannot be taken: this agent's tasks are done with one message. */
function continues(desk: TaskDesk, { taskId, contextId }: Sending): AgentError | undefined {
  if (taskId === undefined) return undefined;
  const task = desk.get(taskId);
  if (task === undefined) return agentError("task-not-found", `there is no task ${JSON.stringify(taskId)}`);
  if (contextId !== undefined && contextId !== task.contextId)
    return agentError("invalid-params", "message.contextId: it is not that of the task");
  const why = isFinal(task.state) ? `the task is ${task.state}` : "a task of this agent takes no second message";
  return agentError("unsupported", `${why}; a new one of the same context can be sent`);
}

function forModel({ role, text }: Pick<AgentTask["messages"][number], "role" | "text">): ModelMessage {
  return { role: role === "user" ? "user" : "assistant", content: text };
}
