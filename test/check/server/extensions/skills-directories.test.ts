import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  skillsDirectoryChildren,
  skillsDirectoryServed,
  skillsNotADirectory,
} from "../../../../src/check/server/extensions/skills-files.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, broken, conversation, fails, gives, idle, kept, type Part } from "../conversation.ts";
import { entry, files, lists, uriOf } from "./skills.ts";

type Row = readonly [string, Check, readonly Part[], object];

const a = uriOf("a");
const deep = lists(entry("a", files(a, "skill://a/x/y/z.md", "skill://a/b.md")));
const opens = (uri: Json, answer?: Answer, more: JsonObject = {}): Part =>
  asked("resources/directory/read", { uri, ...more }, answer);
const noDirectory = idle("no directory of a skill was read");
const empty = gives({ resources: [] });
const fails32602 = fails(-32602);
const refused = (uri: string, how: string, seq = 5): object => broken(`the directory "${uri}": ${how}`, seq);
const ofServing: readonly Row[] = [
  ...["skill://a", "skill://a/x", "skill://a/x/y"].flatMap((uri): readonly Row[] => [
    [`${uri} is answered`, skillsDirectoryServed, [deep, opens(uri, empty)], kept(5)],
    [`${uri} is refused`, skillsDirectoryServed, [deep, opens(uri, fails32602)], refused(uri, "reading it fails with -32602")],
  ]),
  ...["skill:/", "skill://b", a, "skill://a/b.md", "skill://a/x/y/z.md", "skill://a/", 7].map((uri): Row => [
    `${uri} is refused, which is no directory`,
    skillsDirectoryServed,
    [deep, opens(uri, fails32602)],
    noDirectory,
  ]),
  [
    "there is no such method",
    skillsDirectoryServed,
    [lists(entry("a")), opens("skill://a", fails(-32601))],
    refused("skill://a", "reading it fails with -32601"),
  ],
  ["the server fails", skillsDirectoryServed, [deep, opens("skill://a", fails(-32603))], noDirectory],
  ["nothing comes", skillsDirectoryServed, [deep, opens("skill://a")], noDirectory],
  [
    "it is answered with nothing",
    skillsDirectoryServed,
    [deep, opens("skill://a", gives({}))],
    refused("skill://a", "resources is missing"),
  ],
  [
    "the second is answered with a text",
    skillsDirectoryServed,
    [deep, opens("skill://a", empty), opens("skill://a/x", gives({ resources: "y" }))],
    refused("skill://a/x", 'resources is "y"', 7),
  ],
  [
    "a file lies in a directory beside it",
    skillsDirectoryServed,
    [lists(entry("a", files(a, "skill://ab/c/d.md"))), opens("skill://ab/c", fails32602)],
    noDirectory,
  ],
  ["a file has a number for a URI", skillsDirectoryServed, [lists(entry("a", files(7, a))), opens("skill://a", empty)], kept(5)],
  [
    "the first skill is no SKILL.md",
    skillsDirectoryServed,
    [lists(entry("a", { uri: "skill://b/x", ...files("skill://b/x") }), entry("a")), opens("skill://a", empty)],
    kept(5),
  ],
  [
    "a skill that is no SKILL.md has a directory",
    skillsDirectoryServed,
    [lists(entry("a", { uri: "skill://b/x", ...files("skill://b/x") })), opens("skill://b", fails32602)],
    noDirectory,
  ],
  ["there is no skill", skillsDirectoryServed, [lists(), opens("skill://a", empty)], idle("the server gave no entry of a skill")],
];

