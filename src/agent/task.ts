import type { JsonObject } from "../jsonrpc/json.ts";

/** Where a task can stand. `input-required` is in the list of the protocol; no task of this host ever asks back. */
export const taskStates = ["submitted", "working", "input-required", "completed", "failed", "canceled"] as const;
export type TaskState = (typeof taskStates)[number];

/** What one side said to the other. */
export type AgentMessage = { readonly id: string; readonly role: "user" | "agent"; readonly text: string };

/** A piece of work that one agent asked of another. Times are ISO 8601, in UTC. */
export type AgentTask = {
  readonly id: string;
  readonly contextId: string;
  readonly state: TaskState;
  readonly messages: readonly AgentMessage[];
  /** What came of it: the text so far, while it is working. */
  readonly result: string;
  /** Why it failed. */
  readonly error: string | undefined;
  readonly metadata: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** What can happen to a task. `say` is a piece of the answer as it comes. */
export type TaskStep =
  | { readonly kind: "begin" }
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "complete"; readonly message: AgentMessage }
  | { readonly kind: "fail"; readonly error: string }
  | { readonly kind: "cancel" };

/** Whether nothing can happen to a task any more. */
export function isFinal(state: TaskState): boolean {
  return state === "completed" || state === "failed" || state === "canceled";
}

/** A task nobody has begun. */
export function newTask(given: Pick<AgentTask, "id" | "contextId" | "messages" | "metadata">, at: string): AgentTask {
  return { ...given, state: "submitted", result: "", error: undefined, createdAt: at, updatedAt: at };
}

/** The task after a step, or undefined where the step cannot be: a final state is final, and only what works can say something. */
export function stepTask(task: AgentTask, step: TaskStep, at: string): AgentTask | undefined {
  if (isFinal(task.state)) return undefined;
  const now = { ...task, updatedAt: at };
  switch (step.kind) {
    case "begin":
      return task.state === "submitted" ? { ...now, state: "working" } : undefined;
    case "say":
      return task.state === "working" ? { ...task, result: task.result + step.text } : undefined;
    case "complete":
      return task.state === "working"
        ? { ...now, state: "completed", result: step.message.text, messages: [...task.messages, step.message] }
        : undefined;
    case "fail":
      return { ...now, state: "failed", error: step.error };
    case "cancel":
      return { ...now, state: "canceled" };
  }
}
