import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  schemaAcknowledged,
  schemaCancelled,
  schemaElicitation,
  schemaError,
  schemaListChanged,
  schemaLogMessage,
  schemaProgress,
  schemaResourceUpdated,
  schemaRoots,
  schemaSampling,
  schemaTaskStatus,
} from "../../../../src/check/server/schema/messages.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import { ask, note, received, sent } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, says, untested } from "../conversation.ts";

const wants = (method: string, params?: Json): Part => received(ask("s1", method, params));
const tokened = (more: JsonObject = {}): Part => sent(ask(1, "tools/call", { _meta: { progressToken: "p" }, ...more }));
const report = (progress: Json): Part => says("notifications/progress", { progressToken: "p", progress });
const status = (more: JsonObject = {}): JsonObject => ({
  taskId: "a",
  status: "working",
  createdAt: "2025-11-25T10:30:00Z",
  lastUpdatedAt: "2025-11-25T10:40:00Z",
  ttl: 60000,
  ...more,
});
const noProgress = "the server sent no notifications/progress";
const lists =
  "the server sent no notifications/tools/list_changed or notifications/prompts/list_changed or notifications/resources/list_changed";

it.each<readonly [string, Check, Revision, readonly Part[], object]>([
  ["an error is one", schemaError, "2025-11-25", [asked("ping", {}, fails(-32601))], kept(3)],
  [
    "an error lacks the data of its code, and another does not",
    schemaError,
    "2025-11-25",
    [asked("ping", {}, fails(-32603)), asked("tools/call", {}, fails(-32042, "url", {}))],
    broken("/error/data/elicitations: missing, expected an array", 5),
  ],
  [
    "an error lacks the data of its code in another revision",
    schemaError,
    "2025-06-18",
    [asked("tools/call", {}, fails(-32042, "url", {}))],
    kept(3),
  ],
  [
    "nothing is refused",
    schemaError,
    "2025-11-25",
    [asked("ping", {}, gives({}))],
    untested("the server answered nothing with an error"),
  ],
  ["progress is right", schemaProgress, "2025-11-25", [tokened(), report(1)], kept(3)],
  [
    "progress is a text",
    schemaProgress,
    "2025-11-25",
    [tokened(), report(1), report("2")],
    broken('notifications/progress /params/progress: the string "2", expected a number', 4),
  ],
  [
    "right progress comes for a request that was cancelled",
    schemaProgress,
    "2025-11-25",
    [tokened(), sent(note("notifications/cancelled", { requestId: 1 })), report(1)],
    idle("only requests that had been cancelled by then, or that no quiet run would have waited for, reported progress"),
  ],
  [
    "wrong progress comes for a request that was cancelled",
    schemaProgress,
    "2025-11-25",
    [tokened(), sent(note("notifications/cancelled", { requestId: 1 })), report("1")],
    broken('notifications/progress /params/progress: the string "1", expected a number', 4),
  ],
  ["there is no progress", schemaProgress, "2025-11-25", [tokened()], idle(noProgress)],
  [
    "a log message has no data",
    schemaLogMessage,
    "2025-11-25",
    [says("notifications/message", { level: "info", data: 1 }), says("notifications/message", { level: "info" })],
    broken("notifications/message /params/data: missing, expected a value", 3),
  ],
  ["nothing is logged", schemaLogMessage, "2025-11-25", [], idle("the server sent no notifications/message")],
  [
    "a cancellation is right",
    schemaCancelled,
    "2025-06-18",
    [says("notifications/cancelled", { requestId: 1, reason: "bored" })],
    kept(2),
  ],
  [
    "a cancellation has a number for a reason",
    schemaCancelled,
    "2025-06-18",
    [says("notifications/cancelled", { requestId: 1, reason: 7 })],
    broken("notifications/cancelled /params/reason: the number 7, expected a string", 2),
  ],
  ["nothing is cancelled", schemaCancelled, "2025-06-18", [], idle("the server sent no notifications/cancelled")],
  ...["tools", "prompts", "resources"].map(
    (list) =>
      [
        `${list} change with a number for params`,
        schemaListChanged,
        "2025-11-25",
        [says(`notifications/${list}/list_changed`), says(`notifications/${list}/list_changed`, 7)] as readonly Part[],
        broken(`notifications/${list}/list_changed /params: the number 7, expected an object`, 3),
      ] as const,
  ),
  ["no list changes", schemaListChanged, "2025-11-25", [says("notifications/resources/updated", 7)], idle(lists)],
  [
    "an update names no resource",
    schemaResourceUpdated,
    "2025-11-25",
    [says("notifications/resources/updated", { uri: "a:b" }), says("notifications/resources/updated", {})],
    broken("notifications/resources/updated /params/uri: missing, expected a string", 3),
  ],
  ["nothing is updated", schemaResourceUpdated, "2025-11-25", [], idle("the server sent no notifications/resources/updated")],
  [
    "an acknowledgment says nothing",
    schemaAcknowledged,
    "2026-07-28",
    [
      says("notifications/subscriptions/acknowledged", { notifications: {} }),
      says("notifications/subscriptions/acknowledged", {}),
    ],
    broken("notifications/subscriptions/acknowledged /params/notifications: missing, expected an object", 3),
  ],
  [
    "nothing is acknowledged",
    schemaAcknowledged,
    "2026-07-28",
    [],
    idle("the server sent no notifications/subscriptions/acknowledged"),
  ],
  [
    "a status has a number for a message",
    schemaTaskStatus,
    "2025-11-25",
    [says("notifications/tasks/status", status()), says("notifications/tasks/status", status({ statusMessage: 7 }))],
    broken("notifications/tasks/status /params/statusMessage: the number 7, expected a string", 3),
  ],
  ["no status is told", schemaTaskStatus, "2025-11-25", [], idle("the server sent no notifications/tasks/status")],
  [
    "a sample has no limit",
    schemaSampling,
    "2025-11-25",
    [wants("sampling/createMessage", { messages: [], maxTokens: 7 }), wants("sampling/createMessage", { messages: [] })],
    broken("sampling/createMessage /params/maxTokens: missing, expected an integer", 3),
  ],
  ["no sample is asked for", schemaSampling, "2025-11-25", [wants("ping", 7)], idle("the server sent no sampling/createMessage")],
  [
    "an elicitation has a number for its metadata",
    schemaElicitation,
    "2025-11-25",
    [
      wants("elicitation/create", { message: "m", requestedSchema: { type: "object", properties: {} } }),
      wants("elicitation/create", { message: "m", requestedSchema: { type: "object", properties: {} }, _meta: 7 }),
    ],
    broken("elicitation/create /params/_meta: the number 7, expected an object", 3),
  ],
  ["nobody is asked", schemaElicitation, "2025-11-25", [wants("ping", 7)], idle("the server sent no elicitation/create")],
  [
    "roots are asked for with a number",
    schemaRoots,
    "2025-11-25",
    [wants("roots/list"), wants("roots/list", 7)],
    broken("roots/list /params: the number 7, expected an object", 3),
  ],
  ["no roots are asked for", schemaRoots, "2025-11-25", [wants("ping", 7)], idle("the server sent no roots/list")],
])("of the shape of messages it is told where %s", (_title, check, revision, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision }))).toEqual(wanted);
});
