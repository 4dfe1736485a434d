import { expect, it } from "vitest";
import {
  completionCapabilityServed,
  completionDeclared,
  completionMissingArgument,
  completionUndeclaredMethod,
  completionUnknownRef,
} from "../../../../src/check/server/completion.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, untested } from "../conversation.ts";
import { announcing, asking, askingOf, bare, completed, completing } from "./completions.ts";

const declared = announcing({ completions: {} });
const undeclared = announcing({ prompts: {} });
const silent = untested("the server announced no capabilities");
const unasked = untested("no completion was asked for");
const declares = idle("the server declares completions");
const given = idle("arguments were completed, which is judged by completion.declared");
const came = (line: number): object => broken("completions came, but completions is not declared", line);
const invalid = (how: string, ...lines: readonly number[]): object =>
  broken(`answered with ${how}, expected error -32602`, ...lines);
const unknownMethod = (how: string, line: number): object => broken(`answered with ${how}, expected error -32601`, line);

it.each<readonly [string, readonly Part[], object, object, object]>([
  ["is not announced", [completed("a")], silent, silent, silent],
  ["is declared and served", [declared, completed("a")], kept(5), kept(5), declares],
  ["is declared and empty", [declared, completed()], kept(5), kept(5), declares],
  ["is declared and unknown", [declared, asking(fails(-32601))], kept(5), broken("answered with error -32601", 5), declares],
  ["is declared and refused", [declared, asking(fails(-32602))], kept(5), kept(5), declares],
  [
    "is declared, and served only once",
    [declared, completed("a"), asking(fails(-32601))],
    kept(5, 7),
    broken("answered with error -32601", 7),
    declares,
  ],
  ["is declared and not asked for", [declared], unasked, unasked, declares],
  ["is declared and not answered", [declared, asking()], unasked, unasked, declares],
  ["is not declared and served", [undeclared, completed("a")], came(5), silent, given],
  ["is not declared and gives an odd value", [undeclared, completed(null)], came(5), silent, given],
  ["is not declared and served once", [undeclared, completed(), completed("a")], came(7), silent, given],
  ["is not declared and empty", [undeclared, completed()], kept(5), silent, unknownMethod("a result", 5)],
  [
    "is not declared and gives what is no list",
    [undeclared, completing({ values: "ab" })],
    kept(5),
    silent,
    unknownMethod("a result", 5),
  ],
  ["is not declared and unknown", [undeclared, asking(fails(-32601))], kept(5), silent, kept(5)],
  ["is not declared and refused", [undeclared, asking(fails(-32602))], kept(5), silent, unknownMethod("error -32602", 5)],
  ["is not declared nor asked for", [undeclared], unasked, silent, unasked],
  ["is not declared nor answered", [undeclared, asking()], unasked, silent, unasked],
  [
    "is not declared, and something else is refused",
    [undeclared, asked("prompts/get", {}, fails(-32602))],
    unasked,
    silent,
    unasked,
  ],
])("a completion that %s is judged against what is declared", (_title, parts, announced, served, refused) => {
  const trace = conversation(parts);
  expect(
    [completionDeclared, completionCapabilityServed, completionUndeclaredMethod].map((check) => check.verify(trace)),
  ).toEqual([announced, served, refused]);
});

const start = asked("prompts/list", {}, gives({ prompts: [{ name: "p" }] }));
const refusal = fails(-32602);
const anyway = idle("completion/complete fails in the same words whatever it is asked");
const known = untested("no completion was asked for an unknown prompt");
const whole = untested("no completion was asked for without argument");
const nobody = (answer?: Parameters<typeof asking>[0]): Part => asking(answer, "nobody");

it.each<readonly [string, readonly Part[], object]>([
  ["an unknown prompt is refused", [start, nobody(refusal)], kept(5)],
  ["an unknown prompt is completed", [start, nobody(gives({}))], invalid("a result", 5)],
  ["an unknown prompt is refused with another code", [start, nobody(fails(-32603))], invalid("error -32603", 5)],
  ["the method is unknown", [start, nobody(fails(-32601))], known],
  ["an unknown prompt is not answered", [start, nobody()], known],
  ["a known prompt is completed", [start, completed("a")], known],
  ["a resource of that name is completed", [start, askingOf({ type: "ref/resource", name: "nobody" }, gives({}))], known],
  ["an unknown prompt is completed without argument", [start, bare(gives({}), "nobody")], known],
  ["a known prompt fails in the same words", [start, asking(refusal), nobody(refusal)], anyway],
  ["a known prompt fails in other words", [start, asking(fails(-32603)), nobody(refusal)], kept(7)],
  [
    "a resource fails in the same words",
    [start, askingOf({ type: "ref/resource", uri: "a:b" }, refusal), nobody(refusal)],
    anyway,
  ],
  ["a known prompt without argument fails in the same words", [start, bare(refusal), nobody(refusal)], kept(7)],
  ["another unknown one fails in the same words", [start, nobody(refusal), asking(refusal, "none")], kept(5, 7)],
  ["the second unknown one is completed", [start, nobody(refusal), nobody(gives({}))], invalid("a result", 7)],
])("completions of unknown prompts are judged where %s", (_title, parts, wanted) => {
  expect(completionUnknownRef.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, readonly Part[], object]>([
  ["it is refused", [bare(refusal)], kept(3)],
  ["it is completed", [bare(gives({}))], invalid("a result", 3)],
  ["it is refused with another code", [bare(fails(-32603))], invalid("error -32603", 3)],
  ["the method is unknown", [bare(fails(-32601))], whole],
  ["it is not answered", [bare()], whole],
  ["an argument is there", [completed("a")], whole],
  ["an argument is there and it is refused", [asking(fails(-32603))], whole],
  ["it fails so with an argument too", [start, asking(refusal), bare(refusal)], anyway],
  ["it fails so with another code for an unknown prompt too", [start, nobody(fails(-32001)), bare(fails(-32001))], anyway],
  ["an unknown prompt is refused as invalid in the same words", [start, nobody(refusal), bare(refusal)], kept(7)],
  ["it fails with an argument in other words", [asking(fails(-32603)), bare(refusal)], kept(5)],
  ["two fail in the same words", [bare(refusal), bare(refusal, "q")], kept(3, 5)],
  ["the second is completed", [bare(refusal), bare(gives({}))], invalid("a result", 5)],
])("a completion without argument is judged where %s", (_title, parts, wanted) => {
  expect(completionMissingArgument.verify(conversation(parts))).toEqual(wanted);
});
