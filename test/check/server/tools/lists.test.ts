import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import { toolsSameForEveryClient } from "../../../../src/check/server/tools/client-independence.ts";
import {
  toolsAnnotationsConsistent,
  toolsNameCharacters,
  toolsNameLength,
  toolsNamesUnique,
  toolsOrderDeterministic,
  toolsTitleNotBlank,
} from "../../../../src/check/server/tools/list.ts";
import { note, opened, sent } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, gives, idle, kept, on, type Part, says, untested } from "../conversation.ts";
import { listing, tool } from "./tools.ts";

const names = (...all: readonly string[]): Part => listing(...all.map((name) => tool(name)));
const page = (cursor: string | undefined, nextCursor: string | undefined, ...all: readonly string[]): Part =>
  asked(
    "tools/list",
    cursor === undefined ? {} : { cursor },
    gives({ tools: all.map((name) => tool(name)), ...(nextCursor === undefined ? {} : { nextCursor }) }),
  );
const hinted = (annotations: Json): Json => tool("t", { annotations });
const shaken = sent(note("notifications/initialized"));
const second = (capabilities: { readonly [name: string]: Json }): readonly Part[] => [
  opened({ connection: 2, capabilities }),
  on(2, shaken),
];
const notBoth = idle("the tools were not listed both to a client with capabilities and to one without");
const many = Array.from({ length: 12 }, (_one, index) => `t${index}`);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["every name is there once", toolsNamesUnique, [names("a", "b")], kept(3)],
  ["a name is there twice", toolsNamesUnique, [names("a", "b", "a")], broken('the name "a" is listed twice', 3)],
  [
    "two names are there twice",
    toolsNamesUnique,
    [names("a", "b", "a", "b")],
    broken('the name "a" is listed twice; the name "b" is listed twice', 3),
  ],
  ["a name comes again in another list", toolsNamesUnique, [names("a"), names("a")], kept(3, 5)],
  [
    "a name comes again on the next page",
    toolsNamesUnique,
    [page(undefined, "2", "a"), page("2", undefined, "a")],
    broken('the name "a" is listed twice', 5),
  ],
  ["the pages go in circles", toolsNamesUnique, [page(undefined, "2", "a", "b"), page("2", "2", "a")], kept(5)],
  [
    "the pages go in circles, and the first has a name twice",
    toolsNamesUnique,
    [page(undefined, "2", "a", "a"), page("2", "2", "b")],
    broken('the name "a" is listed twice', 5),
  ],
  ["there is no name", toolsNamesUnique, [listing({}, { name: 7 })], untested("no tools were listed")],
  ["a name has all that it may have", toolsNameCharacters, [names("aZ09_.-")], kept(3)],
  ["a name has a blank", toolsNameCharacters, [names("a b")], broken('the name "a b" has " " in it', 3)],
  ["a name has a picture", toolsNameCharacters, [names("a🎉")], broken('the name "a🎉" has "🎉" in it', 3)],
  ["a name begins with what it may not have", toolsNameCharacters, [names("/a")], broken('the name "/a" has "/" in it', 3)],
  ["no name is a text", toolsNameCharacters, [listing({ name: 7 })], untested("no tools were listed")],
  ["a name has one character", toolsNameLength, [names("a")], kept(3)],
  ["a name has 128 characters", toolsNameLength, [names("a".repeat(128))], kept(3)],
  [
    "a name has 129 characters",
    toolsNameLength,
    [names("a".repeat(129))],
    broken(`a name of 129 characters: "${"a".repeat(40)}"`, 3),
  ],
  ["a name is empty", toolsNameLength, [names("")], broken('a name of 0 characters: ""', 3)],
  ["no name has a length", toolsNameLength, [listing({ name: [] })], untested("no tools were listed")],
  ["a title says something", toolsTitleNotBlank, [listing(tool("t", { title: "T" }))], kept(3)],
  ["a title is blank", toolsTitleNotBlank, [listing(tool("t", { title: " " }))], broken('"t" has the title " "', 3)],
  ["a title is no text", toolsTitleNotBlank, [listing(tool("t", { title: 7 }))], broken('"t" has the title 7', 3)],
  [
    "a title among the annotations is empty",
    toolsTitleNotBlank,
    [listing(tool("t", { title: "T", annotations: { title: "" } }))],
    broken('"t" has the title ""', 3),
  ],
  ["there is no title", toolsTitleNotBlank, [listing(tool("t", { annotations: {} }))], idle("no tool has a title")],
  [
    "there are no annotations",
    toolsAnnotationsConsistent,
    [listing(tool("t", { annotations: true }))],
    idle("no tool has annotations"),
  ],
  [
    "annotations are the same",
    toolsAnnotationsConsistent,
    [listing(hinted({ readOnlyHint: false })), listing(hinted({ readOnlyHint: false, title: "T" }))],
    kept(3, 5),
  ],
  ...["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].map(
    (hint) =>
      [
        `${hint} changes`,
        toolsAnnotationsConsistent,
        [listing(hinted({ [hint]: false })), listing(hinted({})), listing(hinted({ [hint]: false }))],
        broken(`"t" has ${hint} false in one list and (none) in another`, 5),
      ] as const,
  ),
  [
    "what a reading tool could destroy or repeat changes",
    toolsAnnotationsConsistent,
    [
      listing(hinted({ readOnlyHint: true, destructiveHint: true, idempotentHint: true })),
      listing(hinted({ readOnlyHint: true })),
    ],
    kept(3, 5),
  ],
  [
    "how open a reading tool is changes",
    toolsAnnotationsConsistent,
    [listing(hinted({ readOnlyHint: true, openWorldHint: true })), listing(hinted({ readOnlyHint: true }))],
    broken('"t" has openWorldHint true in one list and (none) in another', 5),
  ],
  [
    "another tool has other annotations",
    toolsAnnotationsConsistent,
    [listing(hinted({ readOnlyHint: true }), tool("u", { annotations: {} }))],
    kept(3),
  ],
  ["the order is the same", toolsOrderDeterministic, [names("a", "b"), names("a", "b")], kept(5)],
  [
    "the order changes",
    toolsOrderDeterministic,
    [names("a", "b", "c"), names("a", "c", "b")],
    broken("place 2 was b, then c", 5),
  ],
  [
    "the tools change",
    toolsOrderDeterministic,
    [names("a", "b"), names("b", "c")],
    untested("the same tools were not listed twice"),
  ],
  [
    "the order changes back",
    toolsOrderDeterministic,
    [names("a", "b"), names("b", "a"), names("b", "a")],
    broken("place 1 was a, then b", 5),
  ],
  [
    "a list that changes its order was not asked for to its end",
    toolsOrderDeterministic,
    [names("a", "b"), page(undefined, "2", "b", "a")],
    untested("the same tools were not listed twice"),
  ],
])("of lists of tools it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

// The first client has no capabilities; its list comes at line 4. The second is opened at line 5, and its list comes at line 8.
it.each<readonly [string, readonly Part[], object, Revision?]>([
  ["has roots and is offered the same", [shaken, names("a"), ...second({ roots: {} }), on(2, names("a"))], kept(4, 8)],
  [
    "has roots and is offered more",
    [shaken, names("a"), ...second({ roots: {} }), on(2, names("a", "b"))],
    broken("not offered to a client without capabilities: b", 4, 8),
  ],
  [
    "has roots and is offered less",
    [shaken, names("a", "b"), ...second({ roots: {} }), on(2, names("a"))],
    broken("not offered to a client with capabilities: b", 8, 4),
  ],
  [
    "has roots and is offered ten more",
    [shaken, names("a"), ...second({ roots: {} }), on(2, names("a", ...many.slice(0, 10)))],
    broken(`not offered to a client without capabilities: ${many.slice(0, 10).join(", ")}`, 4, 8),
  ],
  [
    "has roots and is offered twelve more",
    [shaken, names("a"), ...second({ roots: {} }), on(2, names("a", ...many))],
    broken(`not offered to a client without capabilities: ${many.slice(0, 10).join(", ")}, and 2 more`, 4, 8),
  ],
  [
    "has roots and is offered more once and not again",
    [shaken, names("a"), ...second({ roots: {} }), on(2, names("a", "b")), on(2, names("a"))],
    kept(4, 8, 10),
  ],
  ["has nothing either", [shaken, names("a"), ...second({}), on(2, names("a", "b"))], notBoth],
  [
    "did not end the handshake",
    [shaken, names("a"), opened({ connection: 2, capabilities: { roots: {} } }), on(2, names("a", "b"))],
    notBoth,
  ],
  [
    "ended the handshake after it asked",
    [shaken, names("a"), opened({ connection: 2, capabilities: { roots: {} } }), on(2, names("a", "b")), on(2, shaken)],
    notBoth,
  ],
  [
    "said something else before it asked",
    [
      shaken,
      names("a"),
      opened({ connection: 2, capabilities: { roots: {} } }),
      on(2, sent(note("notifications/cancelled"))),
      on(2, names("a", "b")),
    ],
    notBoth,
  ],
  [
    "was told afterwards that its list is outdated",
    [shaken, names("a"), ...second({ roots: {} }), on(2, names("a", "b")), on(2, says("notifications/tools/list_changed"))],
    notBoth,
  ],
  [
    "was told that its list is outdated before it asked",
    [shaken, names("a"), ...second({ roots: {} }), on(2, says("notifications/tools/list_changed")), on(2, names("a"))],
    kept(4, 9),
  ],
  [
    "was told that a list of prompts is outdated",
    [shaken, names("a"), ...second({ roots: {} }), on(2, names("a")), on(2, says("notifications/prompts/list_changed"))],
    kept(4, 8),
  ],
  ["did not list to the end", [shaken, names("a"), ...second({ roots: {} }), on(2, page(undefined, "2", "a", "b"))], notBoth],
  ["listed nothing, as the first", [shaken, opened({ connection: 2 })], untested("no tools were listed")],
])(
  "what a client without capabilities is offered is compared with what another is that %s",
  (_title, parts, wanted, revision = "2025-11-25") => {
    expect(toolsSameForEveryClient.verify(conversation(parts as readonly Part[], { revision: revision as Revision }))).toEqual(
      wanted,
    );
  },
);
