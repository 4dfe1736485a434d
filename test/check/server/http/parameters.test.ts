import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Check } from "../../../../src/check/check.ts";
import * as checks from "../../../../src/check/server/http/parameters.ts";
import { ask, done, failed, note, over, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, exchange, kept, moot, open, type Row, saidOf, special, sse } from "./told.ts";

const call = ask(1, "tools/call", { name: "route", arguments: { region: "north" } });
const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2026-07-28");

const refused: readonly (readonly [name: string, check: Check, tag: string])[] = [
  ["is missing", checks.paramHeaderRequired, "param-header-missing"],
  ["says something else than its argument", checks.paramHeaderMismatch, "param-header-mismatch"],
];
it.each<Row>(
  refused.flatMap(([name, check, tag]): Row[] => [
    [`${name} is refused`, check, [special(tag), exchange(1, call, 400, failed(1, -32020))], kept(3)],
    [
      `${name} is not looked at`,
      check,
      [special(tag), exchange(1, call, 200, done(1))],
      broken("status 200 with error code none, expected 400 with -32020", 3),
    ],
    [
      `${name} is refused with another code`,
      check,
      [special(tag), exchange(1, call, 400, failed(1, -32602))],
      broken("400 with error code -32602, expected -32020", 3),
    ],
    [
      `${name} is refused as every call is`,
      check,
      [exchange(1, call, 403), special(tag), exchange(2, call, 403)],
      moot("the method is refused with the same status whatever the headers"),
    ],
    [`${name} was never sent`, check, [exchange(1, call, 200, done(1))], open("no such request was sent")],
  ]),
)("a Mcp-Param header that %s", (...row) => expect(said(row)).toEqual(row[3]));

const understood: readonly (readonly [name: string, check: Check, tag: string, wrong: string])[] = [
  ["in Base64", checks.paramHeaderEncoded, "param-header-encoded", "the encoded value was taken for a mismatch"],
  ["left out for null", checks.paramHeaderNull, "param-header-null", "a header was expected for an argument that is null"],
  [
    "left out with its argument",
    checks.paramHeaderAbsent,
    "param-header-absent",
    "a header was expected for an argument that is not given",
  ],
  [
    "in other digits",
    checks.paramHeaderNumeric,
    "param-header-numeric",
    "the same number in other digits was taken for a mismatch",
  ],
];
it.each<Row>(
  understood.flatMap(([name, check, tag, wrong]): Row[] => [
    [`${name} is served`, check, [special(tag), exchange(1, call, 200, done(1))], kept(3)],
    [`${name} fails for another reason`, check, [special(tag), exchange(1, call, 400, failed(1, -32602))], kept(3)],
    [`${name} is taken for a mismatch`, check, [special(tag), exchange(1, call, 400, failed(1, -32020))], broken(wrong, 3)],
    [`${name} was never sent`, check, [exchange(1, call, 400, failed(1, -32020))], open("no such call was made")],
  ]),
)("a Mcp-Param header %s", (...row) => expect(said(row)).toEqual(row[3]));

const beyond = checks.paramHeaderCharacters;
const tag = special("param-header-characters");
const unclear = open("no call with such a header was made and plainly refused or served");
it.each<Row>([
  ["is refused by a web framework", beyond, [tag, exchange(1, call, 400)], kept(3)],
  ["is refused with an error in a body of status 200", beyond, [tag, exchange(1, call, 200, failed(1, -32020))], kept(3)],
  ["is turned away before it is looked at", beyond, [tag, exchange(1, call, 500, done(1))], kept(3)],
  [
    "is served",
    beyond,
    [tag, exchange(1, call, 200, done(1, { content: [] }))],
    broken("the tool was run although the header held bytes beyond ASCII", 3),
  ],
  [
    "is served, and the tool says that it did not fail",
    beyond,
    [tag, exchange(1, call, 200, done(1, { content: [], isError: false }))],
    broken("the tool was run although the header held bytes beyond ASCII", 3),
  ],
  ["makes the tool fail", beyond, [tag, exchange(1, call, 200, done(1, { content: [], isError: true }))], unclear],
  [
    "is served on a stream that begins with news",
    beyond,
    [tag, posted(1, call), status(1, 200, sse), streamed(1, note("notifications/x")), streamed(1, done(1, { content: [] }))],
    broken("the tool was run although the header held bytes beyond ASCII", 3),
  ],
  [
    "is refused once, and makes the tool fail once",
    beyond,
    [tag, exchange(1, call, 400), tag, exchange(2, call, 200, done(1, { isError: true }))],
    kept(3),
  ],
  ["is accepted without an answer", beyond, [tag, exchange(1, call, 200)], unclear],
  [
    "is accepted without an answer, while a plain call is served",
    beyond,
    [exchange(1, call, 200, done(1)), tag, exchange(2, ask(2, "tools/call"), 200)],
    unclear,
  ],
  ["breaks the connection", beyond, [tag, posted(1, call), over(1, "broken")], unclear],
  ["is not sent", beyond, [exchange(1, call, 200, done(1)), status(9, 200)], unclear],
])("a header that holds bytes beyond ASCII: the call %s", (...row) => expect(said(row)).toEqual(row[3]));

it("a header that is not looked at is not missed either: the one finding accounts for the other", () => {
  expect(checks.paramHeaderMismatch.explains).toEqual([{ checks: ["http.param-header-required"], within: "revision" }]);
});
