import { expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import { toolsDefinitionStable, toolsSameForEveryClient } from "../../../../src/check/server/tools/client-independence.ts";
import { note, opened, sent } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, gives, idle, kept, on, type Part, untested } from "../conversation.ts";
import { listing, tool } from "./tools.ts";

const names = (...all: readonly string[]): Part => listing(...all.map((name) => tool(name)));
const shaken = sent(note("notifications/initialized"));
const second = (capabilities: { readonly [name: string]: Json }): readonly Part[] => [
  opened({ connection: 2, capabilities }),
  on(2, shaken),
];
const inRequest = (capabilities: Json, ...all: readonly string[]): Part =>
  asked(
    "tools/list",
    { _meta: { "io.modelcontextprotocol/clientCapabilities": capabilities } },
    gives({ tools: all.map((name) => tool(name)) }),
  );
const shaped = (...types: readonly string[]): Part =>
  listing(...types.map((type, index) => tool(`t${index}`, { inputSchema: { type } })));

// The first client has no capabilities; its list comes at line 4. The second is opened at line 5, and its list comes at line 8.
it.each<readonly [string, readonly Part[], object, Revision?]>([
  [
    "is the same and says in each request what it has",
    [inRequest({}, "a"), inRequest({ roots: {} }, "a", "b")],
    broken("not offered to a client without capabilities: b", 3, 5),
    "2026-07-28",
  ],
])(
  "what a client without capabilities is offered is compared with what another is that %s",
  (_title, parts, wanted, revision = "2025-11-25") => {
    expect(toolsSameForEveryClient.verify(conversation(parts as readonly Part[], { revision: revision as Revision }))).toEqual(
      wanted,
    );
  },
);

it.each<readonly [string, readonly Part[], object]>([
  ["is the same", [shaken, shaped("a"), ...second({ roots: {} }), on(2, shaped("a"))], kept(4)],
  [
    "is another",
    [shaken, shaped("a"), ...second({ roots: {} }), on(2, shaped("b"))],
    broken('"t0" has another input schema without capabilities', 4),
  ],
  [
    "changes with time for the one client",
    [shaken, shaped("a"), shaped("b"), ...second({ roots: {} }), on(2, shaped("b"))],
    idle("the schemas of the tools change with time"),
  ],
  [
    "changes with time for the other client",
    [shaken, shaped("a"), ...second({ roots: {} }), on(2, shaped("a")), on(2, shaped("b"))],
    idle("the schemas of the tools change with time"),
  ],
  [
    "changes with time, and that of another tool is another",
    [shaken, shaped("a", "a"), ...second({ roots: {} }), on(2, shaped("a", "b")), on(2, shaped("c", "b"))],
    broken('"t1" has another input schema without capabilities', 4),
  ],
  [
    "is there for one client alone",
    [shaken, shaped("a"), ...second({ roots: {} }), on(2, names("u"))],
    untested("no tool was listed both to a client with capabilities and to one without"),
  ],
  [
    "was asked for before the end of the handshake",
    [shaped("a"), ...second({ roots: {} }), on(2, shaped("b"))],
    untested("no tool was listed both to a client with capabilities and to one without"),
  ],
])("the schema of a tool that %s is judged", (_title, parts, wanted) => {
  expect(toolsDefinitionStable.verify(conversation(parts))).toEqual(wanted);
});
