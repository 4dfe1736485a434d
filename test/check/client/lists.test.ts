import { expect, it } from "vitest";
import { circleLeft, cursorDiscarded, cursorNotKept } from "../../../src/check/client/cursors.ts";
import { clientCursorOpaque, clientEmptyCursor, clientStopsAtEnd } from "../../../src/check/client/pagination.ts";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../support/traces/small-trace.ts";
import { broken, seen, kept, none, type Row, second, talk, there, unseen } from "./told-trace.ts";

const list = (id: number, cursor?: Json, method = "tools/list", more: object = {}): Line =>
  received(ask(id, method, cursor === undefined ? {} : { cursor }), more);
const next = (id: number, nextCursor?: Json, more: object = {}): Line =>
  sent(done(id, nextCursor === undefined ? {} : { nextCursor }), more);
const page = (id: number, cursor?: Json, following?: Json): readonly Line[] => [list(id, cursor), next(id, following)];
const resources = "resources/list";

const noCursor = "the client sent no cursor";
const earlier = 'tools/list was sent "c", of an earlier session';
const ofSessions: readonly Row[] = [
  ["a cursor is sent where it was given", cursorNotKept, talk(...page(1, undefined, "c"), list(2, "c")), kept(4)],
  [
    "a cursor is sent on another connection than it was given on",
    cursorNotKept,
    talk(second(), ...page(1, undefined, "c"), list(1, "c", "tools/list", there)),
    broken(earlier, 5),
  ],
  [
    "a cursor is sent on a new connection which gives it as well",
    cursorNotKept,
    talk(
      second(),
      ...page(1, undefined, "c"),
      list(1, undefined, "tools/list", there),
      next(1, "c", there),
      list(2, "c", "tools/list", there),
    ),
    kept(7),
  ],
  ["a cursor is sent that nobody gave", cursorNotKept, talk(...page(1, undefined, "d"), list(2, "c")), unseen(noCursor)],
  [
    "a cursor of another list is sent",
    cursorNotKept,
    talk(...page(1, undefined, "c"), list(2, "c", resources)),
    unseen(noCursor),
  ],
  ["no cursor is sent, where one was given", cursorNotKept, talk(...page(1, undefined, "c"), list(2)), unseen(noCursor)],
];

const notRefused = "no server refused a cursor";
const refused = [list(1, "c"), sent(failed(1))];
const ofRefusals: readonly Row[] = [
  ["the list is begun anew", cursorDiscarded, talk(...refused, list(2), list(3, "c")), kept(4)],
  ["the list is left", cursorDiscarded, talk(...refused), kept(3)],
  [
    "the cursor is sent again",
    cursorDiscarded,
    talk(...refused, list(2, "c"), list(3)),
    broken('tools/list was sent "c" again', 4),
  ],
  ["another cursor is sent", cursorDiscarded, talk(...refused, list(2, "d")), kept(4)],
  [
    "the cursor was sent twice before the refusal came",
    cursorDiscarded,
    talk(list(1, "c"), list(2, "c"), sent(failed(1))),
    kept(4),
  ],
  ["another list is asked for with the cursor", cursorDiscarded, talk(...refused, list(2, "c", resources)), kept(3)],
  [
    "the cursor is sent on another connection",
    cursorDiscarded,
    talk(second(), ...refused, list(2, "c", "tools/list", there)),
    kept(4),
  ],
  ["a list without a cursor is refused", cursorDiscarded, talk(list(1), sent(failed(1)), list(2)), unseen(notRefused)],
  ["the cursor is taken", cursorDiscarded, talk(...page(1, "c"), list(2, "c")), unseen(notRefused)],
  ["the cursor gets no answer", cursorDiscarded, talk(list(1, "c"), list(2, "c")), unseen(notRefused)],
];

const noCircle = "no page named itself to a client that asks for further pages";
const many = (count: number, more: object = {}): readonly Line[] =>
  Array.from({ length: count }, (_, id) => list(id + 10, "c", "tools/list", more));
const circle = page(1, "c", "c");
const ofCircles: readonly Row[] = [
  [
    "a page that names itself is asked for 30 times",
    circleLeft,
    talk(...circle, ...many(29)),
    broken("tools/list was sent the same cursor 30 times and more", 2),
  ],
  ["a page that names itself is asked for 29 times", circleLeft, talk(...circle, ...many(28)), kept(2)],
  ["it is asked for 30 times on two connections", circleLeft, talk(...circle, ...many(28), second(), ...many(1, there)), kept(2)],
  [
    "another list is asked for with the cursor as well",
    circleLeft,
    talk(...circle, ...many(28), list(99, "c", resources)),
    kept(2),
  ],
  ["a page names another one", circleLeft, talk(...page(1, "c", "d"), ...many(29)), none(noCircle)],
  ["a last page is asked for without a cursor", circleLeft, talk(...page(1)), none(noCircle)],
];

