import { expect, it } from "vitest";
import { promptsMissingArgument, promptsUnknownName } from "../../../../src/check/server/prompts/requests.ts";
import { broken, conversation, fails, idle, kept, type Part, tagged, untested } from "../conversation.ts";
import { further, got, listing, needed, paged, prompt, served } from "./prompts.ts";

const start = listing(prompt("p"), prompt("q", needed("a")));
const refusal = fails(-32602);
const anyway = idle("prompts/get fails in the same words whatever it is asked");
const asMethod = "prompts is declared, and prompts/get is answered as an unknown method (-32601)";

const noUnknown = untested("no unknown prompt was asked for");
const otherCode = '"nobody" answered with error -32601, expected error -32602';
const nobody = (answer?: Parameters<typeof got>[2]): Part => got("nobody", {}, answer);

it.each<readonly [string, readonly Part[], object]>([
  ["is refused", [start, nobody(refusal)], kept(5)],
  ["is served", [start, nobody(served)], broken('"nobody" answered with a result, expected error -32602', 5)],
  ["is refused as unknown", [start, nobody(fails(-32601, "no PROMPT nobody"))], broken(otherCode, 5)],
  ["is refused as unknown in few words", [start, nobody(fails(-32601))], broken(asMethod, 5)],
  ["is refused as an unknown method", [start, nobody(fails(-32601, "Method not found: prompts/get"))], broken(asMethod, 5)],
  [
    "is refused by a server that speaks of prompts",
    [start, nobody(fails(-32601, "prompts/get knows no such prompt"))],
    broken(otherCode, 5),
  ],
  [
    "is refused as unknown in few words, where another is served",
    [start, nobody(fails(-32601)), got("p", {}, served)],
    broken(otherCode, 5),
  ],
  [
    "is refused as unknown in few words, where another is refused otherwise",
    [start, nobody(fails(-32601)), got("p", {}, fails(-32602))],
    broken(otherCode, 5),
  ],
  [
    "is refused as unknown in few words, where another is refused by its name",
    [start, nobody(fails(-32601)), got("q", {}, fails(-32601, "prompt q needs a"))],
    broken(otherCode, 5),
  ],
  [
    "is refused as an unknown method, where another is not answered",
    [start, nobody(fails(-32601)), got("p", {})],
    broken(asMethod, 5),
  ],
  ["is not answered", [start, nobody()], noUnknown],
  ["has a name that is no text", [start, got(7, {}, served)], noUnknown],
  ["is listed", [start, got("p", {}, served)], noUnknown],
  ["is asked for with something special", [start, tagged("odd", nobody(served))], noUnknown],
  ["may be listed", [nobody(served)], noUnknown],
  ["may be on a page that was not asked for", [paged("2", prompt("p")), nobody(served)], noUnknown],
  ["was on the second page", [paged("2", prompt("p")), further("2", prompt("nobody")), got("nobody", {}, served)], noUnknown],
  ["is in neither list, of which one was read to the end", [paged("2", prompt("p")), start, nobody(refusal)], kept(7)],
  ["is refused in the words in which a listed one is", [start, got("p", {}, refusal), nobody(refusal)], anyway],
  ["is refused in other words than a listed one", [start, got("p", {}, fails(-32603)), nobody(refusal)], kept(7)],
  ["is refused in the words in which one without its argument is", [start, got("q", {}, refusal), nobody(refusal)], kept(7)],
  ["is refused in the words in which one with its argument is", [start, got("q", { a: "" }, refusal), nobody(refusal)], anyway],
  ["is refused in the words in which another unknown one is", [start, nobody(refusal), got("none", {}, refusal)], kept(5, 7)],
  [
    "is refused well once, and badly then",
    [start, nobody(refusal), nobody(fails(-32000))],
    broken('"nobody" answered with error -32000, expected error -32602', 7),
  ],
])("an unknown prompt that %s is judged", (_title, parts, wanted) => {
  expect(promptsUnknownName.verify(conversation(parts))).toEqual(wanted);
});

const unasked = untested("no prompt was asked for without a required argument");
const noneNeeded = idle("no prompt has a required argument");
const accepted = broken('"q" answered with a result, expected error -32602', 5);
const two = listing(prompt("q", needed("a"), { name: "b" }, needed("c")));

it.each<readonly [string, readonly Part[], object]>([
  ["nothing is listed", [got("q", {}, served)], unasked],
  ["no prompt has arguments", [listing({ name: "q" }), got("q", {}, served)], noneNeeded],
  ["an argument is optional", [listing(prompt("q", { name: "a", required: false })), got("q", {}, served)], noneNeeded],
  ["an argument is required in a word", [listing(prompt("q", { name: "a", required: "yes" })), got("q", {}, served)], noneNeeded],
  ["arguments are no list", [listing({ name: "q", arguments: { required: true } }), got("q", {}, served)], noneNeeded],
  ["there is no such request", [start], unasked],
  ["the member is left out", [start, got("q", undefined, refusal)], kept(5)],
  ["there are no arguments", [start, got("q", {}, refusal)], kept(5)],
  ["there are other arguments", [start, got("q", { b: "1" }, refusal)], kept(5)],
  ["the arguments are null", [start, got("q", null, refusal)], kept(5)],
  ["it is served", [start, got("q", {}, served)], accepted],
  ["it is served with other arguments", [start, got("q", { b: "1" }, served)], accepted],
  [
    "it is refused with another code",
    [start, got("q", {}, fails(-32603))],
    broken('"q" answered with error -32603, expected error -32602', 5),
  ],
  ["it is refused as an unknown method", [start, got("q", {}, fails(-32601))], broken(asMethod, 5)],
  ["it is given", [start, got("q", { a: "" }, served)], unasked],
  ["it is given as null", [start, got("q", { a: null }, served)], unasked],
  ["one of two is given", [two, got("q", { a: "1" }, served)], accepted],
  ["the other of two is given", [two, got("q", { c: "1" }, served)], accepted],
  ["both are given, and not the optional one", [two, got("q", { a: "1", c: "1" }, served)], unasked],
  ["its name is a number", [listing(prompt("q", needed(7))), got("q", { 7: "1" }, served)], unasked],
  ["an entry is no argument", [listing(prompt("q", null, needed("a"))), got("q", {}, served)], accepted],
  ["the prompt is not listed", [start, got("r", {}, served)], unasked],
  ["the prompt is another one", [start, got("p", {}, served)], unasked],
  ["it is not answered", [start, got("q", {})], unasked],
  ["the request is special", [start, tagged("odd", got("q", {}, served))], unasked],
  ["the whole fails in the same words", [start, got("q", { a: "1" }, refusal), got("q", {}, refusal)], anyway],
  ["two prompts fail so", [start, got("q", {}, refusal), got("q", { b: "1" }, refusal)], kept(5, 7)],
  ["an unknown one fails in the same words", [start, got("r", {}, refusal), got("q", {}, refusal)], kept(7)],
])("a prompt without a required argument is judged where %s", (_title, parts, wanted) => {
  expect(promptsMissingArgument.verify(conversation(parts))).toEqual(wanted);
});
