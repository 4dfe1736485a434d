import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  skillsDigestTrue,
  skillsFileMetadata,
  skillsFrontmatterSame,
  skillsSkillFile,
} from "../../../../src/check/server/extensions/skills-files.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, received, sent } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part } from "../conversation.ts";
import { entry, gets, lists, uriOf } from "./skills.ts";
import { reads, readsWith } from "./views.ts";

type Row = readonly [string, Check, readonly Part[], object];

const a = uriOf("a");
const known = lists(entry("a"));
const is = (text: string): Part => reads(a, { uri: a, text });
const whole = "---\nname: a\ndescription: d\n---\n";
const notRead = idle("no skill was read");
const ofFile: readonly Row[] = [
  ["it has both", skillsSkillFile, [known, is(whole)], kept(5)],
  ["it is base64", skillsSkillFile, [known, reads(a, { uri: a, blob: btoa(whole) })], kept(5)],
  ["it has no frontmatter", skillsSkillFile, [known, is("# a")], broken(`"${a}" begins with no frontmatter`, 5)],
  [
    "it has no name",
    skillsSkillFile,
    [known, is("---\ndescription: d\n---\n")],
    broken(`"${a}" has no name in its frontmatter`, 5),
  ],
  [
    "its name is a number",
    skillsSkillFile,
    [known, is("---\nname: 7\ndescription: d\n---\n")],
    broken(`"${a}" has no name in its frontmatter`, 5),
  ],
  [
    "it has no description",
    skillsSkillFile,
    [known, is("---\nname: a\n---\n")],
    broken(`"${a}" has no description in its frontmatter`, 5),
  ],
  ["the second time it has nothing", skillsSkillFile, [known, is(whole), is("")], broken(`"${a}" begins with no frontmatter`, 7)],
  ["it cannot be decoded", skillsSkillFile, [known, reads(a, { uri: a, blob: "%" })], notRead],
  ["another file is read", skillsSkillFile, [known, reads(uriOf("b"), { text: "" })], notRead],
  ["it is known later only", skillsSkillFile, [is("# a"), known], notRead],
  ["it is not there", skillsSkillFile, [known, readsWith(a, fails(-32602))], broken(`"${a}" cannot be read: -32602`, 5)],
  ["the server fails", skillsSkillFile, [known, readsWith(a, fails(-32603))], notRead],
  ["another file is not there", skillsSkillFile, [known, readsWith(uriOf("b"), fails(-32602))], notRead],
  ["a prompt is not there", skillsSkillFile, [known, asked("prompts/get", { uri: a }, fails(-32602))], notRead],
  [
    "it is there, and then no more",
    skillsSkillFile,
    [known, is(whole), readsWith(a, fails(-32602))],
    broken(`"${a}" cannot be read: -32602`, 7),
  ],
  ["there is no skill", skillsSkillFile, [lists(), is("")], idle("the server gave no entry of a skill")],
];

const says = (frontmatter: Json): Part => lists(entry("a", { frontmatter }));
const none = idle("no SKILL.md with frontmatter was read");
const differs = (how: string, seq = 5): object => broken(`"${a}": ${how}`, seq);
const ofFrontmatter: readonly Row[] = [
  ["it is the same", skillsFrontmatterSame, [known, is(whole)], kept(5)],
  ["it says less", skillsFrontmatterSame, [says({ name: "a" }), is(whole)], differs("description is left out")],
  ["it is none", skillsFrontmatterSame, [says("a"), is(whole)], differs("name is left out")],
  ["the file has none", skillsFrontmatterSame, [known, is("# a")], none],
  ["it comes later", skillsFrontmatterSame, [is(whole), says({ name: "b" })], none],
  [
    "it comes while the file is read",
    skillsFrontmatterSame,
    [sent(ask(50, "resources/read", { uri: a })), says({}), received(done(50, { contents: [{ uri: a, text: whole }] }))],
    differs("name is left out"),
  ],
  ["it is of another skill", skillsFrontmatterSame, [lists(entry("b")), is(whole)], none],
  ["one of two is the same", skillsFrontmatterSame, [says({}), known, says({ name: "a" }), is(whole)], kept(9)],
  [
    "none of two is the same",
    skillsFrontmatterSame,
    [says({}), says({ name: "a" }), is(whole)],
    differs("description is left out", 7),
  ],
  [
    "the second file has another",
    skillsFrontmatterSame,
    [known, is(whole), is("---\nname: a\n---\n")],
    differs("description is not in the file", 7),
  ],
];

const digestOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const manifest = (...files: readonly JsonObject[]): Part =>
  lists(entry("a", { resources: files.map((file) => ({ uri: a, ...file })) }));
