import { integer, list, nothing, object, oneOf, optional, ranged, required, text, union, type Fields } from "../shape.ts";
import { notificationFields, pageFields, resultFields } from "./base.ts";

const tasksOnly = { since: "2025-11-25", until: "2025-11-25" } as const;

/** Where a task stands. */
export const TaskStatus = ranged(tasksOnly, oneOf("cancelled", "completed", "failed", "input_required", "working"));

const stateFields: Fields = {
  taskId: required(text),
  status: required(TaskStatus),
  statusMessage: optional(text),
  createdAt: required(text),
  lastUpdatedAt: required(text),
  ttl: required(union(integer, nothing)),
  pollInterval: optional(integer),
};

/** A request that runs on its own. */
export const Task = ranged(tasksOnly, object(stateFields));

/** Names the task a message belongs to. */
export const RelatedTaskMetadata = ranged(tasksOnly, object({ taskId: required(text) }));

/** The answer to a request that became a task. */
export const CreateTaskResult = ranged(tasksOnly, object({ ...resultFields, task: required(Task) }));

/** The params of `tasks/get`, `tasks/result` and `tasks/cancel`. */
export const TaskRequestParams = ranged(tasksOnly, object({ taskId: required(text) }));

/** The answer to `tasks/get`. */
export const GetTaskResult = ranged(tasksOnly, object({ ...resultFields, ...stateFields }));

/** The answer to `tasks/cancel`. */
export const CancelTaskResult = GetTaskResult;

/** The answer to `tasks/result`: what the request itself would have been answered. */
export const GetTaskPayloadResult = ranged(tasksOnly, object(resultFields));

/** The answer to `tasks/list`. */
export const ListTasksResult = ranged(tasksOnly, object({ ...resultFields, ...pageFields, tasks: required(list(Task)) }));

/** The params of `notifications/tasks/status`. */
export const TaskStatusNotificationParams = ranged(tasksOnly, object({ ...notificationFields, ...stateFields }));
