import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  subscriptionsSubscribeAnswered,
  subscriptionsUpdatedAnnounced,
  subscriptionsUpdatedDeclared,
  subscriptionsUpdatedSubscribed,
} from "../../../../src/check/server/subscriptions/legacy.ts";
import {
  subscriptionsAcknowledgedFirst,
  subscriptionsIdPresent,
  subscriptionsIdType,
  subscriptionsOnlyRequested,
} from "../../../../src/check/server/subscriptions/listen.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
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
const at = (method: string, uri: string, answer?: Answer): Part => asked(method, { uri }, answer);
const subscribed = at("resources/subscribe", "a:b", ok);
const left = at("resources/unsubscribe", "a:b", ok);
const updated = (uri = "a:b") => says("notifications/resources/updated", { uri });
const declaring = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const noUpdate = idle("the server sent no notifications/resources/updated");
const unsubscribed = (line: number): object => broken('an update of "a:b" without a subscription', line);
const undeclared = broken("an update was sent, but resources.subscribe is not declared", 4);
const key = "io.modelcontextprotocol/subscriptionId";
const listen = (notifications: Json = {}, answer?: Answer): Part => asked("subscriptions/listen", { notifications }, answer);
const ack = (id: Json = 2, notifications: JsonObject = {}) =>
  says("notifications/subscriptions/acknowledged", { _meta: { [key]: id }, notifications });
