import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { toolsBareCall } from "../../../../src/check/server/tools/bare-call.ts";
import {
  toolsFailureInResult,
  toolsUnknownName,
  toolsUnknownNameCode,
  toolsUnknownNameFails,
} from "../../../../src/check/server/tools/call.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, quiet, tagged, untested } from "../conversation.ts";
import { breaks, called, judged, listing, tool, works } from "./tools.ts";

const start = listing(tool("echo"));
const silenced = idle("listed tools fail in the same words");
const nobody = (answer?: Parameters<typeof called>[2]): Part => called("nobody", {}, answer);

it.each<readonly [string, readonly Part[], object, object, object]>([
  ["is refused with -32602", [start, nobody(fails(-32602))], kept(5), kept(5), kept(5)],
  [
    "is refused with -32601",
    [start, nobody(fails(-32601))],
    kept(5),
    broken("answered with error -32601, expected error -32602", 5),
    kept(5),
  ],
  [
    "is answered with isError",
    [start, nobody(breaks())],
    broken('the unknown tool "nobody" was answered with a result', 5),
    idle("the call of an unknown tool was answered with a result"),
    kept(5),
  ],
  [
    "works",
    [start, nobody(works())],
    broken('the unknown tool "nobody" was answered with a result', 5),
    idle("the call of an unknown tool was answered with a result"),
    broken('the unknown tool "nobody" was answered as if it had worked', 5),
  ],
  [
    "is refused once and works once",
    [start, nobody(fails(-32602)), nobody(works())],
    broken('the unknown tool "nobody" was answered with a result', 7),
    kept(5),
    broken('the unknown tool "nobody" was answered as if it had worked', 7),
  ],
  [
    "is refused in the words of a listed one, each with its own name",
    [start, called("echo", {}, fails(-32602, "echo is down")), nobody(fails(-32602, "nobody is down"))],
    silenced,
    silenced,
    silenced,
  ],
  [
    "is refused in the words of a listed one but for its short name",
    [listing(tool("ab")), called("ab", {}, fails(-32602, "ab is down")), called("xy", {}, fails(-32602, "xy is down"))],
    kept(7),
    kept(7),
    kept(7),
  ],
  [
    "is not answered",
    [start, nobody()],
    untested("no unknown tool was called"),
    untested("no call of an unknown tool was refused with an error"),
    untested("no unknown tool was called"),
  ],
  [
    "has a name that is no text",
    [start, called(7, {}, works())],
    untested("no unknown tool was called"),
    untested("no call of an unknown tool was refused with an error"),
    untested("no unknown tool was called"),
  ],
  [
    "is listed",
    [start, called("echo", {}, works())],
    untested("no unknown tool was called"),
    untested("no call of an unknown tool was refused with an error"),
    untested("no unknown tool was called"),
  ],
  [
    "may be on a page that was not asked for",
    [asked("tools/list", {}, gives({ tools: [], nextCursor: "2" })), nobody(fails(-32602))],
    untested("no unknown tool was called"),
    untested("no call of an unknown tool was refused with an error"),
    untested("no unknown tool was called"),
  ],
  [
    "was made up on purpose, whatever is on pages that were not asked for",
    [asked("tools/list", {}, gives({ tools: [], nextCursor: "2" })), tagged("unknown-tool", nobody(fails(-32602)))],
    kept(6),
    kept(6),
    kept(6),
  ],
  [
    "was called for another purpose",
    [start, tagged("other", nobody(fails(-32602)))],
    untested("no unknown tool was called"),
    untested("no call of an unknown tool was refused with an error"),
    untested("no unknown tool was called"),
  ],
  [
    "is refused as a listed one is",
    [start, called("echo", {}, fails(-32603)), nobody(fails(-32603))],
    silenced,
    silenced,
    silenced,
  ],
  [
    "is refused by its name as a listed one is by its own",
    [start, called("echo", {}, fails(-32603, "echo is down")), nobody(fails(-32603, "nobody is down"))],
    silenced,
    silenced,
    silenced,
  ],
  [
    "fails in words in which a listed one fails",
    [start, called("echo", {}, breaks("gone")), nobody(breaks("gone"))],
    silenced,
    silenced,
    silenced,
  ],
  [
    "is refused in words in which a listed one fails on purpose",
    [start, tagged("upstream-failure", called("echo", {}, fails(-32602))), nobody(fails(-32602))],
    kept(9),
    kept(9),
    kept(9),
  ],
  [
    "is refused in words in which a listed one is refused for its arguments",
    [start, called("echo", {}, fails(-32602)), judged("arguments", 4, ["refuses", "refuses"]), nobody(fails(-32602))],
    kept(8),
    kept(8),
    kept(8),
  ],
  [
    "works as a listed one does",
    [start, called("echo", {}, works()), nobody(works())],
    broken('the unknown tool "nobody" was answered with a result', 7),
    idle("the call of an unknown tool was answered with a result"),
    broken('the unknown tool "nobody" was answered as if it had worked', 7),
  ],
])("of a tool that %s, the answer, its code and its failing are judged", (_title, parts, name, code, failing) => {
  const trace = conversation(parts);
  expect([toolsUnknownName, toolsUnknownNameCode, toolsUnknownNameFails].map((check) => check.verify(trace))).toEqual([
    name,
    code,
    failing,
  ]);
});

