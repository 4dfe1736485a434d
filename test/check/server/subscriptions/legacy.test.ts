import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  subscriptionsSubscribeAnswered,
  subscriptionsUpdatedAnnounced,
  subscriptionsUpdatedDeclared,
  subscriptionsUpdatedSubscribed,
} from "../../../../src/check/server/subscriptions/legacy.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { note, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import { type Answer, asked, broken, conversation, fails, gives, kept, type Part, says, untested } from "../conversation.ts";

const ok = gives({});
const at = (method: string, uri: string, answer?: Answer): Part => asked(method, { uri }, answer);
const updated: Part = says("notifications/resources/updated", { uri: "a:b" });
const declaring = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const undeclared = (...lines: readonly number[]): object =>
  broken("an update was sent, but resources.subscribe is not declared", ...lines);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["an update was announced", subscriptionsUpdatedAnnounced, [declaring({ resources: { subscribe: true } }), updated], kept(4)],
  ["nothing is announced and nothing comes", subscriptionsUpdatedAnnounced, [], untested("the server announced no capabilities")],
  ["two updates were not declared", subscriptionsUpdatedDeclared, [declaring({}), updated, updated], undeclared(4, 5)],
  [
    "the first resource can be subscribed to and the second not be left",
    subscriptionsSubscribeAnswered,
    [at("resources/subscribe", "a:b", ok), at("resources/unsubscribe", "a:c", fails(-32603))],
    broken('resources/unsubscribe of "a:c" fails with -32603', 5),
  ],
  [
    "two resources cannot be subscribed to, and the second not be read",
    subscriptionsSubscribeAnswered,
    [
      at("resources/subscribe", "a:b", fails(-32603)),
      at("resources/subscribe", "a:c", fails(-32603)),
      at("resources/read", "a:d", ok),
      at("resources/read", "a:c", fails(-32603)),
    ],
    broken('resources/subscribe of "a:b" fails with -32603', 3),
  ],
  [
    "a subscription without a URI fails as reading without one does",
    subscriptionsSubscribeAnswered,
    [asked("resources/subscribe", {}, fails(-32603)), asked("resources/read", {}, fails(-32603))],
    untested("no resource was subscribed to"),
  ],
  [
    "one of two subscriptions was left",
    subscriptionsUpdatedSubscribed,
    [at("resources/subscribe", "a:b", ok), at("resources/subscribe", "a:c", ok), at("resources/unsubscribe", "a:b", ok), updated],
    kept(8),
  ],
  [
    "leaving is refused",
    subscriptionsUpdatedSubscribed,
    [at("resources/subscribe", "a:b", ok), at("resources/unsubscribe", "a:b", fails(-32603)), updated],
    kept(6),
  ],
])("of resources that are subscribed to it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

it("an update on a stream of its own may have been sent before the end of the subscription", () => {
  const stream = [posted(1, null, {}, { method: "GET" }), status(1, 200, { "content-type": "text/event-stream" })];
  const parts = [...stream, streamed(1, note("notifications/resources/updated", { uri: "a:b" }))];
  expect(subscriptionsUpdatedSubscribed.verify(conversation(parts, { transport: "http" }))).toEqual({
    ...broken('an update of "a:b" without a subscription', 4),
    timing: true,
  });
});

it("an update that was not declared explains that nobody subscribed to it", () => {
  expect(subscriptionsUpdatedDeclared.explains).toEqual([{ checks: ["subscriptions.updated-subscribed"], within: "message" }]);
  expect(subscriptionsSubscribeAnswered.capability).toBe("resources.subscribe");
});
