import type { Answer } from "./answer.ts";

/** Where a task stands; the last three are final. */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** A tool call that goes on after its request was answered (2025-11-25 basic/utilities/tasks). */
export type Task = {
  readonly id: string;
  readonly createdAt: string;
  readonly ttl: number | null;
  status: TaskStatus;
  updatedAt: string;
  answer: Answer | undefined;
  readonly waiting: Set<(answer: Answer) => void>;
  cancel: () => void;
};
