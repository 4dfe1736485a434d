import { at, isObject, type Json, isArray } from "../../jsonrpc/json.ts";
import { methodAt } from "../../spec/methods.ts";
import { answered, calls, type Message, messages } from "../../trace/message.ts";
import { notificationsFrom, requestsFrom } from "../../trace/server-message.ts";
import { announcements } from "../../trace/server-facts.ts";
import { revisionOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { inconclusive, type Looked, notApplicable, overall } from "../outcome.ts";
import { errorShape, notificationShape, requestShape, schemaPlace } from "../rules/shape-check.ts";

export const schemaError = errorShape("schema.error", "Errors have the shape of the schema", {
  spec: schemaPlace("jsonrpcerrorresponse"),
});
export const schemaProgress = notificationShape(
  "schema.progress",
  "notifications/progress has the shape of the schema",
  ["notifications/progress"],
  { spec: schemaPlace("progressnotification") },
);
export const schemaLogMessage = notificationShape(
  "schema.log-message",
  "notifications/message has the shape of the schema",
  ["notifications/message"],
  { spec: schemaPlace("loggingmessagenotification") },
);
export const schemaCancelled = notificationShape(
  "schema.cancelled",
  "notifications/cancelled has the shape of the schema",
  ["notifications/cancelled"],
  { spec: schemaPlace("cancellednotification") },
);
export const schemaListChanged = notificationShape(
  "schema.list-changed",
  "List change notifications have the shape of the schema",
  ["notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/resources/list_changed"],
  { spec: schemaPlace("toollistchangednotification") },
);
export const schemaResourceUpdated = notificationShape(
  "schema.resource-updated",
  "notifications/resources/updated has the shape of the schema",
  ["notifications/resources/updated"],
  { spec: schemaPlace("resourceupdatednotification") },
);
export const schemaAcknowledged = notificationShape(
  "schema.acknowledged",
  "notifications/subscriptions/acknowledged has the shape of the schema",
  ["notifications/subscriptions/acknowledged"],
  { spec: schemaPlace("subscriptionsacknowledgednotification", "2026-07-28") },
);
export const schemaTaskStatus = notificationShape(
  "schema.task-status",
  "notifications/tasks/status has the shape of the schema",
  ["notifications/tasks/status"],
  { spec: schemaPlace("taskstatusnotification", "2025-11-25", "2026-07-28") },
);
export const schemaSampling = requestShape(
  "schema.sampling",
  "sampling/createMessage has the shape of the schema",
  ["sampling/createMessage"],
  { spec: schemaPlace("createmessagerequest", "2024-11-05", "2026-07-28") },
);
export const schemaElicitation = requestShape(
  "schema.elicitation",
  "elicitation/create has the shape of the schema",
  ["elicitation/create"],
  { spec: schemaPlace("elicitrequest", "2025-06-18", "2026-07-28") },
);
export const schemaRoots = requestShape("schema.roots", "roots/list has the shape of the schema", ["roots/list"], {
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
    if (sent.length === 0) return notApplicable("the server sent no requests");
    return overall(
      sent.map((message) => ({ ref: message, wrong: foreign(trace, message.frame.method) })),
      "the server sent no requests",
    );
  },
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
    if (sent.length === 0) return notApplicable("the server sent no notifications");
    return overall(
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

export const schemaResultType: Check = {
  id: "schema.result-type",
  title: "A result has a resultType, and one the client can know",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic#resulttype" },
  advice: 'Add "resultType": "complete"; other types come with an extension both sides declared.',
  tolerance: "Types beyond complete and input_required are accepted from a server that declares an extension.",
  verify(trace) {
    const extended = announcements(trace).some(
      ({ capabilities }) => isObject(capabilities["extensions"]) && Object.keys(capabilities["extensions"]).length > 0,
    );
    return overall(
      answered(calls(trace)).map((call) => {
        const type = at(call.answer.frame.result, "resultType");
        const known = type === "complete" || type === "input_required" || (extended && typeof type === "string");
        return {
          ref: call.answer,
          wrong: known ? undefined : `${call.request.frame.method}: resultType is ${JSON.stringify(type) ?? "missing"}`,
        };
      }),
      "nothing was answered with a result",
    );
  },
};

export const schemaMetaKeys: Check = {
  id: "schema.meta-keys",
  title: "Keys of _meta have the form the protocol gives them",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "basic#meta" },
  advice: "Write prefix/name: dotted labels that begin with a letter, a slash, a name of letters, digits, -, _ and dots.",
  verify(trace) {
    const found = messages(trace)
      .filter((message) => message.direction === "received" && !message.batched)
      .flatMap(metaKeys);
    if (found.length === 0)
      return messages(trace).length === 0 ? inconclusive("no messages were seen") : notApplicable("the server sent no _meta");
    return overall(
      found.map(({ seq, key }): Looked => ({ ref: seq, wrong: isMetaKey(key) ? undefined : `the key ${JSON.stringify(key)}` })),
      "the server sent no _meta",
    );
  },
};

const isMetaKey = (key: string): boolean =>
  /^([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*\/)?([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/.test(
    key,
  );

/** The keys of every `_meta` the protocol knows of in a message: of params, results, listed items and content blocks. */
function metaKeys(message: Message): { seq: number; key: string }[] {
  if (!("value" in message.frame)) return [];
  const body = at(message.frame.value, "result") ?? at(message.frame.value, "params");
  const items = isObject(body) ? Object.values(body).flatMap((value) => (isArray(value) ? value : [])) : [];
  return [body, ...items].flatMap((one: Json | undefined) => Object.keys(metaOf(one))).map((key) => ({ seq: message.seq, key }));
}

function metaOf(value: Json | undefined): object {
  const meta = at(value, "_meta");
  return isObject(meta) ? meta : {};
}