it.each<readonly [string, readonly Part[], object]>([
  ["says so in its result", [start, called("echo", {}, breaks())], kept(5)],
  ["breaks the server's own work", [start, called("echo", {}, fails(-32603))], broken('"echo" failed with error -32603', 5)],
  ["refuses its arguments", [start, called("echo", {}, fails(-32602))], untested("no tool failed")],
  ["works", [start, called("echo", {}, works())], untested("no tool failed")],
  [
    "has nothing to work with, and any error says so",
    [start, tagged("upstream-failure", called("echo", {}, fails(-32000)))],
    broken('"echo" failed with error -32000', 6),
  ],
  [
    "has nothing to work with, and works",
    [start, tagged("upstream-failure", called("echo", {}, works()))],
    untested("no tool failed"),
  ],
  ["is called with a made-up header", [start, tagged("other", called("echo", {}, fails(-32603)))], untested("no tool failed")],
  ["is called as a task", [start, called("echo", {}, fails(-32603), { task: {} })], untested("no tool failed")],
  ["is not listed", [listing(), called("echo", {}, fails(-32603))], untested("no tool failed")],
  [
    "is given what one validator refuses",
    [start, called("echo", {}, fails(-32603)), judged("arguments", 4, ["accepts", "refuses"])],
    untested("no tool failed"),
  ],
  [
    "is given what the other validator refuses",
    [start, called("echo", {}, fails(-32603)), judged("arguments", 4, ["refuses", "accepts"])],
    untested("no tool failed"),
  ],
  [
    "is given what both validators accept",
    [start, called("echo", {}, fails(-32603)), judged("arguments", 4, ["accepts", "accepts"])],
    broken('"echo" failed with error -32603', 5),
  ],
  [
    "is given what fits, and another call was refused",
    [start, called("echo", {}, fails(-32603)), judged("arguments", 40, ["refuses", "refuses"])],
    broken('"echo" failed with error -32603', 5),
  ],
])("a failure is looked at of a tool that %s", (_title, parts, wanted) => {
  expect(toolsFailureInResult.verify(conversation(parts))).toEqual(wanted);
});

const bare = (answer?: Parameters<typeof called>[2]): Part => tagged("bare-call", called("echo", undefined, answer));
const twice: readonly Part[] = [called("echo", {}, works()), called("echo", {}, works())];
const never = idle("no tool that may be called always does with {}");
const check: Check = toolsBareCall;

it.each<readonly [string, readonly Part[], object]>([
  ["works as it does with none", [start, ...twice, bare(works())], kept(10)],
  ["fails and works with none", [start, ...twice, bare(breaks())], broken('"echo" failed, and succeeds with {}', 10)],
  [
    "is refused and works with none",
    [start, ...twice, bare(fails(-32602))],
    broken('"echo" answered with error -32602, and succeeds with {}', 10),
  ],
  ["gives a task and works with none", [start, ...twice, bare(gives({ task: {} }))], kept(10)],
  ["worked only once with none", [start, called("echo", {}, works()), bare(breaks())], never],
  ["failed once with none", [start, ...twice, called("echo", {}, breaks()), bare(breaks())], never],
  [
    "was silent once with none",
    [start, ...twice, called("echo", {}), bare(breaks())],
    broken('"echo" failed, and succeeds with {}', 11),
  ],
  ["was silent with none but once", [start, called("echo", {}, works()), called("echo", {}), bare(breaks())], never],
  [
    "worked twice with other arguments",
    [start, called("echo", { a: 1 }, works()), called("echo", { a: 1 }, works()), bare(breaks())],
    never,
  ],
  [
    "worked twice as a task",
    [start, called("echo", {}, works(), { task: {} }), called("echo", {}, works(), { task: {} }), bare(breaks())],
    never,
  ],
  [
    "worked twice for another purpose",
    [start, tagged("other", called("echo", {}, works())), tagged("other", called("echo", {}, works())), bare(breaks())],
    never,
  ],
  ["has a twin that worked twice", [start, called("add", {}, works()), called("add", {}, works()), bare(breaks())], never],
  ["requires an empty list", [listing(tool("echo", { inputSchema: { required: [] } })), ...twice, bare(works())], kept(10)],
  ["requires an argument", [listing(tool("echo", { inputSchema: { required: ["a"] } })), ...twice, bare(works())], never],
  ["requires what is no list", [listing(tool("echo", { inputSchema: { required: "a" } })), ...twice, bare(works())], never],
  ["is not listed", [listing(), ...twice, bare(works())], never],
  ["is not answered", [start, ...twice, bare(), quiet(9)], never],
  ["is called with an empty object alone", [start, ...twice], untested("no tool was called without the member arguments")],
])("a call without the member arguments is judged of a tool that %s", (_title, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
