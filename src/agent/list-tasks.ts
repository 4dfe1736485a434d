import type { AgentTask, TaskState } from "./task.ts";

/** Which tasks are wanted, and how many at a time. `token` is what the page before gave. */
export type TaskFilter = {
  readonly state: TaskState | undefined;
  readonly contextId: string | undefined;
  /** Those changed at this time or later, ISO 8601. */
  readonly after: string | undefined;
  readonly size: number;
  readonly token: string;
};

/** A page of tasks; `next` is empty after the last one. */
export type TaskPage = { readonly tasks: readonly AgentTask[]; readonly next: string; readonly total: number };

/** A page of the tasks that fit, the last changed first; undefined for a token that no page gave. */
export function listTasks(
  tasks: Iterable<AgentTask>,
  { state, contextId, after, size, token }: TaskFilter,
): TaskPage | undefined {
  const from = token === "" ? undefined : /^(\S+) (.+)$/s.exec(token);
  if (from === null) return undefined;
  const since = after === undefined ? undefined : Date.parse(after);
  const fitting = [...tasks]
    .filter((task) => state === undefined || task.state === state)
    .filter((task) => contextId === undefined || task.contextId === contextId)
    .filter((task) => since === undefined || Date.parse(task.updatedAt) >= since)
    .toSorted(later);
  const rest =
    from === undefined ? fitting : fitting.filter((task) => later({ updatedAt: from[1] ?? "", id: from[2] ?? "" }, task) < 0);
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return {
    tasks: page,
    next: last === undefined || page.length === rest.length ? "" : `${last.updatedAt} ${last.id}`,
    total: fitting.length,
  };
}

/** A place in the order is the time and the id, so that tasks which come or go between two pages move no others. */
function later(a: Pick<AgentTask, "updatedAt" | "id">, b: Pick<AgentTask, "updatedAt" | "id">): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
