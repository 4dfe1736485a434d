// What lists of every family have in common is held by test/check/rules/lists; here, that these are checks of prompts.
import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  promptsCapabilityServed,
  promptsDeclaredWhenServed,
  promptsDescribed,
  promptsIconsUsable,
  promptsListAnswered,
  promptsListChangedAnnounced,
  promptsListChangedDeclared,
  promptsListChangedSent,
  promptsListSameOnConnections,
  promptsUndeclaredMethod,
} from "../../../../src/check/server/prompts/requests.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { opened } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, fails, gives, on, type Part, says } from "../conversation.ts";
import { listing, prompt } from "./prompts.ts";

const declaring = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const refused = asked("prompts/list", {}, fails(-32602));
const method = "notifications/prompts/list_changed";
const unserved = broken("prompts/list was answered with error -32602, though prompts is declared", 5);
const undeclared = broken(`${method} was sent, but prompts.listChanged is not declared`, 4);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["is declared and refused", promptsListAnswered, [declaring({ prompts: {} }), refused], unserved],
  ["is declared and refused, as ever", promptsCapabilityServed, [declaring({ prompts: {} }), refused], unserved],
  [
    "is not declared and served",
    promptsDeclaredWhenServed,
    [declaring({ tools: {} }), listing(prompt("p"))],
    broken("prompts/list lists 1 prompts, but the capability prompts is not declared", 5),
  ],
  [
    "is not declared and refused with another code",
    promptsUndeclaredMethod,
    [declaring({ tools: {} }), refused],
    broken("prompts/list was answered with error -32602, expected error -32601", 5),
  ],
  ["changes undeclared", promptsListChangedDeclared, [declaring({ tools: { listChanged: true } }), says(method)], undeclared],
  ["changes unannounced", promptsListChangedAnnounced, [declaring({ tools: { listChanged: true } }), says(method)], undeclared],
  [
    "changes in silence",
    promptsListChangedSent,
    [listing(prompt("p")), listing(prompt("q"))],
    { ...broken(`the list changed between #2 and #4 without ${method}`, 5), timing: true },
  ],
  [
    "is another one elsewhere",
    promptsListSameOnConnections,
    [opened({ connection: 2 }), listing(prompt("p")), on(2, listing(prompt("q")))],
    { ...broken("only on connection 1: p; only on connection 2: q (#3 and #5)", 6), timing: true },
  ],
  ["has no descriptions", promptsDescribed, [listing(prompt("p"))], broken('"p" has no description', 3)],
  [
    "has icons in files",
    promptsIconsUsable,
    [listing({ name: "p", icons: [{ src: "file:///a" }] })],
    broken('an icon with src "file:///a"', 3),
  ],
])("a list of prompts that %s is wrong", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
