import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  skillsEntryShape,
  skillsLimits,
  skillsManifest,
  skillsNameRules,
  skillsUriName,
  skillsUriSegments,
} from "../../../../src/check/server/extensions/skills-entries.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { broken, conversation, gives, idle, kept, type Part } from "../conversation.ts";
import { entry, files, gets, lists } from "./skills.ts";

/** What is wrong with an entry, in words; undefined: nothing; null: the check says nothing of it. */
type Row = readonly [Check, JsonObject, string | undefined | null];

const noSkill = idle("the server gave no entry of a skill");
const noFiles = idle("no skill lists its files");
const verdict = (check: Check, ...parts: readonly Part[]) => check.verify(conversation(parts, { revision: "2026-07-28" }));

const digest = `sha256:${"0a".repeat(32)}`;
const isText = (member: string, shown: string): string => `${member} is ${shown}, expected a text`;
const isFile = (file: JsonObject): JsonObject => entry("a", { resources: [{ uri: "x", digest, size: 0 }, file] });
const badDigest = (shown: string): string =>
  `the file "y" has the digest ${shown.slice(0, 80)}, expected sha256: and 64 hexadecimal digits`;
const badSize = (shown: string): string => `the file "y" has the size ${shown}, expected a number of bytes`;
const ofShape: readonly Row[] = [
  [skillsEntryShape, entry("a"), undefined],
  [skillsEntryShape, entry("a", { uri: 7 }), isText("uri", "7")],
  [skillsEntryShape, entry("a", { uri: undefined }), isText("uri", "missing")],
  [skillsEntryShape, entry("a", { frontmatter: "x" }), 'frontmatter is "x", expected an object'],
  [skillsEntryShape, entry("a", { frontmatter: { name: 7, description: "d" } }), isText("frontmatter.name", "7")],
  [skillsEntryShape, entry("a", { frontmatter: { name: "a" } }), isText("frontmatter.description", "missing")],
  [skillsEntryShape, entry("a", { resources: [] }), undefined],
  [skillsEntryShape, entry("a", { resources: "static" }), 'resources is "static", expected a list or "dynamic"'],
  [skillsEntryShape, entry("a", { resources: undefined }), 'resources is missing, expected a list or "dynamic"'],
  [skillsEntryShape, isFile({ uri: "y", digest, size: 5 }), undefined],
  [skillsEntryShape, isFile({ digest, size: 5 }), "a file has the uri missing, expected a text"],
  [skillsEntryShape, entry("a", { resources: ["x"] }), "a file has the uri missing, expected a text"],
  [skillsEntryShape, isFile({ uri: "y", size: 5 }), badDigest("missing")],
  [skillsEntryShape, isFile({ uri: "y", digest: [digest], size: 5 }), badDigest(`["${digest}"]`)],
  ...[
    `x${digest}`,
    `${digest}0`,
    digest.slice(0, -1),
    digest.toUpperCase(),
    `sha256:${"g".repeat(64)}`,
    `sha1:${"0".repeat(64)}`,
  ].map((wrong): Row => [skillsEntryShape, isFile({ uri: "y", digest: wrong, size: 5 }), badDigest(`"${wrong}"`)]),
  ...[-1, 1.5, "5", null].map((size): Row => [
    skillsEntryShape,
    isFile({ uri: "y", digest, size }),
    badSize(JSON.stringify(size)),
  ]),
  [skillsEntryShape, isFile({ uri: "y", digest }), badSize("missing")],
];

const at = (uri: Json, name: Json): JsonObject => entry("a", { uri, frontmatter: { name, description: "d" } });
const noEnd = "the URI does not end with /SKILL.md";
const ofNames: readonly Row[] = [
  [skillsUriName, at("skill://a/SKILL.md", "a"), undefined],
  [skillsUriName, at("skill://a/SKILL.md", "b"), 'it is named "b"'],
  [skillsUriName, at("skill://acme/a/SKILL.md", "a"), undefined],
  [skillsUriName, at("skill://acme/a/SKILL.md", "acme"), 'it is named "acme"'],
  [skillsUriName, at("github://o/r/a/SKILL.md", "a"), undefined],
  [skillsUriName, at("skill://a%20b/SKILL.md", "a b"), undefined],
  [skillsUriName, at("skill://50%/SKILL.md", "50%"), undefined],
  [skillsUriName, at("skill://50%/SKILL.md", "50"), 'it is named "50"'],
  [skillsUriName, at("skill://a/SKILL.md", 7), undefined],
  [skillsUriName, at("skill://a/skill.md", "a"), noEnd],
  [skillsUriName, at("skill://a/SKILL.md/x", "a"), noEnd],
  [skillsUriName, at(7, "a"), null],

  ...["a", "a-b-c", "pdf-processing", "é", "日本", "1", "1-a1", "a-12", "x".repeat(64)].map((name): Row => [
    skillsNameRules,
    at("skill://a/SKILL.md", name),
    undefined,
  ]),
  ...["", "A", "aB", "a-B", "-a", "a-", "a--b", "a_b", "a b", "a.b", "٣", "x".repeat(65)].map((name): Row => [
    skillsNameRules,
    at("skill://a/SKILL.md", name),
    `its name is "${name}"`,
  ]),
  [skillsNameRules, at("skill://a/SKILL.md", 7), null],
  [skillsNameRules, entry("a", { frontmatter: 7 }), null],
];

