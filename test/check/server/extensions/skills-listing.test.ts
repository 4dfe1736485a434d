import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  skillsGetServed,
  skillsListServed,
  skillsNamesUnique,
  skillsResourcesDeclared,
  skillsResultForm,
  skillsUnknown,
} from "../../../../src/check/server/extensions/skills-listing.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import {
  type Answer,
  asked,
  broken,
  conversation,
  fails,
  gives,
  idle,
  kept,
  type Part,
  tagged,
  untested,
} from "../conversation.ts";
import { entry, gets, lists, uriOf } from "./skills.ts";

type Row = readonly [string, Check, readonly Part[], object];

const listed = (answer?: Answer): Part => asked("skills/list", {}, answer);
const notListed = idle("the skills were not listed, or listing them failed for another reason");
const ofList: readonly Row[] = [
  ["there are none", skillsListServed, [lists()], kept(3)],
  ["there is no method", skillsListServed, [listed(fails(-32601))], broken("skills/list fails with -32601", 3)],
  ["the request is refused", skillsListServed, [listed(fails(-32602))], broken("skills/list fails with -32602", 3)],
  ["the server fails", skillsListServed, [listed(fails(-32603))], notListed],
  ["nothing comes", skillsListServed, [listed()], notListed],
  ["nobody asks", skillsListServed, [], notListed],
  ["there is no list", skillsListServed, [listed(gives({}))], broken("the answer to skills/list has skills missing", 3)],
  [
    "the second is none",
    skillsListServed,
    [lists(), listed(gives({ skills: {} }))],
    broken("the answer to skills/list has skills {}", 5),
  ],
];

const a = uriOf("a");
const gave = (skill: Json, more: JsonObject = {}): Part => gets(a, gives({ skill, ...more }));
const notGot = idle("no listed skill was asked for");
const noSkill = idle("the server lists no skills");
const ofGet: readonly Row[] = [
  ["its entry comes", skillsGetServed, [lists(entry("a")), gave(entry("a"))], kept(5)],
  [
    "another comes",
    skillsGetServed,
    [lists(entry("a"), entry("b")), gave(entry("b"))],
    broken(`skills/get of "${a}" gives "${uriOf("b")}"`, 5),
  ],
  ["one without a URI comes", skillsGetServed, [lists(entry("a")), gave({})], broken(`skills/get of "${a}" gives missing`, 5)],
  [
    "a cursor comes with it",
    skillsGetServed,
    [lists(entry("a")), gave(entry("a"), { nextCursor: "x" })],
    broken("the answer to skills/get has a nextCursor", 5),
  ],
  [
    "another comes with a cursor",
    skillsGetServed,
    [lists(entry("a")), gave(entry("b"), { nextCursor: "x" })],
    broken(`skills/get of "${a}" gives "${uriOf("b")}"`, 5),
  ],
  ["a text comes", skillsGetServed, [lists(entry("a")), gave("a")], broken('the answer to skills/get has skill "a"', 5)],
  ["there is no method", skillsGetServed, [lists(entry("a")), gets(a, fails(-32601))], broken("skills/get fails with -32601", 5)],
  ["it is unknown", skillsGetServed, [lists(entry("a")), gets(a, fails(-32602))], broken("skills/get fails with -32602", 5)],
  ["the server fails", skillsGetServed, [lists(entry("a")), gets(a, fails(-32603))], notGot],
  ["nothing comes", skillsGetServed, [lists(entry("a")), gets(a)], notGot],
  ["it was not listed", skillsGetServed, [lists(entry("b")), gave(entry("a"))], notGot],
  ["it was never listed", skillsGetServed, [gave(entry("a"))], notGot],
  ["the list failed", skillsGetServed, [listed(fails(-32603)), gave(entry("a"))], notGot],
  ["the list is empty", skillsGetServed, [lists(), gave(entry("a"))], noSkill],
  ["nothing is asked for, and a listed one has no URI", skillsGetServed, [lists({}), asked("skills/get", {}, gives({}))], notGot],
  [
    "the second of two is unknown",
    skillsGetServed,
    [lists(entry("b"), entry("a")), gets(uriOf("b"), gives({ skill: entry("b") })), gets(a, fails(-32602))],
    broken("skills/get fails with -32602", 7),
  ],
];

const announces = (capabilities: Json): Part => asked("server/discover", {}, gives({ capabilities }));
const undeclared = "the extension is declared, and resources are not";
const ofResources: readonly Row[] = [
  ["they are", skillsResourcesDeclared, [announces({ resources: {} })], kept(3)],
  ["they are not", skillsResourcesDeclared, [announces({})], broken(undeclared, 3)],
  ["they are by a word", skillsResourcesDeclared, [announces({ resources: true })], broken(undeclared, 3)],
  ["they are no more", skillsResourcesDeclared, [announces({ resources: {} }), announces({})], broken(undeclared, 5)],
  ["nothing is announced", skillsResourcesDeclared, [], untested("the server announced nothing")],
];