const folder = { uri: "skill://a/x", mimeType: "inode/directory" };
const all = [{ uri: a }, { uri: "skill://a/b.md" }, folder];
const holds = (children: readonly Json[], more: JsonObject = {}, params: JsonObject = {}): readonly Part[] => [
  deep,
  opens("skill://a", gives({ resources: children, ...more }), params),
];
const wrong = (how: string): object => refused("skill://a", how);
const ofChildren: readonly Row[] = [
  ["all come", skillsDirectoryChildren, holds(all), kept(5)],
  ["more come", skillsDirectoryChildren, holds([...all, { uri: "skill://a/new.md" }]), kept(5)],
  [
    "what is deeper comes",
    skillsDirectoryChildren,
    holds([...all, { uri: "skill://a/x/y" }]),
    wrong('"skill://a/x/y" does not lie in it'),
  ],
  [
    "what is beside it comes",
    skillsDirectoryChildren,
    holds([...all, { uri: "skill://ab" }]),
    wrong('"skill://ab" does not lie in it'),
  ],
  ["it comes itself", skillsDirectoryChildren, holds([...all, { uri: "skill://a" }]), wrong('"skill://a" does not lie in it')],
  ["a number comes", skillsDirectoryChildren, holds([...all, { uri: 7 }]), wrong("7 does not lie in it")],
  ["words come", skillsDirectoryChildren, holds([...all, "x"]), kept(5)],
  ["a file is missing", skillsDirectoryChildren, holds([{ uri: a }, folder]), wrong('"skill://a/b.md" is missing')],
  ["a directory is missing", skillsDirectoryChildren, holds(all.slice(0, 2)), wrong('"skill://a/x" is missing')],
  ["all is missing", skillsDirectoryChildren, holds([]), wrong(`"${a}" is missing`)],
  ["the rest is on another page", skillsDirectoryChildren, holds([folder], { nextCursor: "n" }), kept(5)],
  ["the rest was on another page", skillsDirectoryChildren, holds([folder], {}, { cursor: "n" }), kept(5)],
  [
    "a page has what is deeper",
    skillsDirectoryChildren,
    holds([{ uri: "skill://a/x/y" }], { nextCursor: "n" }),
    wrong('"skill://a/x/y" does not lie in it'),
  ],
  [
    "a directory is a file",
    skillsDirectoryChildren,
    holds([...all.slice(0, 2), { uri: "skill://a/x", mimeType: "text/plain" }]),
    wrong('"skill://a/x" has the mimeType "text/plain"'),
  ],
  [
    "a directory on a page says nothing",
    skillsDirectoryChildren,
    holds([{ uri: "skill://a/b.md" }, { uri: "skill://a/x" }], {}, { cursor: "n" }),
    wrong('"skill://a/x" has the mimeType missing'),
  ],
  [
    "the second directory lacks something",
    skillsDirectoryChildren,
    [...holds(all), opens("skill://a/x", empty)],
    refused("skill://a/x", '"skill://a/x/y" is missing', 7),
  ],
  [
    "a file is missing that came between two looks",
    skillsDirectoryChildren,
    [lists(entry("a", files(a))), deep, opens("skill://a", gives({ resources: [{ uri: a }] }))],
    kept(7),
  ],
  [
    "a file is missing that went between two looks",
    skillsDirectoryChildren,
    [deep, lists(entry("a", files(a))), opens("skill://a", gives({ resources: [{ uri: a }] }))],
    kept(7),
  ],
  [
    "a file is missing that both looks list",
    skillsDirectoryChildren,
    [deep, deep, opens("skill://a", gives({ resources: [{ uri: a }, folder] }))],
    refused("skill://a", '"skill://a/b.md" is missing', 7),
  ],
  ["it is a list of nothing", skillsDirectoryChildren, [deep, opens("skill://a", gives({}))], noDirectory],
  ["it is refused", skillsDirectoryChildren, [deep, opens("skill://a", fails32602)], noDirectory],
  ["another directory is read", skillsDirectoryChildren, [deep, opens("skill://b", empty)], noDirectory],
  ["no directory is named", skillsDirectoryChildren, [deep, opens(7, empty)], noDirectory],
  ["there are no skills", skillsDirectoryChildren, [opens("skill://a", empty)], noDirectory],
];

const noneTried = idle("nothing that is no directory was read as one");
const gone = "skill://mcpcheck-no-such";
const taken = (uri: string, how: string, seq = 5): object =>
  broken(`reading "${uri}" as a directory was answered with ${how}, expected error -32602`, seq);
const ofOthers: readonly Row[] = [
  ["what is not there is refused", skillsNotADirectory, [deep, opens(gone, fails32602)], kept(5)],
  ["what is not there is answered", skillsNotADirectory, [opens(gone, empty)], taken(gone, "a result", 3)],
  [
    "what is not there is refused otherwise",
    skillsNotADirectory,
    [deep, opens(gone, fails(-32002))],
    taken(gone, "error -32002"),
  ],
  ["the server fails", skillsNotADirectory, [deep, opens(gone, fails(-32603))], noneTried],
  ["nothing comes", skillsNotADirectory, [deep, opens(gone)], noneTried],
  ["a file is answered", skillsNotADirectory, [deep, opens("skill://a/b.md", empty)], taken("skill://a/b.md", "a result")],
  ["a file is refused", skillsNotADirectory, [deep, opens(a, fails32602)], kept(5)],
  ["a directory is answered", skillsNotADirectory, [deep, opens("skill://a/x", empty)], noneTried],
  [
    "a directory that is listed as a file is answered",
    skillsNotADirectory,
    [lists(entry("a", files(a, "skill://a/x", "skill://a/x/y.md"))), opens("skill://a/x", empty)],
    noneTried,
  ],
  ["what nobody knows is answered", skillsNotADirectory, [deep, opens("skill://b", empty)], noneTried],
  ["a file that is a number is answered", skillsNotADirectory, [lists(entry("a", files(7))), opens(7, empty)], noneTried],
  ["the second is answered", skillsNotADirectory, [deep, opens(gone, fails32602), opens(a, empty)], taken(a, "a result", 7)],
];

it.each([...ofServing, ...ofChildren, ...ofOthers])("of the directories of skills, where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