const ofOrigin: readonly Row[] = [
  ["a cursor is sent as it was given", clientCursorOpaque, talk(...page(1, undefined, "c "), list(2, "c ")), kept(4)],
  [
    "a cursor is sent without its blank",
    clientCursorOpaque,
    talk(...page(1, undefined, "c "), list(2, "c")),
    broken('tools/list was sent the cursor "c", which no page named', 4),
  ],
  [
    "a cursor is sent before it is given",
    clientCursorOpaque,
    talk(list(1), list(2, "c"), next(1, "c")),
    broken('tools/list was sent the cursor "c", which no page named', 3),
  ],
  [
    "a number is sent as a text",
    clientCursorOpaque,
    talk(...page(1, undefined, 2), list(2, "2")),
    broken('tools/list was sent the cursor "2", which no page named', 4),
  ],
  ["no cursor is sent", clientCursorOpaque, talk(...page(1, undefined, "c")), unseen(noCursor)],
];

const noEmpty = "no client that asks for further pages was given an empty cursor";
const ended = "tools/list ended at an empty cursor";
const walked = page(1, "w");
const ofEmpty: readonly Row[] = [
  ["the empty cursor is sent", clientEmptyCursor, talk(...page(1, undefined, ""), ...page(2, "")), kept(4)],
  ["the list ends there", clientEmptyCursor, talk(...walked, ...page(2, undefined, "")), broken(ended, 5)],
  ["the list is begun anew there", clientEmptyCursor, talk(...walked, ...page(2, undefined, ""), list(3)), broken(ended, 5)],
  [
    "an empty cursor was sent before it was given",
    clientEmptyCursor,
    talk(...page(1, ""), ...page(2, undefined, "")),
    broken(ended, 5),
  ],
  [
    "the empty cursor is sent for another list",
    clientEmptyCursor,
    talk(...walked, ...page(2, undefined, ""), list(3, "", resources)),
    broken(ended, 5),
  ],
  ["the client never goes on from a first page", clientEmptyCursor, talk(...page(1, undefined, "")), unseen(noEmpty)],
  [
    "a request for a further page got no result",
    clientEmptyCursor,
    talk(list(1, "w"), sent(failed(1)), ...page(2, undefined, "")),
    unseen(noEmpty),
  ],
  ["the cursor is not empty", clientEmptyCursor, talk(...walked, ...page(2, undefined, "c")), unseen(noEmpty)],
];

const noEnd = "the client reached the end of no list of several pages";
const lastAgain = "tools/list asked again for the last page";
const ofEnds: readonly Row[] = [
  ["the last page is the end", clientStopsAtEnd, talk(...page(1, undefined, "c"), ...page(2, "c")), kept(5)],
  ["the list is begun anew", clientStopsAtEnd, talk(...page(1, undefined, "c"), ...page(2, "c"), list(3)), kept(5)],
  [
    "the last page is asked for again",
    clientStopsAtEnd,
    talk(...page(1, undefined, "c"), ...page(2, "c"), list(3, "c")),
    broken(lastAgain, 6),
  ],
  [
    "the last page of two is asked for again",
    clientStopsAtEnd,
    talk(...page(1, undefined, "b"), ...page(2, "b", "c"), ...page(3, "c"), list(4, "c")),
    broken(lastAgain, 8),
  ],
  [
    "the list was begun twice, and both walks come to the last page",
    clientStopsAtEnd,
    talk(...page(1, undefined, "c"), ...page(2, undefined, "c"), ...page(3, "c"), list(4, "c")),
    kept(7),
  ],
  [
    "the list is begun again only after the last page was asked for twice",
    clientStopsAtEnd,
    talk(...page(1, undefined, "c"), ...page(2, "c"), list(3, "c"), list(4)),
    broken(lastAgain, 6),
  ],
  [
    "the last page is asked for on another connection",
    clientStopsAtEnd,
    talk(second(), ...page(1, undefined, "c"), ...page(2, "c"), list(3, "c", "tools/list", there)),
    kept(6),
  ],
  [
    "the list is begun, and later its last page is asked for",
    clientStopsAtEnd,
    talk(...page(1, undefined, "c"), ...page(2, "c"), list(3), list(4, "c")),
    kept(5),
  ],
  [
    "another list has that cursor",
    clientStopsAtEnd,
    talk(...page(1, undefined, "c"), ...page(2, "c"), list(3, "c", resources)),
    kept(5),
  ],
  [
    "a page was asked for twice at once",
    clientStopsAtEnd,
    talk(...page(1, undefined, "c"), list(2, "c"), list(3, "c"), next(2)),
    kept(6),
  ],
  [
    "the page before the last one is asked for again",
    clientStopsAtEnd,
    talk(...page(1, undefined, "b"), ...page(2, "b", "c"), ...page(3, "c"), list(4, "b")),
    kept(7),
  ],
  ["there is one page alone", clientStopsAtEnd, talk(...page(1), list(2)), unseen(noEnd)],
  [
    "there would be another page",
    clientStopsAtEnd,
    talk(...page(1, undefined, "c"), ...page(2, "c", "d"), list(3, "c")),
    unseen(noEnd),
  ],
  [
    "the last page is refused",
    clientStopsAtEnd,
    talk(...page(1, undefined, "c"), list(2, "c"), sent(failed(2)), list(3, "c")),
    unseen(noEnd),
  ],
];

it.each(ofSessions)("of a new session: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofRefusals)("of a cursor that is refused: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofCircles)("of a circle: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofOrigin)("of where a cursor comes from: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofEmpty)("of an empty cursor: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofEnds)("of the end of a list: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
