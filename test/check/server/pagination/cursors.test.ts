import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { paginationCursorAccepted, paginationInvalidCursor } from "../../../../src/check/server/pagination.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, broken, conversation, fails, gives, idle, kept, type Part, untested } from "../conversation.ts";

const at = (cursor: Json | undefined): JsonObject => (cursor === undefined ? {} : { cursor });
const list = (method: string, cursor?: Json, answer?: Answer): Part => asked(`${method}/list`, at(cursor), answer);
const onTo = (nextCursor: Json): Answer => gives({ tools: [], prompts: [], resources: [], nextCursor });
const last = gives({ tools: [], prompts: [], resources: [] });
const first = list("tools", undefined, onTo("2"));
const onlyOne = idle("no list has more than one page");
const unanswered = untested("no list was answered");
const noneOdd = untested("no list was asked for with a cursor the server never gave");
const alike = (method: string): object => idle(`${method} fails in the same words whatever it is asked`);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["a given cursor is accepted", paginationCursorAccepted, [first, list("tools", "2", last)], kept(5)],
  [
    "a given cursor is empty and accepted",
    paginationCursorAccepted,
    [list("tools", undefined, onTo("")), list("tools", "", last)],
    kept(5),
  ],
  [
    "a given cursor is refused",
    paginationCursorAccepted,
    [first, list("tools", "2", fails(-32602))],
    broken("tools/list refused its own cursor with -32602", 5),
  ],
  [
    "a second cursor is refused",
    paginationCursorAccepted,
    [first, list("tools", "2", onTo("3")), list("tools", "3", fails(-32603))],
    broken("tools/list refused its own cursor with -32603", 7),
  ],
  [
    "a given cursor of prompts is not answered",
    paginationCursorAccepted,
    [first, list("tools", "2", last), list("prompts", undefined, onTo("2")), list("prompts", "2")],
    kept(5),
  ],
  [
    "a cursor of another list is refused",
    paginationCursorAccepted,
    [first, list("prompts", undefined, last), list("prompts", "2", fails(-32602))],
    onlyOne,
  ],
  ["a cursor that was never given is refused", paginationCursorAccepted, [first, list("tools", "9", fails(-32602))], onlyOne],
  ["there is one page", paginationCursorAccepted, [list("tools", undefined, last)], onlyOne],
  ["a list is refused", paginationCursorAccepted, [list("tools", undefined, fails(-32603))], unanswered],
  ["a list is asked for with an odd cursor alone", paginationCursorAccepted, [list("tools", "9", last)], unanswered],
  ["an odd cursor is refused with -32602", paginationInvalidCursor, [list("tools", "9", fails(-32602))], kept(3)],
  [
    "an odd cursor is accepted",
    paginationInvalidCursor,
    [list("tools", "9", last)],
    broken("tools/list accepted a cursor it never gave", 3),
  ],
  [
    "an odd cursor is refused with something else",
    paginationInvalidCursor,
    [list("prompts", "8", fails(-32602)), list("prompts", "9", fails(-32000))],
    broken("prompts/list: error -32000, expected -32602", 5),
  ],
  ["a list is not there", paginationInvalidCursor, [list("tools", "9", fails(-32601))], noneOdd],
  ["an odd cursor is not answered", paginationInvalidCursor, [list("tools", "9")], noneOdd],
  ["a given cursor is refused all the same", paginationInvalidCursor, [first, list("tools", "2", fails(-32000))], noneOdd],
  [
    "a cursor of another list is accepted",
    paginationInvalidCursor,
    [first, list("prompts", "2", last)],
    broken("prompts/list accepted a cursor it never gave", 5),
  ],
  ["a list has no cursor", paginationInvalidCursor, [list("tools", undefined, last)], noneOdd],
  [
    "a list fails without a cursor too",
    paginationInvalidCursor,
    [list("tools", undefined, fails(-32000)), list("tools", "9", fails(-32000))],
    alike("tools/list"),
  ],
  [
    "a list fails in other words without a cursor",
    paginationInvalidCursor,
    [list("tools", undefined, fails(-32000, "down")), list("tools", "9", fails(-32000, "no cursor"))],
    broken("tools/list: error -32000, expected -32602", 5),
  ],
  [
    "two odd cursors are refused in the same words",
    paginationInvalidCursor,
    [list("tools", "8", fails(-32000)), list("tools", "9", fails(-32000))],
    broken("tools/list: error -32000, expected -32602", 3, 5),
  ],
])("of cursors it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
