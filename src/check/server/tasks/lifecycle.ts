import { type Json } from "../../../jsonrpc/json.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { isIsoTimestamp, textOrJson } from "../../rules/text-forms.ts";

import { createdTasks, only2025, type Seen, seenTasks, taskKey, tellsOfLater, withoutTasks } from "../../rules/tasks-seen.ts";

const noTask = "no task was created";

export const tasksBeginWorking: Check = {
  id: "tasks.begin-working",
  title: "A task begins in the status working",
  subject: "server",
  level: "MUST",
  spec: only2025("task-status-lifecycle"),
  capability: "tasks",
  advice: 'Answer the call with "status": "working", also when the work is quickly done.',
  verify(trace) {
    return overall(
      createdTasks(trace).map((seen) => ({
        ref: seen,
        wrong:
          seen.task["status"] === "working"
            ? undefined
            : `a new task has the status ${JSON.stringify(seen.task["status"]) ?? "missing"}`,
      })),
      withoutTasks(trace, noTask),
    );
  },
};

export const tasksIdUnique: Check = {
  id: "tasks.id-unique",
  title: "A taskId is a string of its own",
  subject: "server",
  level: "MUST",
  spec: only2025("task-id-requirements"),
  capability: "tasks",
  advice: "Generate a new random id for every task.",
  verify(trace) {
    const known = new Set<string>();
    return overall(
      createdTasks(trace).map((seen): Exhibit => {
        const id = seen.task["taskId"];
        if (typeof id !== "string") return { ref: seen, wrong: `taskId is ${JSON.stringify(id) ?? "missing"}` };
        const key = taskKey(trace, seen);
        const again = known.has(key);
        known.add(key);
        return { ref: seen, wrong: again ? `taskId ${JSON.stringify(id)} was given twice` : undefined };
      }),
      withoutTasks(trace, noTask),
    );
  },
};

export const tasksTimestamps: Check = {
  id: "tasks.timestamps",
  title: "A task has ISO 8601 timestamps of its creation and last update",
  subject: "server",
  level: "MUST",
  spec: only2025("ttl-and-resource-management"),
  capability: "tasks",
  advice: "Put createdAt and lastUpdatedAt into every description of a task.",
  verify(trace) {
    return overall(
      seenTasks(trace).map((seen) => {
        const bad = ["createdAt", "lastUpdatedAt"].find((name) => !isTimestamp(seen.task[name]));
        return {
          ref: seen,
          wrong: bad === undefined ? undefined : `${bad} in ${seen.method} is ${JSON.stringify(seen.task[bad]) ?? "missing"}`,
        };
      }),
      withoutTasks(trace, "no task was seen"),
    );
  },
};

const isTimestamp = (value: Json | undefined): boolean => typeof value === "string" && isIsoTimestamp(value);

export const tasksTtlPresent: Check = {
  id: "tasks.ttl-present",
  title: "tasks/get tells how long the task is kept",
  subject: "server",
  level: "MUST",
  spec: only2025("ttl-and-resource-management"),
  capability: "tasks",
  advice: "Put ttl into the answer: milliseconds, or null for without limit.",
  verify(trace) {
    return overall(
      seenTasks(trace)
        .filter((seen) => seen.method === "tasks/get")
        .map((seen) => ({
          ref: seen,
          wrong:
            seen.task["ttl"] === null || typeof seen.task["ttl"] === "number"
              ? undefined
              : `ttl is ${JSON.stringify(seen.task["ttl"]) ?? "missing"}`,
        })),
      withoutTasks(trace, "no task was asked for"),
    );
  },
};

const terminal = new Set<Json | undefined>(["completed", "failed", "cancelled"]);

export const tasksTerminalStays: Check = {
  id: "tasks.terminal-stays",
  title: "A task that ended keeps its status",
  subject: "server",
  level: "MUST NOT",
  spec: only2025("task-status-lifecycle"),
  capability: "tasks",
  advice: "Ignore whatever happens to a task after completed, failed or cancelled.",
  tolerance: "What was asked for, or came on another stream, before the end was seen may still tell of a task at work.",
  explains: [{ checks: ["tasks.result-waits"], within: "connection" }],
  verify(trace) {
    const ended = new Map<string, Seen>();
    const looked = seenTasks(trace).flatMap((seen): Exhibit[] => {
      const id = textOrJson(seen.task["taskId"]);
      const key = taskKey(trace, seen);
      const end = ended.get(key);
      const before = end?.task["status"];
      const status = seen.task["status"];
      if (terminal.has(status) && end === undefined) ended.set(key, seen);
      // What was on its way when the task ended may still tell of before.
      if (end !== undefined && !terminal.has(status) && !tellsOfLater(seen, end)) return [];
      if (end !== undefined)
        return [
          {
            ref: seen,
            wrong: status === before ? undefined : `task ${id} went from ${textOrJson(before)} to ${JSON.stringify(status)}`,
          },
        ];
      return terminal.has(status) ? [{ ref: seen }] : [];
    });
    return overall(looked, withoutTasks(trace, "no task was seen to end"));
  },
};

export const tasksStatusKnown: Check = {
  id: "tasks.status-known",
  title: "The status of a task is one of the five",
  subject: "server",
  level: "MUST",
  spec: only2025("task-status"),
  capability: "tasks",
  advice: "Use working, input_required, completed, failed or cancelled.",
  explains: [{ checks: ["tasks.begin-working"], within: "message" }],
  verify(trace) {
    return overall(
      seenTasks(trace).map((seen) => {
        const status = seen.task["status"];
        return {
          ref: seen,
          wrong:
            terminal.has(status) || status === "working" || status === "input_required"
              ? undefined
              : `the status is ${JSON.stringify(status) ?? "missing"}`,
        };
      }),
      withoutTasks(trace, "no task was seen"),
    );
  },
};