const noName = (first: string): string => `"${first}" is no registered name`;
const noSegment = (segment: string): string => `"${segment}" is no segment of a path`;
const ofSegments: readonly Row[] = [
  ...[
    "skill://a/SKILL.md",
    "skill://a1-b.c_d~!$&'()*+,;=/SKILL.md",
    "skill://%20%aF/SKILL.md",
    "skill://a/b:c@d/SKILL.md",
    "skill://a/%5B%5d!$&'()*+,;=~.-_/SKILL.md",
    "skill://a",
  ].map((uri): Row => [skillsUriSegments, at(uri, "a"), undefined]),
  ...["", " a", "a ", "a b", "a:b", "a@b", "[a]", "ä", "%2", "%2g", "%g2", "%"].map((first): Row => [
    skillsUriSegments,
    at(`skill://${first}/SKILL.md`, "a"),
    noName(first),
  ]),
  ...["", " a", "a ", "a b", "[a]", "ä", "%2", "%2g", "%g2", "a?b", "#"].map((segment): Row => [
    skillsUriSegments,
    at(`skill://a/b/${segment}/SKILL.md`, "a"),
    noSegment(segment),
  ]),
  [skillsUriSegments, at("skill://a/", "a"), noSegment("")],
  [skillsUriSegments, at("other://a b/SKILL.md", "a"), null],
  [skillsUriSegments, at("x/skill://a b/SKILL.md", "a"), null],
  [skillsUriSegments, at(7, "a"), null],
];

const own = "skill://a/SKILL.md";
const has = (...uris: readonly Json[]): JsonObject => entry("a", files(...uris));
const outside = (uri: string): string => `the file "${uri}" lies outside of its directory`;
const bytes = (...sizes: readonly Json[]): JsonObject => entry("a", { resources: sizes.map((size) => ({ uri: own, size })) });
const many = (count: number): JsonObject => has(...Array.from({ length: count }, (_, index) => `skill://a/${index}`));
const most = 16_777_216;
const ofFiles: readonly Row[] = [
  [skillsManifest, has(own), undefined],
  [skillsManifest, has("skill://a/x/y.md", own, "skill://a/z.md"), undefined],
  [skillsManifest, has(), "SKILL.md is not among its files"],
  [skillsManifest, has("skill://a/x.md", "skill://b/SKILL.md"), "SKILL.md is not among its files"],
  [skillsManifest, has(own, own), `the file "${own}" is listed twice`],
  [skillsManifest, has("skill://a/x", own, "skill://a/y", "skill://a/x"), 'the file "skill://a/x" is listed twice'],
  [skillsManifest, has(own, "skill://b/x"), outside("skill://b/x")],
  [skillsManifest, has(own, "skill://a/x", "skill://ab/x"), outside("skill://ab/x")],
  [skillsManifest, has(own, "skill://a"), outside("skill://a")],
  [skillsManifest, has(own, 7), undefined],
  [skillsManifest, entry("a", { uri: "skill://a/x", ...files("skill://a/x", "skill://b/x") }), undefined],
  [skillsManifest, entry("a"), null],
  [skillsManifest, entry("a", { uri: undefined, ...files(own) }), null],

  [skillsLimits, many(512), undefined],
  [skillsLimits, many(513), "it has 513 files"],
  [skillsLimits, bytes(most), undefined],
  [skillsLimits, bytes(most - 5, 5), undefined],
  [skillsLimits, bytes(most - 5, 6), `its files have ${most + 1} bytes`],
  [skillsLimits, bytes("99999999", 5), undefined],
  [skillsLimits, bytes("9", most + 1), `its files have ${most + 1} bytes`],
  [skillsLimits, entry("a"), null],
  [skillsLimits, entry("a", { resources: "x".repeat(600) }), null],
];

it.each([...ofShape, ...ofNames, ...ofSegments, ...ofFiles])("$id says of a skill what is so: %j, %j", (check, given, defect) => {
  const none = check === skillsManifest || check === skillsLimits ? noFiles : noSkill;
  const message = (said: string): string =>
    `the skill ${given["uri"] === undefined ? "missing" : JSON.stringify(given["uri"])}: ${said}`;
  const wanted = defect === null ? none : defect === undefined ? kept(3) : broken(message(defect), 3);
  expect(verdict(check, lists(given))).toEqual(wanted);
});

it.each<readonly [Check, JsonObject, string]>([
  [skillsEntryShape, entry("b", { resources: 7 }), 'resources is 7, expected a list or "dynamic"'],
  [skillsUriName, at("skill://b/SKILL.md", "x"), 'it is named "x"'],
  [skillsUriSegments, at("skill://b//SKILL.md", "b"), noSegment("")],
  [skillsNameRules, at("skill://b/SKILL.md", "B"), 'its name is "B"'],
  [skillsManifest, entry("b", files()), "SKILL.md is not among its files"],
  [skillsLimits, entry("b", { resources: [{ size: most + 1 }] }), `its files have ${most + 1} bytes`],
])("$id looks at every skill, also at one that was asked for", (check, bad, defect) => {
  const good = has(own);
  const message = `the skill ${JSON.stringify(bad["uri"])}: ${defect}`;
  expect(verdict(check, lists(good, bad))).toEqual(broken(message, 3));
  expect(verdict(check, lists(good), gets(bad["uri"] ?? null, gives({ skill: bad })))).toEqual(broken(message, 5));
  expect(verdict(check, lists(good), gets(own, gives({ skill: good })))).toEqual(kept(3, 5));
  expect(verdict(check, lists())).toEqual(check === skillsManifest || check === skillsLimits ? noFiles : noSkill);
});
