import { asObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import type { Trace } from "../../trace.ts";
import type { ClientCall } from "../client-facts.ts";
import { type ClientTask, clientTasks } from "./client-tasks.ts";

/** A request for input in the state of a task of the extension, under its key, with every answer the client gave to it. */
export type TaskInput = {
  readonly task: ClientTask;
  readonly key: string;
  readonly request: Json | undefined;
  /** The event that told it first. */
  readonly seq: number;
  readonly answers: readonly { readonly update: ClientCall; readonly value: Json }[];
};

/** Everything that tasks of the extension asked of the client, in order. */
export function taskInputs(trace: Trace): readonly TaskInput[] {
  return clientTasks(trace, "extension").flatMap((task) => {
    const found = new Map<string, TaskInput>();
    for (const { seq, state } of task.told)
      for (const [key, request] of Object.entries(asObject(state["inputRequests"])))
        if (!found.has(key)) found.set(key, { task, key, request, seq, answers: answersTo(task, key) });
    return [...found.values()];
  });
}

function answersTo({ updates }: ClientTask, key: string): TaskInput["answers"] {
  return updates.flatMap((update): TaskInput["answers"] => {
    const value = valueAt(update.request.frame.params, "inputResponses", key);
    return value === undefined ? [] : [{ update, value }];
  });
}
