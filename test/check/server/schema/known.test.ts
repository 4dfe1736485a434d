import { expect, it } from "vitest";
import { citationAt } from "../../../../src/check/citation.ts";
import type { Check } from "../../../../src/check/check.ts";
import {
  schemaKnownNotifications,
  schemaKnownRequests,
  schemaKnownRequestsEarly,
} from "../../../../src/check/server/schema/messages.ts";
import { type Revision, revisions } from "../../../../src/spec/revision.ts";
import { ask, note, received, sent, smallTrace } from "../../../support/traces/small-trace.ts";
import { broken, conversation, idle, kept, type Part, says } from "../conversation.ts";

const wants = (method: string): Part => received(ask("s1", method));

it.each<readonly [string, Check, Revision, readonly Part[], object]>([
  ["a request is of this revision", schemaKnownRequests, "2025-11-25", [wants("elicitation/create")], kept(2)],
  ["a request is of the first revision that has it", schemaKnownRequests, "2025-06-18", [wants("elicitation/create")], kept(2)],
  [
    "requests are of later revisions",
    schemaKnownRequests,
    "2025-06-18",
    [wants("ping"), wants("tasks/get"), wants("server/discover")],
    broken("tasks/get is part of 2025-11-25, not of 2025-06-18; server/discover is part of 2026-07-28, not of 2025-06-18", 3, 4),
  ],
  [
    "a request is of a later revision",
    schemaKnownRequestsEarly,
    "2025-03-26",
    [wants("roots/list"), wants("elicitation/create")],
    broken("elicitation/create is part of 2025-06-18, not of 2025-03-26", 3),
  ],
  ["a request is of no revision", schemaKnownRequests, "2025-11-25", [wants("x/y")], kept(2)],
  [
    "requests are of the client",
    schemaKnownRequests,
    "2025-11-25",
    [sent(ask(1, "server/discover"))],
    idle("the server sent no requests"),
  ],
  [
    "notifications are no requests",
    schemaKnownRequests,
    "2025-11-25",
    [says("notifications/subscriptions/acknowledged")],
    idle("the server sent no requests"),
  ],
  [
    "a notification is of this revision",
    schemaKnownNotifications,
    "2026-07-28",
    [says("notifications/subscriptions/acknowledged")],
    kept(2),
  ],
  [
    "notifications are of an earlier and a later revision",
    schemaKnownNotifications,
    "2025-11-25",
    [says("notifications/progress"), says("notifications/subscriptions/acknowledged")],
    broken("notifications/subscriptions/acknowledged is part of 2026-07-28, not of 2025-11-25", 3),
  ],
  [
    "a notification was there from the beginning and is no more",
    schemaKnownNotifications,
    "2026-07-28",
    [says("notifications/roots/list_changed"), says("notifications/elicitation/complete")],
    broken(
      "notifications/roots/list_changed is part of 2024-11-05, not of 2026-07-28; notifications/elicitation/complete is part of 2025-11-25, not of 2026-07-28",
      2,
      3,
    ),
  ],
  ["a notification is of no revision", schemaKnownNotifications, "2025-11-25", [says("notifications/x")], kept(2)],
  [
    "notifications are of the client",
    schemaKnownNotifications,
    "2025-11-25",
    [sent(note("notifications/subscriptions/acknowledged")), wants("server/discover")],
    idle("the server sent no notifications"),
  ],
])("of what a revision knows it is told where %s", (_title, check, revision, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision }))).toEqual(wanted);
});

it("nothing is foreign where no revision is known", () => {
  const trace = smallTrace("server", [received(ask("s1", "server/discover"))]);
  expect(schemaKnownRequests.verify(trace)).toEqual(kept(1));
});

it.each<readonly [string, Check, string, readonly Revision[]]>([
  ["requests", schemaKnownRequests, "MUST", ["2025-06-18", "2025-11-25"]],
  ["requests of early revisions", schemaKnownRequestsEarly, "SHOULD", ["2024-11-05", "2025-03-26"]],
  ["notifications", schemaKnownNotifications, "PRACTICE", [...revisions]],
])("what is known of %s binds as much as its revisions say", (_title, check, level, applies) => {
  expect(check.level).toBe(level);
  expect(revisions.filter((revision) => citationAt(check.spec, revision) !== undefined)).toEqual(applies);
});
