import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import * as checks from "../../../../src/check/server/http/retired.ts";
import { ask, done, failed, note, over, posted, streamed } from "../../../support/traces/small-trace.ts";
import { act, bare, broken, elsewhere, exchange, json, kept, moot, open, plain, type Row, saidOf, special, sse } from "./told.ts";

const list = (id: number) => ask(id, "tools/list");
const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2026-07-28");
const discovered = (...supportedVersions: (string | number)[]) =>
  exchange(9, ask(9, "server/discover"), 200, done(9, { supportedVersions }));
const tagged = (tag: string) => act("get", tag);

it.each<Row>(
  (
    [
      ["GET", checks.getRefused, "get-retired"],
      ["DELETE", checks.deleteRefused, "delete-retired"],
    ] as const
  ).flatMap(([method, check, tag]): Row[] => [
    ...[400, 401, 403, 404, 405].map((code): Row => [
      `${method} is answered with ${code}`,
      check,
      [tagged(tag), bare(method, 1, code)],
      kept(3),
    ]),
    ...[200, 202, 402, 406, 500].map((code): Row => [
      `${method} is answered with ${code}`,
      check,
      [tagged(tag), bare(method, 1, code, { response: json })],
      broken(`status ${code}, expected 405`, 3),
    ]),
    [
      `${method} opens a stream`,
      check,
      [tagged(tag), bare(method, 1, 200, { response: { "content-type": "Text/Event-Stream; charset=utf-8" } })],
      kept(3),
    ],
    [`${method} was not tried`, check, [bare(method, 1, 200)], open("no such request was sent")],
    [
      `${method} is served where the server names an older revision too`,
      check,
      [discovered("2026-07-28", "2025-11-25"), tagged(tag), bare(method, 1, 200)],
      moot("the server also speaks revisions with sessions"),
    ],
    [
      `${method} is served where the server names this revision, and what is none`,
      check,
      [discovered("2026-07-28", "1999-01-01", 7), tagged(tag), bare(method, 1, 200)],
      broken("status 200, expected 405", 6),
    ],
    [
      `${method} is served where the server names its versions in no list`,
      check,
      [
        exchange(9, ask(9, "server/discover"), 200, done(9, { supportedVersions: "2025-11-25" })),
        tagged(tag),
        bare(method, 1, 200),
      ],
      broken("status 200, expected 405", 6),
    ],
  ]),
)("%s", (...row) => expect(said(row)).toEqual(row[3]));

const minted = checks.noSessionMinted;
const withId = { response: { "Mcp-Session-Id": "abc" } };
const unanswered = open("no request was answered");
it.each<Row>([
  ["to a list brings none", minted, [exchange(1, list(1), 200, done(1))], kept(2)],
  ["to a list brings one", minted, [exchange(1, list(1), 200, done(1), withId)], broken("an answer with Mcp-Session-Id", 2)],
  [
    "that refuses a list brings one",
    minted,
    [exchange(1, list(1), 400, failed(1), withId)],
    broken("an answer with Mcp-Session-Id", 2),
  ],
  ["to an initialize of old brings one", minted, [exchange(1, ask(1, "initialize"), 200, done(1), withId)], unanswered],
  ["to a notification brings one", minted, [exchange(1, note("notifications/cancelled"), 202, undefined, withId)], unanswered],
])("no sessions are left in this revision: the answer %s", (...row) => expect(said(row)).toEqual(row[3]));

const requests = checks.noServerRequests;
const event = streamed(1, ask(7, "sampling/createMessage"));
const answer = { ...event, data: JSON.stringify(done(1)) };
const opened = exchange(1, list(1), 200, undefined, { response: sse });
it.each<Row>([
  ["sends answers only", requests, [exchange(1, list(1), 200, done(1)), exchange(2, list(2), 200, failed(2))], kept(3, 6)],
  [
    "asks for a sample on the stream of a request",
    requests,
    [opened, event, answer],
    broken("a request sampling/createMessage from the server", 3),
  ],
  [
    "asks a client of an earlier revision",
    requests,
    [exchange(2, ask(2, "initialize"), 200, done(2)), opened, event, answer],
    kept(3, 7),
  ],
  [
    "asks here, while a client of an earlier revision is there too",
    requests,
    [elsewhere(exchange(2, ask(2, "initialize"), 200, done(2))), opened, event],
    broken("a request sampling/createMessage from the server", 6),
  ],
  ["says nothing", requests, [posted(1, list(1)), over(1, "broken")], open("the server answered nothing")],
])("a server that %s", (...row) => expect(said(row)).toEqual(row[3]));

const none = open("no such request was sent");
it.each<Row>(
  (
    [
      ["whose header names are in odd case", checks.headerNamesAnyCase, "odd-header-case"],
      ["with an Mcp-Session-Id of old", checks.sessionIdIgnored, "foreign-session-id"],
      ["with a Last-Event-ID of old", checks.lastEventIdIgnored, "last-event-id"],
    ] as const
  ).flatMap(([name, check, tag]): Row[] => [
    [`${name} is served`, check, [special(tag), exchange(1, list(1), 200, done(1))], kept(4)],
    [
      `${name} is refused with an error`,
      check,
      [special(tag), exchange(1, list(1), 200, failed(1, -32600))],
      broken("refused with error code -32600", 4),
    ],
    [
      `${name} is refused with an error that has no code`,
      check,
      [special(tag), exchange(1, list(1), 200, { jsonrpc: "2.0", id: 1, error: { message: "no" } })],
      broken("refused with error code null", 4),
    ],
    [
      `${name} is refused with a status alone`,
      check,
      [special(tag), exchange(1, list(1), 400)],
      broken("status 400 without an answer", 3),
    ],
    [
      `${name} is refused with a status, after another was served`,
      check,
      [plain(), exchange(1, list(1), 200, done(1)), special(tag), exchange(2, list(2), 404)],
      broken("status 404 without an answer", 7),
    ],
    [
      `${name} is refused with the status of plain ones`,
      check,
      [plain(), exchange(1, list(1), 400), special(tag), exchange(2, list(2), 400)],
      none,
    ],
    [`${name} gets no status`, check, [special(tag), posted(1, list(1)), over(1, "broken")], none],
    [`${name} was not sent`, check, [plain(), exchange(1, list(1), 400)], none],
    [
      `${name} fails as plain ones do`,
      check,
      [plain(), exchange(1, list(1), 200, failed(1)), special(tag), exchange(2, list(2), 200, failed(2))],
      moot("tools/list fails in the same words whatever it is asked"),
    ],
  ]),
)("a request %s", (...row) => expect(said(row)).toEqual(row[3]));