const text = "größer";
const right = { digest: digestOf(text), size: 8 };
const old = { digest: digestOf("old"), size: 3 };
const unlisted = idle("no file that an entry lists was read");
const otherSize = broken(`"${a}" has 8 bytes, not as many as its entry says`, 5);
const otherDigest = (seq: number): object => broken(`"${a}" has the digest ${right.digest}, not the one of its entry`, seq);
const ofDigest: readonly Row[] = [
  ["both are right", skillsDigestTrue, [manifest(right), is(text)], kept(5)],
  [
    "the file is base64",
    skillsDigestTrue,
    [manifest({ digest: digestOf("abc"), size: 3 }), reads(a, { blob: btoa("abc") })],
    kept(5),
  ],
  ["the size is in letters", skillsDigestTrue, [manifest({ ...right, size: 6 }), is(text)], otherSize],
  ["the size is no number", skillsDigestTrue, [manifest({ ...right, size: "6" }), is(text)], kept(5)],
  ["the digest is another", skillsDigestTrue, [manifest(old), is(text)], otherDigest(5)],
  ["the digest is a number", skillsDigestTrue, [manifest({ digest: 7, size: 8 }), is(text)], unlisted],
  ["another file is read", skillsDigestTrue, [manifest({ ...old, uri: "x:y" }), is(text)], unlisted],
  ["the file cannot be decoded", skillsDigestTrue, [manifest(old), reads(a, { blob: "%" })], unlisted],
  ["the file changed meanwhile", skillsDigestTrue, [manifest(old), manifest(right), is(text)], kept(7)],
  ["an old size stands beside the right one", skillsDigestTrue, [manifest({ ...right, size: 6 }, right), is(text)], kept(5)],
  [
    "the size is that of the file as it was",
    skillsDigestTrue,
    [manifest({ ...right, size: 6 }, { ...old, size: 8 }), is(text)],
    otherSize,
  ],
  ["the entry comes later", skillsDigestTrue, [is(text), manifest(old)], otherDigest(3)],
  [
    "the entry was asked for",
    skillsDigestTrue,
    [gets(a, gives({ skill: entry("a", { resources: [{ uri: a, ...old }] }) })), is(text)],
    otherDigest(5),
  ],
  [
    "the second file is another",
    skillsDigestTrue,
    [manifest(right), is(text), is("x")],
    broken(`"${a}" has the digest ${digestOf("x")}, not the one of its entry`, 7),
  ],
  ["the files are dynamic", skillsDigestTrue, [known, is(text)], unlisted],
];

const typed = (mimeType: Json): Part => reads(a, { uri: a, text, mimeType });
const item = (more: JsonObject): Part =>
  asked(
    "resources/list",
    {},
    gives({ resources: [{ uri: a, name: "a", description: "d", mimeType: "text/markdown", ...more }] }),
  );
const noneSeen = idle("no SKILL.md was read or listed");
const otherType = (shown: string): object => broken(`"${a}" has the mimeType ${shown}`, 5);
const ofMetadata: readonly Row[] = [
  ...["text/markdown", "Text/Markdown", "text/markdown; charset=utf-8", "text/markdown ;x", "text/markdown "].map((type): Row => [
    `the file is ${type}`,
    skillsFileMetadata,
    [known, typed(type)],
    kept(5),
  ]),
  ...["text/plain", "text/markdownx", "x-text/markdown", "text/markdown x", ""].map((type): Row => [
    `the file is ${type}`,
    skillsFileMetadata,
    [known, typed(type)],
    otherType(`"${type}"`),
  ]),
  ["the file has no type", skillsFileMetadata, [known, is(text)], otherType("missing")],
  ["the file has a list of types", skillsFileMetadata, [known, typed(["text/markdown"])], otherType('["text/markdown"]')],
  ["another file has another type", skillsFileMetadata, [known, reads("x:y", { text })], noneSeen],
  ["it is listed as it is", skillsFileMetadata, [known, item({})], kept(5)],
  ["it is listed by another name", skillsFileMetadata, [known, item({ name: "b" })], broken(`"${a}" is listed with name "b"`, 5)],
  [
    "it is listed with another description",
    skillsFileMetadata,
    [known, item({ description: "e" })],
    broken(`"${a}" is listed with description "e"`, 5),
  ],
  [
    "it is listed without a description",
    skillsFileMetadata,
    [known, item({ description: undefined })],
    broken(`"${a}" is listed with description missing`, 5),
  ],
  [
    "it is listed with another type and name",
    skillsFileMetadata,
    [known, item({ name: "b", mimeType: "a/b" })],
    otherType('"a/b"'),
  ],
  ["it is listed without a type", skillsFileMetadata, [known, item({ mimeType: undefined })], otherType("missing")],
  ["another file is listed", skillsFileMetadata, [known, item({ uri: "x:y", name: "b" })], noneSeen],
  [
    "it is read as it is and listed as it is not",
    skillsFileMetadata,
    [known, typed("text/markdown"), item({ name: "b" })],
    broken(`"${a}" is listed with name "b"`, 7),
  ],
  ["it is both", skillsFileMetadata, [known, item({}), typed("text/markdown")], kept(7, 5)],
];

it.each([
  ...ofFile.map(([title, ...row]) => [`a SKILL.md is read: ${title}`, ...row] as const),
  ...ofFrontmatter.map(([title, ...row]) => [`frontmatter is told: ${title}`, ...row] as const),
  ...ofDigest.map(([title, ...row]) => [`digest and size are told: ${title}`, ...row] as const),
  ...ofMetadata,
])("where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