const whole = { resultType: "complete", ttlMs: 0, cacheScope: "public" };
const form = (method: string, result: JsonObject): readonly Part[] => [asked(method, {}, gives(result))];
const directory = "resources/directory/read";
const ofForm: readonly Row[] = [
  ...["skills/list", "skills/get"].flatMap((method): readonly Row[] => [
    [`${method} is whole`, skillsResultForm, form(method, whole), kept(3)],
    [`${method} is private`, skillsResultForm, form(method, { ...whole, cacheScope: "private" }), kept(3)],
    ...(
      [
        [{ resultType: "task" }, 'resultType "task"'],
        [{ resultType: undefined }, "resultType missing"],
        [{ ttlMs: undefined }, "ttlMs missing"],
        [{ ttlMs: "5" }, 'ttlMs "5"'],
        [{ ttlMs: 0.5 }, "ttlMs 0.5"],
        [{ ttlMs: -1 }, "ttlMs -1"],
        [{ cacheScope: undefined }, "cacheScope missing"],
        [{ cacheScope: "user" }, 'cacheScope "user"'],
      ] as const
    ).map(([less, defect]): Row => [
      `${method} has ${defect}`,
      skillsResultForm,
      form(method, { ...whole, ...less }),
      broken(`the answer to ${method} has ${defect}`, 3),
    ]),
  ]),
  ["a directory is complete", skillsResultForm, form(directory, { resultType: "complete" }), kept(3)],
  [
    "a directory is not",
    skillsResultForm,
    form(directory, { ttlMs: 0, cacheScope: "public" }),
    broken(`the answer to ${directory} has resultType missing`, 3),
  ],
  ["another method is answered", skillsResultForm, form("tools/list", {}), idle("nothing about skills was answered")],
  ["all are refused", skillsResultForm, [listed(fails(-32603))], idle("nothing about skills was answered")],
  [
    "the second answer is short",
    skillsResultForm,
    [...form("skills/get", whole), ...form("skills/get", {})],
    broken("the answer to skills/get has resultType missing", 5),
  ],
];

const unknown = (answer?: Answer): Part => tagged("no-such-skill", gets("skill://none/SKILL.md", answer));
const noneUnknown = untested("no unknown skill was asked for");
const ofUnknown: readonly Row[] = [
  ["it is refused", skillsUnknown, [unknown(fails(-32602))], kept(4)],
  ["it is given", skillsUnknown, [unknown(gives({}))], broken("answered with a result, expected error -32602", 4)],
  [
    "it is refused otherwise",
    skillsUnknown,
    [gets(a, fails(-32603, "other")), unknown(fails(-32603))],
    broken("answered with error -32603, expected error -32602", 6),
  ],
  [
    "every skill is refused alike",
    skillsUnknown,
    [gets(a, fails(-32603)), unknown(fails(-32603))],
    idle("skills/get fails in the same words whatever it is asked"),
  ],
  ["nothing comes", skillsUnknown, [unknown()], noneUnknown],
  ["it is only listed", skillsUnknown, [tagged("no-such-skill", listed(gives({})))], noneUnknown],
  ["another is asked for", skillsUnknown, [tagged("other", gets(a, gives({})))], noneUnknown],
];

const named = (place: string, name?: Json): JsonObject => entry(place, { frontmatter: name === undefined ? {} : { name } });
const ofUniqueness: readonly Row[] = [
  ["they have two", skillsNamesUnique, [lists(named("a", "a"), named("b", "b"))], kept(3)],
  [
    "they have one",
    skillsNamesUnique,
    [lists(named("x/a", "a"), named("b", "b"), named("y/a", "a"))],
    broken('2 skills are named "a"', 3),
  ],
  [
    "they have one on two pages",
    skillsNamesUnique,
    [lists(named("x/a", "a")), lists(named("b", "b")), lists(named("y/a", "a"))],
    broken('2 skills are named "a"', 3, 7),
  ],
  ["the same is listed twice", skillsNamesUnique, [lists(named("a", "a")), lists(named("a", "a"))], kept(3, 5)],
  ["none has a name", skillsNamesUnique, [lists(named("a"), named("b"))], kept(3)],
  ["another was asked for", skillsNamesUnique, [lists(named("a", "a")), gave(named("x/a", "a"))], kept(3)],
  ["one was asked for, and none is listed", skillsNamesUnique, [gave(named("a", "a"))], noSkill],
];

it.each([
  ...ofList.map(([title, ...row]) => [`skills are listed: ${title}`, ...row] as const),
  ...ofGet.map(([title, ...row]) => [`a skill is asked for: ${title}`, ...row] as const),
  ...ofResources.map(([title, ...row]) => [`resources are declared: ${title}`, ...row] as const),
  ...ofForm,
  ...ofUnknown.map(([title, ...row]) => [`an unknown skill is asked for: ${title}`, ...row] as const),
  ...ofUniqueness.map(([title, ...row]) => [`skills have names: ${title}`, ...row] as const),
])("where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
