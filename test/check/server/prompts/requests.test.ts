import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  promptsArgumentsOptional,
  promptsArgumentsUnique,
  promptsListedGettable,
  promptsNamesUnique,
} from "../../../../src/check/server/prompts/requests.ts";
import { broken, conversation, fails, idle, kept, type Part, tagged, untested } from "../conversation.ts";
import { further, got, listing, needed, paged, prompt, served } from "./prompts.ts";

const start = listing(prompt("p", { name: "z" }), prompt("q", needed("a")), prompt("r"));
const refusal = fails(-32602);
const ungot = untested("no listed prompt was asked for with its arguments");
const unbare = idle("no listed prompt was fetched without arguments");
const failing = '"p" fails with error -32602';
const strict = `${failing}, and is served with "arguments": {}`;

it.each<readonly [string, readonly Part[], object, object]>([
  ["is not asked for", [start], ungot, unbare],
  ["is not answered", [start, got("p")], ungot, unbare],
  ["is served without the member", [start, got("p", undefined, served)], kept(5), kept(5)],
  ["is served with none", [start, got("p", {}, served)], kept(5), unbare],
  ["is served with one", [start, got("p", { z: "1" }, served)], kept(5), unbare],
  ["is refused without the member", [start, got("p", undefined, refusal)], broken(failing, 5), unbare],
  ["is refused with none", [start, got("p", {}, refusal)], broken(failing, 5), unbare],
  ["is refused with a made-up one", [start, got("p", { z: "1" }, refusal)], kept(5), unbare],
  [
    "is refused without the member and served with none",
    [start, got("p", undefined, refusal), got("p", {}, served)],
    kept(5, 7),
    broken(strict, 5),
  ],
  [
    "is refused without the member and with none",
    [start, got("p", undefined, refusal), got("p", {}, refusal)],
    broken(failing, 5, 7),
    unbare,
  ],
  [
    "is refused without the member and served with one",
    [start, got("p", undefined, refusal), got("p", { z: "1" }, served)],
    broken(failing, 5),
    unbare,
  ],
  [
    "is refused without the member once, and served so then",
    [start, got("p", undefined, refusal), got("p", undefined, served)],
    broken(failing, 5),
    kept(7),
  ],
  [
    "is refused without the member, where another is served with none",
    [start, got("p", undefined, refusal), got("r", {}, served)],
    broken(failing, 5),
    unbare,
  ],
  [
    "is refused without the member and served with none, where another is served",
    [start, got("r", undefined, served), got("p", undefined, refusal), got("p", {}, served)],
    kept(5, 7, 9),
    broken(strict, 7),
  ],
  ["lacks a required argument", [start, got("q", undefined, refusal)], ungot, unbare],
  ["has its required argument", [start, got("q", { a: "1" }, served)], kept(5), unbare],
  ["is not listed", [start, got("s", undefined, refusal)], ungot, unbare],
  ["is asked for with something special", [start, tagged("odd", got("p", undefined, refusal))], ungot, unbare],
])("a prompt that %s is judged", (_title, parts, gettable, optional) => {
  const trace = conversation(parts);
  expect([promptsListedGettable.verify(trace), promptsArgumentsOptional.verify(trace)]).toEqual([gettable, optional]);
});

const unlisted = untested("no prompts were listed");
const noArguments = idle("no prompt has arguments");
const twice = (name: string, ...evidence: readonly number[]): object => broken(`the name "${name}" is listed twice`, ...evidence);
const doubled = (evidence: number): object => broken('"p" has the argument "a" twice', evidence);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["nothing is asked for", promptsNamesUnique, [], unlisted],
  ["the list is empty", promptsNamesUnique, [listing()], unlisted],
  ["they differ", promptsNamesUnique, [listing(prompt("a"), prompt("b"))], kept(3)],
  ["two are the same", promptsNamesUnique, [listing(prompt("a"), prompt("b"), prompt("a"))], twice("a", 3)],
  [
    "two and two are the same",
    promptsNamesUnique,
    [listing(prompt("a"), prompt("b"), prompt("b"), prompt("a"))],
    broken('the name "b" is listed twice; the name "a" is listed twice', 3),
  ],
  ["one comes again on the next page", promptsNamesUnique, [paged("2", prompt("a")), further("2", prompt("a"))], twice("a", 5)],
  ["the last page is empty", promptsNamesUnique, [paged("2", prompt("a"), prompt("b")), further("2")], kept(3)],
  ["the list is read twice", promptsNamesUnique, [listing(prompt("a")), listing(prompt("a"))], kept(3, 5)],
  ["the second list has two", promptsNamesUnique, [listing(prompt("a")), listing(prompt("a"), prompt("a"))], twice("a", 5)],
  ["there are no arguments", promptsArgumentsUnique, [listing({ name: "p" })], noArguments],
  ["the arguments are none", promptsArgumentsUnique, [listing(prompt("p"))], noArguments],
  ["the arguments are no list", promptsArgumentsUnique, [listing({ name: "p", arguments: "aa" })], noArguments],
  ["the argument is one", promptsArgumentsUnique, [listing(prompt("p", { name: "a" }))], kept(3)],
  ["the arguments differ", promptsArgumentsUnique, [listing(prompt("p", { name: "a" }, { name: "b" }))], kept(3)],
  [
    "the last argument is as the first",
    promptsArgumentsUnique,
    [listing(prompt("p", needed("a"), { name: "b" }, { name: "a" }))],
    doubled(3),
  ],
  [
    "two prompts have the same argument",
    promptsArgumentsUnique,
    [listing(prompt("p", needed("a")), prompt("q", needed("a")))],
    kept(3),
  ],
  [
    "the second prompt has an argument twice",
    promptsArgumentsUnique,
    [listing(prompt("q", needed("a"))), listing({ name: "o" }, prompt("p", needed("a"), needed("a")))],
    doubled(5),
  ],
])("names are judged where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
