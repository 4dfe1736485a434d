import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  subscriptionsAckSubset,
  subscriptionsAcknowledgedFirst,
  subscriptionsEndResult,
  subscriptionsIdPresent,
  subscriptionsIdType,
  subscriptionsOnlyRequested,
} from "../../../../src/check/server/subscriptions/listen.ts";
import { subscriptionsServed } from "../../../../src/check/server/subscriptions/served.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, note, received, sent } from "../../../support/traces/small-trace.ts";
import {
  type Answer,
  asked,
  broken,
  conversation,
  fails,
  gives,
  idle,
  kept,
  on,
  type Part,
  quiet,
  says,
  untested,
} from "../conversation.ts";

const ok = gives({});
const key = "io.modelcontextprotocol/subscriptionId";
const listen = (notifications: Json = {}, answer?: Answer): Part => asked("subscriptions/listen", { notifications }, answer);
const ack = (id: Json, notifications: JsonObject = {}): Part =>
  says("notifications/subscriptions/acknowledged", { _meta: { [key]: id }, notifications });
const changed = (list: string, id: Json): Part => says(`notifications/${list}`, { _meta: { [key]: id } });
const declaring = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const discovered = (capabilities: Json): Part => asked("server/discover", {}, gives({ capabilities }));
const noneOpened = untested("no subscription was opened");
const neither = idle("the server declares neither listChanged nor subscribe");
const toolsFirst = (id: Json, line: number): object =>
  broken(`the first message of subscription ${JSON.stringify(id)} is notifications/tools/list_changed`, line);

