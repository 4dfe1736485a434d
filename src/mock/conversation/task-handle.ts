import type { JsonObject } from "../../jsonrpc/json.ts";
import type { TaskStatus } from "./task.ts";

/**
 * Work that goes on after a call was answered with a handle for it (the extension io.modelcontextprotocol/tasks). Any
 * connection may ask for it by its id.
 */
export type TaskHandle = {
  readonly id: string;
  readonly createdAt: string;
  status: TaskStatus;
  updatedAt: string;
  /** What the status brings with it: input requests, the result or the error. */
  brings: JsonObject;
  /** Takes what the client answered to input requests, by key. */
  take: (responses: JsonObject) => void;
  cancel: () => void;
};
