import { asObject, isArray, type Json, type JsonObject, valueAt } from "../jsonrpc/json.ts";

/** What another agent made of a task, or why it made nothing of it. */
export type Delegated = { readonly text: string } | { readonly error: string };

/** A task as an answer or a notification tells of it: its id, and what came of it once it has ended. */
export type ToldTask = { readonly id: string | undefined; readonly outcome: Delegated | undefined };

/** What an answer to a message says: the texts of the task's artifacts, or of a message, or why there are none. */
export function outcomeOf(answer: JsonObject): Delegated {
  const failure = valueAt(answer, "error", "message");
  if (failure !== undefined) return { error: typeof failure === "string" ? failure : "it refused the task" };
  const message = valueAt(answer, "result", "message");
  if (valueAt(answer, "result", "task") === undefined && message === undefined)
    return { error: "it answered with neither a task nor a message" };
  const task = asObject(valueAt(answer, "result", "task"));
  const { outcome = doneIn(task) } = taskTold(task);
  if ("error" in outcome || outcome.text !== "") return outcome;
  return { text: textsIn(asObject(message)["parts"]) };
}

/** A task in either form of the wire. */
export function taskTold(task: JsonObject): ToldTask {
  const { id } = task;
  const word = valueAt(task, "status", "state") ?? valueAt(task, "state");
  const state = typeof word === "string" ? word.toLowerCase() : "";
  const told = { id: typeof id === "string" ? id : undefined };
  if (/failed|cancell?ed|rejected/.test(state)) {
    const why = textsIn(valueAt(task, "status", "message", "parts")) || valueAt(task, "metadata", "error");
    return { ...told, outcome: { error: typeof why === "string" && why !== "" ? why : `the task is ${state}` } };
  }
  return { ...told, outcome: state.endsWith("completed") ? doneIn(task) : undefined };
}

function doneIn(task: JsonObject): Delegated {
  const artifacts = isArray(task["artifacts"]) ? task["artifacts"] : [];
  const texts = artifacts.map((one) => textsIn(asObject(one)["parts"])).filter((text) => text !== "");
  return { text: texts.join("\n") };
}

function textsIn(parts: Json | undefined): string {
  if (!isArray(parts)) return "";
  return parts
    .map((part) => asObject(part)["text"])
    .filter((text) => typeof text === "string")
    .join("\n");
}