// A listen request without an answer takes one line: the first is line 2, and its id is 2.
it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "the second subscription begins with a change",
    subscriptionsAcknowledgedFirst,
    [listen(), ack(2), listen(), changed("tools/list_changed", 4), ack(4)],
    toolsFirst(4, 5),
  ],
  ["both begin as they should", subscriptionsAcknowledgedFirst, [listen(), listen(), ack(3), ack(2)], kept(5, 4)],
  [
    "one is refused and one is silent",
    subscriptionsAcknowledgedFirst,
    [listen({}, fails(-32603)), listen(), quiet(4)],
    { ...broken("the subscription was not acknowledged", 5), timing: true },
  ],
  [
    "something else is awaited in vain",
    subscriptionsAcknowledgedFirst,
    [listen(), quiet("notifications/tools/list_changed")],
    untested("nothing was received on a subscription"),
  ],
  [
    "something without an id comes first",
    subscriptionsAcknowledgedFirst,
    [listen(), says("notifications/message", {}), ack(2)],
    kept(4),
  ],
  [
    "the answer to something else comes first",
    subscriptionsAcknowledgedFirst,
    [listen(), asked("ping", {}, ok), ack(2)],
    kept(5),
  ],
  [
    "a notification of the client has its id",
    subscriptionsAcknowledgedFirst,
    [listen(), sent(note("notifications/x", { _meta: { [key]: 2 } })), ack(2)],
    kept(4),
  ],
  [
    "it is acknowledged and then ended",
    subscriptionsAcknowledgedFirst,
    [sent(ask(7, "subscriptions/listen")), ack(7), received(done(7))],
    kept(3),
  ],
  [
    "a request of the server has the name of an acknowledgment",
    subscriptionsAcknowledgedFirst,
    [listen(), received(ask(2, "notifications/subscriptions/acknowledged", { _meta: { [key]: 2 } })), ack(2)],
    kept(4),
  ],
  ["nobody listens, so nothing needs an id", subscriptionsIdPresent, [], noneOpened],
  [
    "changes of each list have an id, and the last has none",
    subscriptionsIdPresent,
    [
      listen(),
      ...["tools/list_changed", "prompts/list_changed", "resources/list_changed", "resources/updated"].map((list) =>
        changed(list, 2),
      ),
      says("notifications/prompts/list_changed", {}),
    ],
    broken("notifications/prompts/list_changed has the subscriptionId (none), which is not an open subscription", 7),
  ],
  ["only an acknowledgment has an id", subscriptionsIdPresent, [listen(), ack(2)], kept(3)],
  [
    "an id is of another connection",
    subscriptionsIdPresent,
    [on(2, listen()), changed("tools/list_changed", 2)],
    broken("notifications/tools/list_changed has the subscriptionId 2, which is not an open subscription", 3),
  ],
  [
    "an id comes before the subscription",
    subscriptionsIdPresent,
    [changed("tools/list_changed", 3), listen()],
    broken("notifications/tools/list_changed has the subscriptionId 3, which is not an open subscription", 2),
  ],
  [
    "an id keeps its type and an acknowledgment does not",
    subscriptionsIdType,
    [listen(), changed("tools/list_changed", 2), ack("2")],
    broken('subscriptionId came back as "2"', 4),
  ],
  [
    "an id becomes a text, and another is of nobody",
    subscriptionsIdType,
    [listen(), changed("tools/list_changed", "2"), changed("tools/list_changed", 9)],
    broken('subscriptionId came back as "2"', 3),
  ],
  ["nobody listens", subscriptionsIdType, [], noneOpened],
  [
    "only one of two changes was asked for",
    subscriptionsOnlyRequested,
    [listen({ toolsListChanged: true }), changed("tools/list_changed", 2), changed("prompts/list_changed", 2)],
    broken("notifications/prompts/list_changed was not asked for", 4),
  ],
  [
    "a change is asked for with a text",
    subscriptionsOnlyRequested,
    [listen({ toolsListChanged: "true" }), changed("tools/list_changed", 2)],
    broken("notifications/tools/list_changed was not asked for", 3),
  ],
  ["nobody listens, and nothing is acknowledged", subscriptionsAckSubset, [], noneOpened],
  [
    "what was not asked for comes after what was",
    subscriptionsAckSubset,
    [listen({ resourceSubscriptions: ["a:b"] }), ack(2, { resourceSubscriptions: ["a:b"] }), ack(2, { toolsListChanged: true })],
    broken("toolsListChanged was acknowledged and not asked for", 4),
  ],
  [
    "a refusal is acknowledged before what was not asked for",
    subscriptionsAckSubset,
    [listen({}), ack(2, { promptsListChanged: false, resourceSubscriptions: ["a:b"] })],
    broken("resourceSubscriptions was acknowledged and not asked for", 3),
  ],
  [
    "a word was asked for and resources acknowledged",
    subscriptionsAckSubset,
    [listen({ resourceSubscriptions: true }), ack(2, { resourceSubscriptions: ["a:b"] })],
    kept(3),
  ],
  [
    "the second of two ends names the first",
    subscriptionsEndResult,
    [listen({}, gives({ _meta: { [key]: 2 } })), listen({}, gives({ _meta: { [key]: 2 } }))],
    broken("subscriptionId is 2", 5),
  ],
  [
    "one end is an error and one is a result",
    subscriptionsEndResult,
    [listen({}, fails(-32603)), listen({}, gives({ _meta: { [key]: 4 } }))],
    kept(5),
  ],
  ["nothing ends", subscriptionsEndResult, [listen()], idle("the server ended no subscription with a result")],
  ["nobody listens, and nothing ends", subscriptionsEndResult, [], noneOpened],
  ["a promise was made and nobody listens", subscriptionsServed, [discovered({ tools: { listChanged: true } })], noneOpened],
  [
    "one of two subscriptions is acknowledged",
    subscriptionsServed,
    [discovered({ tools: { listChanged: true } }), listen(), listen(), ack(5)],
    kept(6),
  ],
  [
    "the second answer to a discovery promises",
    subscriptionsServed,
    [discovered({}), discovered({ prompts: { listChanged: true } }), listen({}, fails(-32601))],
    broken("subscriptions/listen was answered with error -32601", 7),
  ],
  ["a promise is a text", subscriptionsServed, [discovered({ resources: { subscribe: "yes" } }), listen(), ack(4)], neither],
  [
    "a promise is not of a discovery",
    subscriptionsServed,
    [declaring({ tools: { listChanged: true } }), listen(), ack(4)],
    neither,
  ],
  ["nobody listens, so nothing was to be asked for", subscriptionsOnlyRequested, [], noneOpened],
])("of several subscriptions it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
