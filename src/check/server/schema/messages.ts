import { methodAt } from "../../../spec/methods.ts";
import { notificationsFrom, requestsFrom } from "../../../trace/facts/server-message.ts";
import { revisionOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { overallIfAny } from "../../outcome.ts";
import { notByLateProgress } from "../../rules/late-progress.ts";
import { errorShape, notificationShape, requestShape, schemaPlace } from "../../rules/shape-check.ts";

export const schemaError: Check = errorShape("schema.error", "Errors have the shape of the schema", {
  spec: { ...schemaPlace("jsonrpcerror"), "2025-11-25": "schema#jsonrpcerrorresponse" },
});
const progressShape = notificationShape(
  "schema.progress",
  "notifications/progress has the shape of the schema",
  ["notifications/progress"],
  { spec: schemaPlace("progressnotification") },
);
export const schemaProgress: Check = {
  ...progressShape,
  verify: (trace) => notByLateProgress(trace, progressShape.verify(trace)),
};
export const schemaLogMessage: Check = notificationShape(
  "schema.log-message",
  "notifications/message has the shape of the schema",
  ["notifications/message"],
  { spec: schemaPlace("loggingmessagenotification") },
);
export const schemaCancelled: Check = notificationShape(
  "schema.cancelled",
  "notifications/cancelled has the shape of the schema",
  ["notifications/cancelled"],
  { spec: schemaPlace("cancellednotification") },
);
export const schemaListChanged: Check = notificationShape(
  "schema.list-changed",
  "List change notifications have the shape of the schema",
  ["notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/resources/list_changed"],
  { spec: schemaPlace("toollistchangednotification") },
);
export const schemaResourceUpdated: Check = notificationShape(
  "schema.resource-updated",
  "notifications/resources/updated has the shape of the schema",
  ["notifications/resources/updated"],
  { spec: schemaPlace("resourceupdatednotification") },
);
export const schemaAcknowledged: Check = notificationShape(
  "schema.acknowledged",
  "notifications/subscriptions/acknowledged has the shape of the schema",
  ["notifications/subscriptions/acknowledged"],
  { spec: schemaPlace("subscriptionsacknowledgednotification", "2026-07-28") },
);
export const schemaTaskStatus: Check = notificationShape(
  "schema.task-status",
  "notifications/tasks/status has the shape of the schema",
  ["notifications/tasks/status"],
  { spec: schemaPlace("taskstatusnotification", "2025-11-25", "2026-07-28") },
);
export const schemaSampling: Check = requestShape(
  "schema.sampling",
  "sampling/createMessage has the shape of the schema",
  ["sampling/createMessage"],
  { spec: schemaPlace("createmessagerequest", "2024-11-05", "2026-07-28") },
);
export const schemaElicitation: Check = requestShape(
  "schema.elicitation",
  "elicitation/create has the shape of the schema",
  ["elicitation/create"],
  { spec: schemaPlace("elicitrequest", "2025-06-18", "2026-07-28") },
);
export const schemaRoots: Check = requestShape("schema.roots", "roots/list has the shape of the schema", ["roots/list"], {
  spec: schemaPlace("listrootsrequest", "2024-11-05", "2026-07-28"),
});

export const schemaKnownRequests: Check = {
  id: "schema.known-requests",
  title: "The server sends only requests the revision knows",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "basic/lifecycle#operation", "2026-07-28": "removed" },
  advice: "Look at the negotiated revision: elicitation came with 2025-06-18, tasks with 2025-11-25.",
  tolerance: "Methods no revision knows may belong to an extension and are let pass.",
  verify(trace) {
    const sent = requestsFrom(trace);
    return overallIfAny(
      sent.map((message) => ({ ref: message, wrong: foreign(trace, message.frame.method) })),
      "the server sent no requests",
    );
  },
};

export const schemaKnownRequestsEarly: Check = {
  ...schemaKnownRequests,
  id: "schema.known-requests-early",
  level: "SHOULD",
  spec: { "2024-11-05": "basic/lifecycle#operation", "2025-06-18": "removed" },
};

export const schemaKnownNotifications: Check = {
  id: "schema.known-notifications",
  title: "The server sends only notifications the revision knows",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "basic/lifecycle#operation", "2026-07-28": "basic/versioning" },
  advice: "Look at the revision of the conversation before sending what only another one knows.",
  tolerance: "Methods no revision knows may belong to an extension and are let pass.",
  verify(trace) {
    const sent = notificationsFrom(trace);
    return overallIfAny(
      sent.map((message) => ({ ref: message, wrong: foreign(trace, message.frame.method) })),
      "the server sent no notifications",
    );
  },
};

/** A method of the protocol that this revision does not have. */
function foreign(trace: Trace, method: string): string | undefined {
  const revision = revisionOf(trace);
  if (revision === undefined || methodAt(method, revision) !== undefined) return undefined;
  const elsewhere = (["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"] as const).find(
    (other) => methodAt(method, other) !== undefined,
  );
  return elsewhere === undefined ? undefined : `${method} is part of ${elsewhere}, not of ${revision}`;
}
