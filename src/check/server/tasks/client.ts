import { valueAt } from "../../../jsonrpc/json.ts";
import { requestsFrom } from "../../../trace/facts/server-message.ts";
import { connections } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { only2025 } from "../../rules/tasks-seen.ts";

export const tasksNoneForClient: Check = {
  id: "tasks.none-for-client",
  title: "The server asks a client that has no tasks for none",
  subject: "server",
  level: "SHOULD NOT",
  spec: only2025("capability-negotiation"),
  advice: "Look at the client's capability tasks.requests before you put task into a request for sampling or input.",
  verify(trace) {
    const withTasks = new Set(
      connections(trace).flatMap((one) => (one.capabilities["tasks"] === undefined ? [] : [one.connection])),
    );
    const asked = [...requestsFrom(trace, "sampling/createMessage"), ...requestsFrom(trace, "elicitation/create")];
    return overallIfAny(
      asked
        .filter(({ connection }) => !withTasks.has(connection))
        .map((message): Exhibit => ({
          ref: message,
          wrong:
            valueAt(message.frame.params, "task") === undefined
              ? undefined
              : `${message.frame.method} asks for a task, though the client did not declare tasks`,
        })),
      "the server asked the client for nothing",
    );
  },
};
