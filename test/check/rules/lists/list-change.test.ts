import { describe, expect, it } from "vitest";
import { listChangedAnnounced, listChangedDeclared, listChangedSent } from "../../../../src/check/rules/list-change.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  ask,
  body,
  done,
  type Line,
  note,
  opened,
  over,
  posted,
  received,
  sent,
  smallTrace,
  status,
} from "../../../support/traces/small-trace.ts";
import { changed, declaring, listed } from "./list-traces.ts";

const method = "notifications/tools/list_changed";
const change = { tools: { listChanged: true } };
const violated = (evidence: readonly number[], message: string, more: object = {}) => ({
  kind: "violated",
  evidence,
  message,
  ...more,
});
const none = (reason: string) => ({ kind: "not-applicable", reason });

describe("a change that is told", () => {
  it.each<readonly [string, readonly Line[], object]>([
    [
      "before anything was announced is open",
      [opened(), changed()],
      { kind: "inconclusive", reason: "the server announced no capabilities" },
    ],
    ["never does not matter", declaring(change), none(`the server sent no ${method}`)],
    [
      "of prompts does not matter",
      [...declaring({}), received(note("notifications/prompts/list_changed"))],
      none(`the server sent no ${method}`),
    ],
    ["and was declared is right", [...declaring(change), changed(), changed()], { kind: "satisfied", evidence: [4, 5] }],
    [
      "and was not declared is wrong",
      [...declaring({ tools: {} }), changed()],
      violated([4], `${method} was sent, but tools.listChanged is not declared`),
    ],
  ])("%s", (_title, lines, outcome) => {
    const trace = smallTrace("server", lines);
    expect(listChangedDeclared("tools").verify(trace)).toEqual(outcome);
    expect(listChangedAnnounced("tools").verify(trace)).toEqual(outcome);
  });
});

describe("over a pipe a list that", () => {
  const unseen = none("the list did not change while a client could be notified");
  const silent = (one: number, other: number) => `the list changed between #${one} and #${other} without ${method}`;
  it.each<readonly [string, readonly Line[], object]>([
    ["was asked for once", [...declaring(change), ...listed(["a"])], unseen],
    ["stayed the same in another order", [...declaring(change), ...listed(["a", "b"]), ...listed(["b", "a"])], unseen],
    [
      "changed with a word about it",
      [...declaring(change), ...listed(["a"]), changed(), ...listed(["b"])],
      { kind: "satisfied", evidence: [8] },
    ],
    [
      "changed with a word that came later",
      [...declaring(change), ...listed(["a"]), ...listed(["b"]), changed()],
      { kind: "satisfied", evidence: [7] },
    ],
    [
      "changed after a word that had come before",
      [...declaring(change), changed(), ...listed(["a"]), ...listed(["b"])],
      violated([8], silent(5, 7), { timing: true }),
    ],
    [
      "changed without a word",
      [...declaring(change), ...listed(["a"]), ...listed(["a", "b"])],
      violated([7], silent(4, 6), { timing: true }),
    ],
    [
      "lost an item",
      [...declaring(change), ...listed(["a", "b"]), ...listed(["a"])],
      violated([7], silent(4, 6), { timing: true }),
    ],
    [
      "exchanged an item",
      [...declaring(change), ...listed(["a", "b"]), ...listed(["a", "c"])],
      violated([7], silent(4, 6), { timing: true }),
    ],
    [
      "changed the third time it was asked for",
      [...declaring(change), ...listed(["a"]), ...listed(["a"]), ...listed(["b"])],
      violated([9], silent(6, 8), { timing: true }),
    ],
    [
      "changed with a word on another connection",
      [...declaring(change), ...declaring(change, 2), ...listed(["a"]), changed(2), ...listed(["b"])],
      violated([11], silent(7, 10), { timing: true }),
    ],
    [
      "is another one on another connection",
      [...declaring(change), ...declaring(change, 2), ...listed(["a"]), ...listed(["b"], 2)],
      unseen,
    ],
    [
      "was not read to its end",
      [...declaring(change), ...listed(["a"], 1, undefined, { nextCursor: "x" }), ...listed(["b"])],
      unseen,
    ],
  ])("%s is announced, or is not", (_title, lines, outcome) => {
    expect(listChangedSent("tools").verify(smallTrace("server", lines))).toEqual(outcome);
  });
});

