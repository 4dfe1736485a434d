import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  subscriptionsAckSubset,
  subscriptionsEndResult,
  subscriptionsOnlyRequested,
} from "../../../../src/check/server/subscriptions/listen.ts";
import { subscriptionsServed } from "../../../../src/check/server/subscriptions/served.ts";
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
  type Part,
  says,
  untested,
} from "../conversation.ts";

const ok = gives({});
const key = "io.modelcontextprotocol/subscriptionId";
const listen = (notifications: Json = {}, answer?: Answer): Part => asked("subscriptions/listen", { notifications }, answer);
const ack = (id: Json = 2, notifications: JsonObject = {}) =>
  says("notifications/subscriptions/acknowledged", { _meta: { [key]: id }, notifications });
const changed = (list: string, id: Json = 2) => says(`notifications/${list}`, { _meta: { [key]: id } });
const discovered = (capabilities: Json): Part => asked("server/discover", {}, gives({ capabilities }));
const noneOpened = untested("no subscription was opened");
const nothingCame = idle("nothing came on a subscription");
const nothingChanged = idle("nothing changed while a subscription was open");
const neither = idle("the server declares neither listChanged nor subscribe");
const unasked = (line: number): object => broken("notifications/tools/list_changed was not asked for", line);

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "what was refused in the request comes",
    subscriptionsOnlyRequested,
    [listen({ toolsListChanged: false }), changed("tools/list_changed")],
    unasked(3),
  ],
  [
    "a prompt list comes that was asked for",
    subscriptionsOnlyRequested,
    [listen({ promptsListChanged: true }), changed("prompts/list_changed")],
    kept(3),
  ],
  [
    "a resource list comes that was asked for",
    subscriptionsOnlyRequested,
    [listen({ resourcesListChanged: true }), changed("resources/list_changed")],
    kept(3),
  ],
  [
    "an update comes that was asked for",
    subscriptionsOnlyRequested,
    [listen({ resourceSubscriptions: ["a:b"] }), changed("resources/updated")],
    kept(3),
  ],
  [
    "an update comes, and none was named",
    subscriptionsOnlyRequested,
    [listen({ resourceSubscriptions: [] }), changed("resources/updated")],
    broken("notifications/resources/updated was not asked for", 3),
  ],
  [
    "a change without an id was asked for by some",
    subscriptionsOnlyRequested,
    [listen(), listen({ toolsListChanged: true }), changed("tools/list_changed", 9)],
    kept(4),
  ],
  [
    "a change without an id was asked for by nobody",
    subscriptionsOnlyRequested,
    [listen(), changed("tools/list_changed", 9)],
    unasked(3),
  ],
  [
    "a change without an id was asked for later",
    subscriptionsOnlyRequested,
    [listen(), changed("tools/list_changed", 9), listen({ toolsListChanged: true })],
    unasked(3),
  ],
  [
    "what another subscription asked for comes",
    subscriptionsOnlyRequested,
    [listen(), listen({ toolsListChanged: true }), changed("tools/list_changed", 2)],
    unasked(4),
  ],
  ["nothing changes", subscriptionsOnlyRequested, [listen(), ack()], nothingChanged],
  [
    "all of it is acknowledged",
    subscriptionsAckSubset,
    [
      listen({ toolsListChanged: true, resourceSubscriptions: ["a:b", "a:c"] }),
      ack(2, { toolsListChanged: true, resourceSubscriptions: ["a:c"] }),
    ],
    kept(3),
  ],
  [
    "more is acknowledged",
    subscriptionsAckSubset,
    [listen({ promptsListChanged: true }), ack(2, { promptsListChanged: true, toolsListChanged: true })],
    broken("toolsListChanged was acknowledged and not asked for", 3),
  ],
  [
    "what was refused is acknowledged",
    subscriptionsAckSubset,
    [listen({ toolsListChanged: false }), ack(2, { toolsListChanged: true })],
    broken("toolsListChanged was acknowledged and not asked for", 3),
  ],
  [
    "nothing of more is acknowledged",
    subscriptionsAckSubset,
    [listen(), ack(2, { toolsListChanged: false, resourceSubscriptions: [] })],
    kept(3),
  ],
  [
    "another resource is acknowledged",
    subscriptionsAckSubset,
    [listen({ resourceSubscriptions: ["a:b"] }), ack(2, { resourceSubscriptions: ["a:b", "a:c"] })],
    broken('"a:c" was acknowledged and not asked for', 3),
  ],
  [
    "resources are acknowledged with a word",
    subscriptionsAckSubset,
    [listen({ resourceSubscriptions: ["a:b"] }), ack(2, { resourceSubscriptions: true })],
    kept(3),
  ],
  [
    "another subscription is acknowledged",
    subscriptionsAckSubset,
    [listen(), ack(7, { toolsListChanged: true })],
    untested("no subscription was acknowledged"),
  ],
  ["no subscription is acknowledged", subscriptionsAckSubset, [listen()], nothingCame],
  ["an end names the subscription", subscriptionsEndResult, [listen({}, gives({ _meta: { [key]: 2 } }))], kept(3)],
  [
    "an end names it as a text",
    subscriptionsEndResult,
    [listen({}, gives({ _meta: { [key]: "2" } }))],
    broken('subscriptionId is "2"', 3),
  ],
  ["an end names nothing", subscriptionsEndResult, [listen({}, ok)], broken("subscriptionId is missing", 3)],
  [
    "an end is an error",
    subscriptionsEndResult,
    [listen({}, fails(-32603))],
    idle("the server ended no subscription with a result"),
  ],
  ...["tools", "prompts", "resources"].map(
    (name) =>
      [
        `${name} may change, and nobody can listen`,
        subscriptionsServed,
        [discovered({ [name]: { listChanged: true } }), listen({}, fails(-32601))] as readonly Part[],
        broken("subscriptions/listen was answered with error -32601", 5),
      ] as const,
  ),
  [
    "resources may be subscribed to, and somebody listens",
    subscriptionsServed,
    [discovered({ resources: { subscribe: true } }), listen(), ack(4)],
    kept(5),
  ],
  [
    "somebody listens, and another subscription is acknowledged",
    subscriptionsServed,
    [discovered({ resources: { subscribe: true } }), listen(), ack(9)],
    noneOpened,
  ],
  [
    "tools can be subscribed to, which is nothing",
    subscriptionsServed,
    [discovered({ tools: { subscribe: true } }), listen({}, fails(-32601))],
    neither,
  ],
  [
    "tools do not change",
    subscriptionsServed,
    [discovered({ tools: { listChanged: false } }), listen({}, fails(-32601))],
    neither,
  ],
  [
    "nothing can be discovered",
    subscriptionsServed,
    [asked("server/discover", {}, fails(-32601)), listen({}, fails(-32601))],
    neither,
  ],
])("of subscriptions it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

it("a result that ends a subscription and is empty explains what every result has to have", () => {
  expect(subscriptionsEndResult.explains).toEqual([
    { checks: ["discovery.result-type", "discovery.server-info"], within: "message" },
  ]);
});
