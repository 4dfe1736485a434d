import type { JsonObject } from "../jsonrpc/json.ts";
import type { TaskFilter } from "./list-tasks.ts";
import type { AgentMessage, TaskState } from "./task.ts";

/** Where somebody wants to be told of a task (A2A 1.0, TaskPushNotificationConfig). */
export type PushConfig = {
  readonly id: string | undefined;
  readonly taskId: string | undefined;
  readonly url: string;
  readonly token: string | undefined;
  readonly authentication: { readonly scheme: string; readonly credentials: string } | undefined;
};

/** A message for the agent. */
export type Sending = {
  /** The id the task is to have, where the sender chooses it; undefined: one is made. */
  readonly newId: string | undefined;
  /** The task it belongs to. */
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  readonly message: Pick<AgentMessage, "text" | "role"> & { readonly id: string | undefined };
  /** Who said what before, where the sender tells it. */
  readonly model: string | undefined;
  readonly background: boolean;
  readonly historyLength: number | undefined;
  readonly push: PushConfig | undefined;
  readonly metadata: JsonObject;
  /** What else the request says, for the host: servers, limits. */
  readonly extras: JsonObject;
};

/** What another agent asks, whichever wire it speaks. */
export type Wish =
  | { readonly kind: "send" | "stream"; readonly sending: Sending }
  | { readonly kind: "get"; readonly id: string; readonly historyLength: number | undefined }
  | { readonly kind: "list"; readonly filter: TaskFilter; readonly historyLength: number | undefined; readonly results: boolean }
  | { readonly kind: "cancel" | "follow"; readonly id: string }
  | { readonly kind: "push-create"; readonly config: PushConfig & { readonly taskId: string } }
  | { readonly kind: "push-get" | "push-delete"; readonly taskId: string; readonly id: string }
  | { readonly kind: "push-list"; readonly taskId: string };

/** What becomes known of a task while it is followed. */
export type TaskNews =
  | { readonly kind: "state"; readonly state: TaskState }
  | { readonly kind: "text"; readonly text: string; readonly first: boolean };
