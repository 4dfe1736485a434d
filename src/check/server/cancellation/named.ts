import { valueAt } from "../../../jsonrpc/json.ts";
import { notificationsFrom } from "../../../trace/facts/server-message.ts";
import type { Check } from "../../check.ts";
import { overallIfAny } from "../../outcome.ts";

export const cancellationRequestNamed: Check = {
  id: "cancellation.request-named",
  title: "A server that cancels says which request",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "schema#cancellednotificationparams", "2026-07-28": "removed" },
  advice: "Put the id of the request into requestId; tasks are cancelled by tasks/cancel.",
  verify: (trace) =>
    overallIfAny(
      notificationsFrom(trace, "notifications/cancelled").map((message) => ({
        ref: message,
        wrong:
          valueAt(message.frame.params, "requestId") === undefined
            ? "notifications/cancelled without requestId, and mcpcheck has no task that a server could mean"
            : undefined,
      })),
      "the server cancelled nothing",
    ),
};
