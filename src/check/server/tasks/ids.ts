import { eventsOf } from "../../../trace/trace.ts";
import { headerValue } from "../../../trace/message.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overallIfAny } from "../../outcome.ts";
import { areCounted } from "../../../base/are-counted.ts";
import { createdTasks, only2025, withoutTasks } from "../../rules/tasks-seen.ts";

/** Seven characters of base64 hold 42 bits, which a patient client can try out. */
const shortestId = 8;

export const tasksIdsUnguessable: Check = {
  id: "tasks.ids-unguessable",
  title: "Without authorization a task id cannot be guessed: it is neither short nor counted up",
  subject: "server",
  level: "MUST",
  spec: only2025("task-isolation-and-access-control"),
  capability: "tasks",
  advice:
    "Draw task ids from a cryptographic source, such as a random UUID: where tasks are not bound to who is authorized, they are all that keeps others out.",
  tolerance:
    "Randomness cannot be seen from outside: only ids that differ by a small step in one number, and ids of fewer than 8 characters, are reported.",
  verify(trace) {
    const authorized = eventsOf(trace, "http-request").some(({ headers }) => headerValue(headers, "authorization") !== undefined);
    if (authorized) return notApplicable("the server may bind its tasks to who is authorized");
    const created = createdTasks(trace).flatMap((seen) => {
      const id = seen.task["taskId"];
      return typeof id === "string" ? [{ seen, id }] : [];
    });
    const counted = areCounted(created.map(({ id }) => id));
    return overallIfAny(
      created.map(({ seen, id }): Exhibit => ({
        ref: seen,
        wrong: counted
          ? `task ids are counted: ${JSON.stringify(id)} is one of them`
          : id.length < shortestId
            ? `the task id ${JSON.stringify(id)} has ${id.length} characters`
            : undefined,
      })),
      withoutTasks(trace, "no task was created"),
    );
  },
};
