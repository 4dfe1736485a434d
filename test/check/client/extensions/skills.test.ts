import { expect, it } from "vitest";
import { viewTypesNamed } from "../../../../src/check/client/extensions/apps.ts";
import { directoriesOffered, filesWhenNeeded, skillAskedByFile } from "../../../../src/check/client/extensions/skills.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../../support/traces/small-trace.ts";
import { broken, seen, kept, none, played, type Row, second, talk, there, todo } from "../told-trace.ts";

const envelope = (extensions: Json): JsonObject => ({ _meta: { "io.modelcontextprotocol/clientCapabilities": { extensions } } });
const ui = (mimeTypes?: Json): JsonObject => ({ "io.modelcontextprotocol/ui": mimeTypes === undefined ? {} : { mimeTypes } });
const opening = (extensions: Json): Line => received(ask(1, "initialize", { capabilities: { extensions } }));
const view = "text/html;profile=mcp-app";
const ofViews: readonly Row[] = [
  ["a type is named in the opening", viewTypesNamed, talk(opening(ui([view]))), kept(2)],
  ["a type is named in the envelope of a request", viewTypesNamed, talk(received(ask(1, "ping", envelope(ui([view]))))), kept(2)],
  ["no type is named", viewTypesNamed, talk(opening(ui())), broken("mimeTypes is missing", 2)],
  [
    "no type is named in an envelope",
    viewTypesNamed,
    talk(received(ask(1, "ping", envelope(ui())))),
    broken("mimeTypes is missing", 2),
  ],
  ["the list of types is empty", viewTypesNamed, talk(opening(ui([]))), broken("mimeTypes is []", 2)],
  ["the types are one text", viewTypesNamed, talk(opening(ui(view))), broken(`mimeTypes is "${view}"`, 2)],
  ["one of two types is no text", viewTypesNamed, talk(opening(ui([view, 7]))), broken(`mimeTypes is ["${view}",7]`, 2)],
  ["another extension is declared", viewTypesNamed, talk(opening({ other: {} })), none("the client declares no views")],
];

const discover = (id: number, capabilities: Json, more: object = {}): readonly Line[] => [
  received(ask(id, "server/discover"), more),
  sent(done(id, { capabilities }), more),
];
const skilled = (directoryRead: Json): Json => ({ extensions: { "io.modelcontextprotocol/skills": { directoryRead } } });
const reads = received(ask(7, "resources/directory/read", { uri: "x:a" }));
const noDirectory = "the client read no directory";
const undeclared = broken("the server does not declare directoryRead", 4);
const gets = (uri: Json): Line => received(ask(7, "skills/get", { uri }));
const noSkill = "the client asked for no skill";
const ofSkills: readonly Row[] = [
  ["a directory is read where that is offered", directoriesOffered, talk(...discover(1, skilled(true)), reads), kept(4)],
  ["a directory is read where that is denied", directoriesOffered, talk(...discover(1, skilled(false)), reads), undeclared],
  [
    "a directory is read where it is offered by a word",
    directoriesOffered,
    talk(...discover(1, skilled("true")), reads),
    undeclared,
  ],
  ["a directory is read of a server without skills", directoriesOffered, talk(...discover(1, {}), reads), undeclared],
  [
    "a directory is read where that is offered no more",
    directoriesOffered,
    talk(...discover(1, skilled(true)), ...discover(2, {}), reads),
    broken("the server does not declare directoryRead", 6),
  ],
  ["a directory is read before the server is asked", directoriesOffered, talk(reads, ...discover(1, {})), none(noDirectory)],
  [
    "a directory is read before the server has answered",
    directoriesOffered,
    talk(received(ask(1, "server/discover")), reads, sent(done(1, { capabilities: {} }))),
    none(noDirectory),
  ],
  [
    "a directory is read of another server than was asked",
    directoriesOffered,
    talk(second(), ...discover(1, {}, there), reads),
    none(noDirectory),
  ],
  [
    "a directory is read where the server would not say",
    directoriesOffered,
    talk(received(ask(1, "server/discover")), sent(failed(1)), reads),
    none(noDirectory),
  ],
  ["a directory is read where nobody was asked", directoriesOffered, talk(reads), none(noDirectory)],
  ["a skill is asked for by its file", skillAskedByFile, talk(gets("skill://a/SKILL.md")), kept(2)],
  ["a skill is asked for by its folder", skillAskedByFile, talk(gets("skill://a/")), broken('it asked for "skill://a/"', 2)],
  [
    "a skill is asked for by something below its file",
    skillAskedByFile,
    talk(gets("skill://a/SKILL.md/b")),
    broken('it asked for "skill://a/SKILL.md/b"', 2),
  ],
  [
    "a skill is asked for by a file that ends like one",
    skillAskedByFile,
    talk(gets("skill://a/NO-SKILL.md")),
    broken('it asked for "skill://a/NO-SKILL.md"', 2),
  ],
  ["a skill is asked for by nothing", skillAskedByFile, talk(received(ask(7, "skills/get"))), broken("it asked for missing", 2)],
  ["no skill is asked for", skillAskedByFile, talk(reads), none(noSkill)],
];

const lists = (skills: Json): readonly Line[] => [received(ask(1, "skills/list")), sent(done(1, { skills }))];
const skill = [{ resources: [{ uri: "skill://a/SKILL.md" }, { uri: "skill://a/more.md" }] }];
const read = (uri: string): Line => received(ask(2, "resources/read", { uri }));
const connects = [todo("connect"), todo("list-skills")];
const noSkills = "the client listed no skills";
const ofFiles: readonly Row[] = [
  ["none is read", filesWhenNeeded, played("s", connects, ...lists(skill)), kept(4)],
  [
    "the second one is read",
    filesWhenNeeded,
    played("s", connects, ...lists(skill), read("skill://a/more.md")),
    broken('it read "skill://a/more.md", which nobody needed', 6),
  ],
  ["another resource is read", filesWhenNeeded, played("s", connects, ...lists(skill), read("x:a")), kept(4)],
  ...["read-resource", "call-tool", "get-prompt", "complete", "subscribe"].map((verb): Row => [
    `one is read where the client is told to ${verb}`,
    filesWhenNeeded,
    played("s", [...connects, todo(verb)], ...lists(skill), read("skill://a/more.md")),
    none(noSkills),
  ]),
  ["the skills have no files", filesWhenNeeded, played("s", connects, ...lists([{}])), none(noSkills)],
  ["the skills are no list", filesWhenNeeded, played("s", connects, ...lists("skill")), none(noSkills)],
  [
    "the skills are refused",
    filesWhenNeeded,
    played("s", connects, received(ask(1, "skills/list")), sent(failed(1))),
    none(noSkills),
  ],
  ["the skills got no answer", filesWhenNeeded, played("s", connects, received(ask(1, "skills/list"))), none(noSkills)],
  ["the skills were not listed", filesWhenNeeded, played("s", connects, read("skill://a/more.md")), none(noSkills)],
  [
    "the skills were listed in another session",
    filesWhenNeeded,
    [...talk(...played("s", connects).slice(1)), ...lists(skill)],
    none(noSkills),
  ],
];

it.each(ofViews)("of views: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofSkills)("of skills: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofFiles)("of the files of a skill: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