const changed = (list: string, id: Json = 2) => says(`notifications/${list}`, { _meta: { [key]: id } });
const noneOpened = untested("no subscription was opened");
const nothingCame = idle("nothing came on a subscription");
const unasked = (line: number): object => broken("notifications/tools/list_changed was not asked for", line);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["a resource is subscribed to and left", subscriptionsSubscribeAnswered, [subscribed, left], kept(3, 5)],
  [
    "a resource cannot be subscribed to",
    subscriptionsSubscribeAnswered,
    [at("resources/subscribe", "a:b", fails(-32601))],
    broken('resources/subscribe of "a:b" fails with -32601', 3),
  ],
  [
    "a resource cannot be left",
    subscriptionsSubscribeAnswered,
    [at("resources/unsubscribe", "a:b", fails(-32601))],
    broken('resources/unsubscribe of "a:b" fails with -32601', 3),
  ],
  [
    "a resource can be neither subscribed to nor read",
    subscriptionsSubscribeAnswered,
    [at("resources/subscribe", "a:b", fails(-32603)), at("resources/read", "a:b", fails(-32603))],
    untested("no resource was subscribed to"),
  ],
  [
    "a resource cannot be subscribed to, and another not be read",
    subscriptionsSubscribeAnswered,
    [at("resources/subscribe", "a:b", fails(-32603)), at("resources/read", "a:c", fails(-32603))],
    broken('resources/subscribe of "a:b" fails with -32603', 3),
  ],
  [
    "a resource cannot be subscribed to and is not there",
    subscriptionsSubscribeAnswered,
    [at("resources/subscribe", "a:b", fails(-32603)), at("resources/read", "a:b", fails(-32002))],
    broken('resources/subscribe of "a:b" fails with -32603', 3),
  ],
  [
    "a resource is unknown to subscriptions and cannot be read",
    subscriptionsSubscribeAnswered,
    [at("resources/subscribe", "a:b", fails(-32002)), at("resources/read", "a:b", fails(-32603))],
    broken('resources/subscribe of "a:b" fails with -32002', 3),
  ],
  [
    "nothing comes of a subscription",
    subscriptionsSubscribeAnswered,
    [at("resources/subscribe", "a:b")],
    untested("no resource was subscribed to"),
  ],
  ["an update was declared", subscriptionsUpdatedDeclared, [declaring({ resources: { subscribe: true } }), updated()], kept(4)],
  [
    "an update was not declared",
    subscriptionsUpdatedDeclared,
    [declaring({ resources: { listChanged: true } }), updated()],
    undeclared,
  ],
  [
    "an update was not announced",
    subscriptionsUpdatedAnnounced,
    [declaring({ resources: { subscribe: false } }), updated()],
    undeclared,
  ],
  ["no update comes", subscriptionsUpdatedDeclared, [declaring({})], noUpdate],
  [
    "an update comes and nothing was announced",
    subscriptionsUpdatedDeclared,
    [updated()],
    untested("the server announced no capabilities"),
  ],
  ["an update was subscribed to", subscriptionsUpdatedSubscribed, [subscribed, updated()], kept(4)],
  [
    "an update is of something else than was subscribed to",
    subscriptionsUpdatedSubscribed,
    [subscribed, updated("a:c")],
    kept(4),
  ],
  [
    "an update comes while the subscription is asked for",
    subscriptionsUpdatedSubscribed,
    [at("resources/subscribe", "a:b"), updated()],
    kept(3),
  ],
  ["an update comes before the subscription", subscriptionsUpdatedSubscribed, [updated(), subscribed], unsubscribed(2)],
  ["an update comes after the end", subscriptionsUpdatedSubscribed, [subscribed, left, updated()], unsubscribed(6)],
  [
    "an update comes before the end is answered",
    subscriptionsUpdatedSubscribed,
    [subscribed, at("resources/unsubscribe", "a:b"), updated()],
    kept(5),
  ],
  ["an update comes before the end is asked for", subscriptionsUpdatedSubscribed, [subscribed, updated(), left], kept(4)],
  [
    "an update comes after the end of another subscription",
    subscriptionsUpdatedSubscribed,
    [subscribed, at("resources/unsubscribe", "a:c", ok), updated()],
    kept(6),
  ],
  ["an update comes after a new beginning", subscriptionsUpdatedSubscribed, [subscribed, left, subscribed, updated()], kept(8)],
  ["an update comes to another client", subscriptionsUpdatedSubscribed, [on(2, subscribed), updated()], unsubscribed(4)],
  ["an update comes after another client left", subscriptionsUpdatedSubscribed, [subscribed, on(2, left), updated()], kept(6)],
  ["no update comes to anybody", subscriptionsUpdatedSubscribed, [subscribed], noUpdate],
  [
    "a subscription is acknowledged first",
    subscriptionsAcknowledgedFirst,
    [listen(), ack(), changed("tools/list_changed")],
    kept(3),
  ],
  ["a subscription is acknowledged as a text", subscriptionsAcknowledgedFirst, [listen(), ack("2")], kept(3)],
  [
    "a change comes first",
    subscriptionsAcknowledgedFirst,
    [listen(), changed("tools/list_changed"), ack()],
    broken("the first message of subscription 2 is notifications/tools/list_changed", 3),
  ],
  [
    "its end comes first",
    subscriptionsAcknowledgedFirst,
    [listen({}, ok)],
    broken("the first message of subscription 2 is the final result", 3),
  ],
  [
    "an acknowledgment of another comes first",
    subscriptionsAcknowledgedFirst,
    [listen(), ack(9), changed("tools/list_changed")],
    broken("the first message of subscription 2 is notifications/tools/list_changed", 4),
  ],
  [
    "another client's comes first",
    subscriptionsAcknowledgedFirst,
    [listen(), on(2, changed("tools/list_changed")), ack()],
    kept(4),
  ],
  [
    "something of that number came before",
    subscriptionsAcknowledgedFirst,
    [changed("tools/list_changed", 3), listen(), ack(3)],
    kept(4),
  ],
  ["nothing comes", subscriptionsAcknowledgedFirst, [listen()], untested("nothing was received on a subscription")],
  [
    "nothing comes in time",
    subscriptionsAcknowledgedFirst,
    [listen(), quiet("notifications/subscriptions/acknowledged")],
    { ...broken("the subscription was not acknowledged", 3), timing: true },
  ],
  [
    "nothing came in time before",
    subscriptionsAcknowledgedFirst,
    [quiet("notifications/subscriptions/acknowledged"), listen()],
    untested("nothing was received on a subscription"),
  ],
  ["it is refused", subscriptionsAcknowledgedFirst, [listen({}, fails(-32601))], idle("the server refused subscriptions/listen")],
  ["there is none", subscriptionsAcknowledgedFirst, [], noneOpened],
  ["a change has its id", subscriptionsIdPresent, [listen(), changed("tools/list_changed")], kept(3)],
  [
    "a change has no id",
    subscriptionsIdPresent,
    [listen(), says("notifications/resources/updated", {})],
    broken("notifications/resources/updated has the subscriptionId (none), which is not an open subscription", 3),
  ],
  [
    "an acknowledgment has another id",
    subscriptionsIdPresent,
    [listen(), ack(7)],
    broken("notifications/subscriptions/acknowledged has the subscriptionId 7, which is not an open subscription", 3),
  ],
  [
    "progress has no id",
    subscriptionsIdPresent,
    [listen(), says("notifications/progress", {})],
    idle("no notification came on a subscription"),
  ],
  ["an id keeps its type", subscriptionsIdType, [listen(), ack()], kept(3)],
  [
    "an id becomes a text",
    subscriptionsIdType,
    [listen(), changed("prompts/list_changed", "2")],
    broken('subscriptionId came back as "2"', 3),
  ],
  ["an id is of no subscription", subscriptionsIdType, [listen(), ack(7)], nothingCame],
  [
    "what was asked for comes",
    subscriptionsOnlyRequested,
    [listen({ toolsListChanged: true }), changed("tools/list_changed")],
    kept(3),
  ],
  [
    "what was not asked for comes",
    subscriptionsOnlyRequested,
    [listen({ promptsListChanged: true }), changed("tools/list_changed")],
    unasked(3),
  ],
])("of subscriptions it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
