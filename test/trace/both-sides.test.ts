import { expect, it } from "vitest";
import { bothSides } from "../../src/trace/both-sides.ts";
import { connections, revisionsIn, type Subject } from "../../src/trace/trace.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  opened,
  posted,
  received,
  sent,
  smallTrace,
  status,
} from "../support/traces/small-trace.ts";

/** What the two sides say of themselves, in a trace in which a client sent and a server received. */
function said(lines: readonly Line[]): [Partial<Subject>, Partial<Subject>, unknown[]] {
  const { client, server } = bothSides(smallTrace("server", [opened({ revision: null }), ...lines]));
  const named = ({ name, version }: Subject): object => ({ ...(name && { name }), ...(version && { version }) });
  return [named(client.subject), named(server.subject), connections(server).map(({ capabilities }) => capabilities)];
}

const key = (name: string): string => `io.modelcontextprotocol/${name}`;
const open = (params: Record<string, never> | object): Line => sent(ask(1, "initialize", params as Record<string, never>));
const c = { name: "c", version: "1" };
const s = { name: "s", version: "2" };

it.each<[string, readonly Line[], object, object, object]>([
  ["in the request that opens a session", [open({ capabilities: { roots: {} }, clientInfo: c })], c, {}, { roots: {} }],
  [
    "in the envelope of a stateless request",
    [sent(ask(1, "tools/list", { _meta: { [key("clientCapabilities")]: { sampling: {} }, [key("clientInfo")]: c } }))],
    c,
    {},
    { sampling: {} },
  ],
  ["in the answer that opens a session", [received(done(1, { serverInfo: s }))], {}, s, {}],
  ["in the envelope of a stateless result", [received(done(1, { _meta: { [key("serverInfo")]: s } }))], {}, s, {}],
  ["with a name only", [open({ clientInfo: { name: "c", version: 1 } })], { name: "c" }, {}, {}],
  ["without a name, which is nothing", [open({ clientInfo: { version: "1" } }), open({ clientInfo: c })], c, {}, {}],
  [
    "twice, and the first counts",
    [
      open({ clientInfo: c }),
      open({ clientInfo: { name: "d" } }),
      received(done(1, { serverInfo: s })),
      received(done(2, { serverInfo: { name: "t" } })),
    ],
    c,
    s,
    {},
  ],
  [
    "twice, and the last capabilities count",
    [open({ capabilities: { roots: {} } }), open({ capabilities: { sampling: {} } })],
    {},
    {},
    { sampling: {} },
  ],
  [
    "with capabilities that are none",
    [open({ capabilities: { roots: {} } }), open({ capabilities: "roots" })],
    {},
    {},
    { roots: {} },
  ],
  ["in a request without anything", [sent(ask(1, "ping"))], {}, {}, {}],
  [
    "in what the server asks, which says nothing of the client",
    [received(ask(1, "sampling/createMessage", { capabilities: { a: {} }, clientInfo: s }))],
    {},
    {},
    {},
  ],
  [
    "in a notification, which says nothing of the client",
    [sent(note("notifications/a", { capabilities: { a: {} }, clientInfo: c }))],
    {},
    {},
    {},
  ],
  ["in what the client answers, which says nothing of the server", [sent(done(1, { serverInfo: c }))], {}, {}, {}],
  [
    "in an error, which says nothing of the server",
    [received({ ...(failed(1) as object), result: { serverInfo: s } })],
    {},
    {},
    {},
  ],
])("the parties say who they are %s", (_what, lines, client, server, capabilities) => {
  expect(said(lines)).toEqual([client, server, [capabilities]]);
});

it("what is declared on one connection holds for that, and another one has declared nothing", () => {
  const two = { connection: 2 };
  const trace = smallTrace("server", [
    opened({ revision: null, capabilities: { elicitation: {} } }),
    opened({ revision: null, ...two }),
    sent(ask(1, "initialize", { capabilities: { roots: {} } }), two),
  ]);
  const { server, client } = bothSides(trace);
  expect(connections(server).map(({ capabilities }) => capabilities)).toEqual([{}, { roots: {} }]);
  expect(connections(client).map(({ capabilities }) => capabilities)).toEqual([{ elicitation: {} }, {}]);
  expect(server.events.map((event) => "direction" in event && event.direction)).toEqual([false, false, "sent"]);
});

it("of what is no line nothing is turned round", () => {
  const exit: Line = { kind: "exit", connection: 1, code: 0, signal: null };
  const { server, client } = bothSides(smallTrace("server", [opened(), exit]));
  const last = { seq: 2, at: 20, ...exit };
  expect([server.events[1], client.events[1]]).toEqual([last, last]);
});

it("over HTTP it is the client who posts, and what it says there of itself counts", () => {
  const lines = [
    opened({ revision: null, transport: "http" }),
    posted(1, ask(1, "initialize", { capabilities: { roots: {} }, clientInfo: c })),
    status(1, 200, { "content-type": "application/json" }),
    body(1, done(1, { protocolVersion: "2025-06-18", serverInfo: s })),
  ];
  const { server, client } = bothSides(smallTrace("server", lines, "http"));
  expect([server.subject, client.subject]).toEqual([
    { kind: "server", transport: "http", ...s },
    { kind: "client", transport: "http", ...c },
  ]);
  expect(connections(server).map(({ capabilities }) => capabilities)).toEqual([{ roots: {} }]);
  expect([revisionsIn(server), revisionsIn(client)]).toEqual([["2025-06-18"], ["2025-06-18"]]);
});
