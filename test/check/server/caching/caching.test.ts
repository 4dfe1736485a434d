import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  cachingHintsPresent,
  cachingInterimWithoutHints,
  cachingScopeSameOnPages,
  cachingScopeValid,
  cachingTtlValid,
} from "../../../../src/check/server/caching.ts";
import { schemaKnownNotifications, schemaKnownRequests } from "../../../../src/check/server/schema/messages.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, received } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, says, untested } from "../conversation.ts";

const hints = { ttlMs: 0, cacheScope: "private" };
const list = (more: JsonObject, method = "tools/list"): Part => asked(method, {}, gives({ tools: [], ...more }));
const page = (cursor: string | undefined, cacheScope: Json | undefined, nextCursor?: string): Part =>
  asked(
    "tools/list",
    cursor === undefined ? {} : { cursor },
    gives({
      tools: [],
      ...(cacheScope === undefined ? {} : { cacheScope }),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    }),
  );
const nothing = untested("no result that can be cached was seen");
const demand = { resultType: "input_required" };

it.each<readonly [string, Check, readonly Part[], object]>([
  ...["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"].map(
    (method) =>
      [
        `${method} has no hints`,
        cachingHintsPresent,
        [list({}, method)] as readonly Part[],
        broken(`${method} without ttlMs and cacheScope`, 3),
      ] as const,
  ),
  ["both hints are there", cachingHintsPresent, [list(hints)], kept(3)],
  ["one hint is there", cachingHintsPresent, [list({ ttlMs: 0 })], broken("tools/list without cacheScope", 3)],
  ["the other hint is there", cachingHintsPresent, [list({ cacheScope: "public" })], broken("tools/list without ttlMs", 3)],
  ["what cannot be cached has no hints", cachingHintsPresent, [list({}, "tools/call")], nothing],
  ["a demand for input has no hints", cachingHintsPresent, [list(demand, "resources/read")], nothing],
  ["a list is refused", cachingHintsPresent, [asked("tools/list", {}, fails(-32603))], nothing],
  ["a time is nothing", cachingTtlValid, [list(hints)], kept(3)],
  ["a time is negative", cachingTtlValid, [list({ ttlMs: -1 })], broken("ttlMs of tools/list is -1", 3)],
  ["a time is a part", cachingTtlValid, [list({ ttlMs: 1.5 })], broken("ttlMs of tools/list is 1.5", 3)],
  ["a time is a text", cachingTtlValid, [list({ ttlMs: "1" })], broken('ttlMs of tools/list is "1"', 3)],
  ["no time is given", cachingTtlValid, [list({})], idle("no result has a ttlMs")],
  ["no time is given, and nothing to cache", cachingTtlValid, [], nothing],
  ["a scope is public", cachingScopeValid, [list({ cacheScope: "public" })], kept(3)],
  ["a scope is private", cachingScopeValid, [list({ cacheScope: "private" })], kept(3)],
  ["a scope is another", cachingScopeValid, [list({ cacheScope: "shared" })], broken('cacheScope of tools/list is "shared"', 3)],
  ["no scope is given", cachingScopeValid, [list({})], idle("no result has a cacheScope")],
  ["no scope is given, and nothing to cache", cachingScopeValid, [], nothing],
  ["two pages have one scope", cachingScopeSameOnPages, [page(undefined, "public", "2"), page("2", "public")], kept(3)],
  [
    "two pages have two scopes",
    cachingScopeSameOnPages,
    [page(undefined, "public", "2"), page("2", "private")],
    broken('pages of tools/list are "public", "private"', 3),
  ],
  [
    "one of two pages has no scope",
    cachingScopeSameOnPages,
    [page(undefined, "public", "2"), page("2", undefined)],
    broken('pages of tools/list are "public", ', 3),
  ],
  [
    "a list has one page",
    cachingScopeSameOnPages,
    [page(undefined, "public"), page(undefined, "private")],
    idle("no list has more than one page"),
  ],
  [
    "a demand for input has hints",
    cachingInterimWithoutHints,
    [list({ ...demand, ...hints }, "tools/call")],
    broken("an input_required result with ttlMs and cacheScope", 3),
  ],
  [
    "a demand for input has one hint",
    cachingInterimWithoutHints,
    [list({ ...demand, cacheScope: "public" }, "tools/call")],
    broken("an input_required result with cacheScope", 3),
  ],
  ["a demand for input has none", cachingInterimWithoutHints, [list(demand, "tools/call")], kept(3)],
  ["no input is asked for", cachingInterimWithoutHints, [list(hints)], idle("the server asked for no input")],
])("of what may be cached it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});

it.each<readonly [string, Check, Part, object]>([
  ["a ping", schemaKnownRequests, received(ask(1, "ping")), kept(2)],
  [
    "an elicitation, which came later",
    schemaKnownRequests,
    received(ask(1, "elicitation/create")),
    broken("elicitation/create is part of 2025-06-18, not of 2025-03-26", 2),
  ],
  [
    "a request for a task, which came much later",
    schemaKnownRequests,
    received(ask(1, "tasks/get")),
    broken("tasks/get is part of 2025-11-25, not of 2025-03-26", 2),
  ],
  ["a request nobody knows", schemaKnownRequests, received(ask(1, "own/method")), kept(2)],
  ["no request", schemaKnownRequests, says("notifications/message", {}), idle("the server sent no requests")],
  ["a log message", schemaKnownNotifications, says("notifications/message", {}), kept(2)],
  [
    "an acknowledgment, which came last",
    schemaKnownNotifications,
    says("notifications/subscriptions/acknowledged", {}),
    broken("notifications/subscriptions/acknowledged is part of 2026-07-28, not of 2025-03-26", 2),
  ],
  ["a notification nobody knows", schemaKnownNotifications, says("notifications/own", {}), kept(2)],
  ["no notification", schemaKnownNotifications, received(ask(1, "ping")), idle("the server sent no notifications")],
])("%s is judged by the revision", (_title, check, part, wanted) => {
  expect(check.verify(conversation([part], { revision: "2025-03-26" }))).toEqual(wanted);
});