const json = { "content-type": "application/json" };
const listing = (exchange: number, name: string): Line[] => [
  posted(exchange, ask(exchange, "tools/list")),
  status(exchange, 200, json),
  body(exchange, done(exchange, { tools: [{ name }] })),
];
const got = (code: number, type: string, connection = 1): Line[] => [
  posted(90, null, {}, { method: "GET", connection }),
  { ...status(90, code, { "content-type": type }), connection },
];
const stream = "text/event-stream; charset=utf-8";

it.each<readonly [string, readonly Line[], boolean]>([
  ["no stream stands", [...listing(1, "a"), ...listing(2, "b")], false],
  ["a stream stands", [...got(200, stream), ...listing(1, "a"), ...listing(2, "b")], true],
  ["a stream stands until later", [...got(200, stream), ...listing(1, "a"), ...listing(2, "b"), over(90, "closed-by-us")], true],
  ["a stream ended between", [...got(200, stream), ...listing(1, "a"), over(90, "complete"), ...listing(2, "b")], false],
  ["a stream began between", [...listing(1, "a"), ...got(200, stream), ...listing(2, "b")], false],
  ["a stream was refused", [...got(405, stream), ...listing(1, "a"), ...listing(2, "b")], false],
  ["a stream is none", [...got(200, "application/json"), ...listing(1, "a"), ...listing(2, "b")], false],
  [
    "a stream stands elsewhere",
    [opened({ connection: 2 }), ...got(200, stream, 2), ...listing(1, "a"), ...listing(2, "b")],
    false,
  ],
])("over HTTP a client is told where %s: %s", (_title, lines, told) => {
  const trace = smallTrace("server", [opened({ transport: "http" }), ...lines], "http");
  expect(listChangedSent("tools").verify(trace).kind).toBe(told ? "violated" : "not-applicable");
});

const listen = (id: string, filter: string, connection = 1, wanted: Json = true): Line =>
  sent(ask(id, "subscriptions/listen", { notifications: { [filter]: wanted } }), { connection });
const later = { revision: "2026-07-28" } as const;

it.each<readonly [string, readonly Line[], boolean]>([
  ["did not listen", [...listed(["a"]), ...listed(["b"])], false],
  ["listened", [listen("s", "toolsListChanged"), ...listed(["a"]), ...listed(["b"])], true],
  ["listened to something else", [listen("s", "promptsListChanged"), ...listed(["a"]), ...listed(["b"])], false],
  ["did not want to hear of it", [listen("s", "toolsListChanged", 1, false), ...listed(["a"]), ...listed(["b"])], false],
  ["listened too late", [...listed(["a"]), listen("s", "toolsListChanged"), ...listed(["b"])], false],
  ["was turned off between", [listen("s", "toolsListChanged"), ...listed(["a"]), received(done("s")), ...listed(["b"])], false],
  ["was turned off later", [listen("s", "toolsListChanged"), ...listed(["a"]), ...listed(["b"]), received(done("s"))], true],
  [
    "listened on another connection",
    [opened({ ...later, connection: 2 }), listen("s", "toolsListChanged", 2), ...listed(["a"]), ...listed(["b"])],
    false,
  ],
])("from 2026-07-28 on a client is told that %s: %s", (_title, lines, told) => {
  const outcome = listChangedSent("tools").verify(smallTrace("server", [opened(later), ...lines]));
  expect(outcome.kind).toBe(told ? "violated" : "not-applicable");
});
