import { agentError, type AgentRead } from "../../agent/agent-error.ts";
import type { TaskNews } from "../../agent/asked.ts";
import { listTasks, type TaskFilter, type TaskPage } from "../../agent/list-tasks.ts";
import { type AgentMessage, type AgentTask, isFinal, newTask, stepTask, type TaskStep } from "../../agent/task.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import type { TurnEvent } from "../loop/turn-event.ts";

/** What a task begins with. */
export type Beginning = {
  /** Undefined: one is made. */
  readonly id: string | undefined;
  readonly contextId: string | undefined;
  readonly message: Pick<AgentMessage, "role" | "text"> & { readonly id: string | undefined };
  readonly metadata: JsonObject;
};

/** What works on a task: the turn of a host, or why it does not begin. */
export type Work = (
  contextId: string,
  signal: AbortSignal,
) => { readonly events: AsyncIterable<TurnEvent> } | { readonly refusal: { readonly message: string } };

/** Hears of a task, which is as it is after the news. */
export type TaskListener = (task: AgentTask, news: TaskNews) => void;

/** The tasks of an agent. */
export type TaskDesk = {
  /** Takes a task on; nothing is done before `start`. */
  readonly take: (beginning: Beginning, work: Work) => AgentRead<AgentTask>;
  readonly start: (id: string) => void;
  readonly get: (id: string) => AgentTask | undefined;
  readonly list: (filter: TaskFilter) => TaskPage | undefined;
  readonly cancel: (id: string) => AgentRead<AgentTask>;
  /** Hears of a task from now on; the returned function ends that. */
  readonly follow: (id: string, listener: TaskListener) => () => void;
  /** The task once nothing can happen to it any more. */
  readonly settled: (id: string) => Promise<AgentTask | undefined>;
  /** How many tasks are not finished. */
  readonly open: () => number;
  /** Cancels what runs. */
  readonly close: () => void;
};

/** Tasks that run at once, and finished ones that can still be asked for; the oldest of them are forgotten first. */
const mostOpen = 1000;
const mostKept = 10_000;

type Entry = {
  task: AgentTask;
  readonly events: AsyncIterable<TurnEvent>;
  readonly stop: AbortController;
  readonly listeners: Set<TaskListener>;
};

/** What a desk is made of. `hear` is told of everything, before those who follow a task. */
export type DeskSetup = { readonly date: () => Date; readonly random: () => string; readonly hear: TaskListener };

/** A desk without tasks. */
export function createTaskDesk({ date, random, hear }: DeskSetup): TaskDesk {
  const entries = new Map<string, Entry>();
  let open = 0;

  function change(entry: Entry, step: TaskStep): void {
    const { task } = entry;
    const next = stepTask(task, step, date().toISOString());
    if (next === undefined) return;
    entry.task = next;
    const news: TaskNews =
      step.kind === "say" ? { kind: "text", text: step.text, first: task.result === "" } : { kind: "state", state: next.state };
    if (isFinal(next.state)) {
      open -= 1;
      // Its place in the order is when it ended: the oldest are forgotten first.
      entries.delete(next.id);
      entries.set(next.id, entry);
    }
    hear(next, news);
    for (const listener of entry.listeners) listener(next, news);
  }

  async function run(entry: Entry): Promise<void> {
    change(entry, { kind: "begin" });
    try {
      for await (const event of entry.events) {
        if (event.kind === "content") change(entry, { kind: "say", text: event.text });
        else if (event.kind === "error") change(entry, { kind: "fail", error: event.message });
      }
      change(entry, { kind: "complete", message: { id: random(), role: "agent", text: entry.task.result } });
    } catch (cause) {
      change(entry, { kind: "fail", error: cause instanceof Error ? cause.message : String(cause) });
    }
  }

  function forgetOldest(): void {
    for (const [id, { task }] of entries) {
      if (entries.size - open <= mostKept) return;
      if (isFinal(task.state)) entries.delete(id);
    }
  }

  function follow(id: string, listener: TaskListener): () => void {
    const listeners = entries.get(id)?.listeners;
    listeners?.add(listener);
    return () => void listeners?.delete(listener);
  }

  return {
    take({ id = random(), contextId = random(), message, metadata }, work) {
      if (entries.has(id)) return agentError("invalid-params", `task_id: there is a task ${JSON.stringify(id)} already`);
      if (open >= mostOpen)
        return agentError("internal", `${mostOpen} tasks are under way, the most there can be; try again later`);
      const stop = new AbortController();
      const begun = work(contextId, stop.signal);
      if ("refusal" in begun) return agentError("invalid-params", begun.refusal.message);
      const first = { id: message.id ?? random(), role: message.role, text: message.text };
      const task = newTask({ id, contextId, messages: [first], metadata }, date().toISOString());
      entries.set(id, { task, events: begun.events, stop, listeners: new Set() });
      open += 1;
      forgetOldest();
      return { value: task };
    },
    start(id) {
      const entry = entries.get(id);
      if (entry !== undefined) void run(entry);
    },
    get: (id) => entries.get(id)?.task,
    list: (filter) =>
      listTasks(
        [...entries.values()].map(({ task }) => task),
        filter,
      ),
    cancel(id) {
      const entry = entries.get(id);
      if (entry === undefined) return agentError("task-not-found", `there is no task ${JSON.stringify(id)}`);
      if (isFinal(entry.task.state)) return agentError("task-not-cancelable", `the task is ${entry.task.state} already`);
      change(entry, { kind: "cancel" });
      entry.stop.abort();
      return { value: entry.task };
    },
    follow,
    settled: (id) =>
      new Promise((resolve) => {
        const task = entries.get(id)?.task;
        if (task === undefined || isFinal(task.state)) return resolve(task);
        const leave = follow(id, (now) => {
          if (!isFinal(now.state)) return;
          leave();
          resolve(now);
        });
      }),
    open: () => open,
    close() {
      const running = [...entries.values()].filter(({ task }) => !isFinal(task.state));
      for (const entry of running) {
        change(entry, { kind: "cancel" });
        entry.stop.abort();
      }
    },
  };
}
