import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Check } from "../../../../src/check/check.ts";
import * as checks from "../../../../src/check/server/http/headers.ts";
import { ask, done, failed, note, over, posted, streamed } from "../../../support/traces/small-trace.ts";
import { broken, elsewhere, exchange, kept, moot, open, plain, type Row, saidOf, special, stream } from "./told.ts";

const list = (id: number) => ask(id, "tools/list");
const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2026-07-28");

const refused: readonly (readonly [name: string, check: Check, tag: string])[] = [
  ["without Mcp-Method", checks.methodHeaderRequired, "no-method-header"],
  ["whose Mcp-Method names another method", checks.methodHeaderMismatch, "method-header-mismatch"],
  ["whose Mcp-Method is in capitals", checks.methodHeaderCase, "method-header-case"],
  ["without Mcp-Name", checks.nameHeaderRequired, "no-name-header"],
  ["whose Mcp-Name names another tool", checks.nameHeaderMismatch, "name-header-mismatch"],
];
it.each<Row>(
  refused.flatMap(([name, check, tag]): Row[] => [
    [`${name} is refused`, check, [special(tag), exchange(1, list(1), 400, failed(1, -32020))], kept(3)],
    [
      `${name} is served`,
      check,
      [special(tag), exchange(1, list(1), 200, done(1))],
      broken("status 200 with error code none, expected 400 with -32020", 3),
    ],
    [
      `${name} is refused as an unsupported version would be`,
      check,
      [special(tag), exchange(1, list(1), 400, failed(1, -32022))],
      broken("400 with error code -32022, expected -32020", 3),
    ],
    [
      `${name} is refused as plain requests are`,
      check,
      [plain(), exchange(1, list(1), 404), special(tag), exchange(2, list(2), 404)],
      moot("the method is refused with the same status whatever the headers"),
    ],
    [`${name} was not sent`, check, [exchange(1, list(1), 200, done(1))], open("no such request was sent")],
  ]),
)("a request %s", (...row) => expect(said(row)).toEqual(row[3]));

const [versions, unsupported] = [checks.versionHeaderMismatch, checks.unsupportedVersionStatus];
it.each<Row>([
  [
    "differs from the body",
    versions,
    [special("version-header-mismatch"), exchange(1, list(1), 400, failed(1, -32020))],
    kept(3),
  ],
  [
    "differs from the body, and is not supported either",
    versions,
    [special("version-header-mismatch"), exchange(1, list(1), 400, failed(1, -32022))],
    kept(3),
  ],
  [
    "differs from the body, which is called an invalid request",
    versions,
    [special("version-header-mismatch"), exchange(1, list(1), 400, failed(1, -32600))],
    broken("400 with error code -32600, expected -32020 or -32022", 3),
  ],
  [
    "differs from the body, and is served",
    versions,
    [special("version-header-mismatch"), exchange(1, list(1), 200, done(1))],
    broken("status 200 with error code none, expected 400 with -32020 or -32022", 3),
  ],
  ["is not supported", unsupported, [special("unsupported-version"), exchange(1, list(1), 400, failed(1, -32022))], kept(3)],
  [
    "is not supported, which is called a mismatch",
    unsupported,
    [special("unsupported-version"), exchange(1, list(1), 400, failed(1, -32020))],
    broken("400 with error code -32020, expected -32022", 3),
  ],
])("a request whose version %s", (...row) => expect(said(row)).toEqual(row[3]));

const [encoded, absent] = [special("name-header-encoded"), special("no-version-header")];
const asModern = "served as 2026-07-28 without the header";
const modern = { resultType: "complete", tools: [] };
it.each<Row>([
  ["with its name in Base64 is served", checks.nameHeaderEncoded, [encoded, exchange(1, list(1), 200, done(1))], kept(3)],
  [
    "with its name in Base64 names no tool",
    checks.nameHeaderEncoded,
    [encoded, exchange(1, list(1), 400, failed(1, -32602))],
    kept(3),
  ],
  [
    "with its name in Base64 is taken for a mismatch",
    checks.nameHeaderEncoded,
    [encoded, exchange(1, list(1), 400, failed(1, -32020))],
    broken("the encoded name was taken for a mismatch", 3),
  ],
  [
    "with its name in Base64 was not sent",
    checks.nameHeaderEncoded,
    [exchange(1, list(1), 400, failed(1, -32020))],
    open("no request with an encoded name was sent"),
  ],
  ["without a version is refused", checks.versionHeaderRequired, [absent, exchange(1, list(1), 400, failed(1, -32020))], kept(3)],
  [
    "without a version is served as one of old",
    checks.versionHeaderRequired,
    [absent, exchange(1, list(1), 200, done(1, { tools: [] }))],
    kept(3),
  ],
  [
    "without a version is served as one of today",
    checks.versionHeaderRequired,
    [absent, exchange(1, list(1), 200, done(1, modern))],
    broken(asModern, 3),
  ],
  [
    "without a version is refused with a result in the body",
    checks.versionHeaderRequired,
    [absent, exchange(1, list(1), 400, done(1, modern))],
    kept(3),
  ],
  ["without a version gets no answer", checks.versionHeaderRequired, [absent, exchange(1, list(1), 202)], kept(3)],
  [
    "without a version is refused, after one with it was served",
    checks.versionHeaderRequired,
    [plain(), exchange(1, list(1), 200, done(1, modern)), absent, exchange(2, list(2), 200, failed(2, -32020))],
    kept(7),
  ],
  [
    "without a version was not sent",
    checks.versionHeaderRequired,
    [exchange(1, list(1), 200, done(1, modern))],
    open("no request without the header was sent"),
  ],
])("a request %s", (...row) => expect(said(row)).toEqual(row[3]));

const always = checks.protocolErrorStatus;
it.each<Row>([
  ...[-32020, -32021, -32022].flatMap((code): Row[] => [
    [
      `${code} comes with 400, and another error with 200`,
      always,
      [exchange(1, list(1), 400, failed(1, code)), exchange(2, list(2), 200, failed(2))],
      kept(2),
    ],
    [`${code} comes with 400`, always, [exchange(1, list(1), 400, failed(1, code))], kept(2)],
    [
      `${code} comes with 200`,
      always,
      [exchange(1, list(1), 200, failed(1, code))],
      broken(`status 200 with error code ${code}, expected 400`, 2),
    ],
  ]),
  ["-32602 comes with 200", always, [exchange(1, list(1), 200, failed(1, -32602))], open("no such error was seen")],
  [
    "-32020 comes with 404 beside one that comes with 400",
    always,
    [exchange(1, list(1), 400, failed(1, -32020)), exchange(2, list(2), 404, failed(2, -32020))],
    broken("status 404 with error code -32020, expected 400", 5),
  ],
  [
    "-32020 comes on a stream that no POST opened",
    always,
    [stream(1), { kind: "sse-event", connection: 1, exchange: 1, data: JSON.stringify(failed(1, -32020)) }],
    open("no such error was seen"),
  ],
])("an error with the code %s", (...row) => expect(said(row)).toEqual(row[3]));

const meta = checks.envelopeErrorStatus;
const nothing = open("no such request was sent, or all were turned away as plain ones are");
const initialize = ask(9, "initialize", { protocolVersion: "2025-11-25" });
it.each<Row>([
  ...["envelope-missing", "envelope-without-version", "envelope-without-capabilities"].flatMap((tag): Row[] => [
    [`refused with 400 (${tag})`, meta, [special(tag), exchange(1, list(1), 400, failed(1, -32602))], kept(3)],
    [
      `refused with 200 (${tag})`,
      meta,
      [special(tag), exchange(1, list(1), 200, failed(1, -32602))],
      broken("status 200, expected 400", 3),
    ],
  ]),
  ["never sent", meta, [exchange(1, list(1), 200, done(1))], nothing],
  [
    "turned away as plain ones are",
    meta,
    [plain(), exchange(1, list(1), 401), special("envelope-missing"), exchange(2, list(2), 401)],
    nothing,
  ],
  [
    "refused with 404, as plain ones are",
    meta,
    [plain(), exchange(1, list(1), 404), special("envelope-missing"), exchange(2, list(2), 404)],
    broken("status 404, expected 400", 6),
  ],
  ...["envelope-missing", "envelope-without-version"].map((tag): Row => [
    `served by a server that speaks earlier revisions too (${tag})`,
    meta,
    [exchange(1, initialize, 200, done(9)), special(tag), exchange(2, list(2), 200, done(2))],
    nothing,
  ]),
  [
    "served without capabilities by a server that speaks earlier revisions too",
    meta,
    [exchange(1, initialize, 200, done(9)), special("envelope-without-capabilities"), exchange(2, list(2), 200, done(2))],
    broken("status 200, expected 400", 6),
  ],
])("a request whose _meta lacks something is %s", (...row) => expect(said(row)).toEqual(row[3]));

const params = checks.invalidParamsInBand;
const unseen = moot("no error -32602 was seen");
it.each<Row>([
  ["comes with 200", params, [exchange(1, list(1), 200, failed(1, -32602))], kept(2)],
  [
    "comes on a stream of its own, while the POST has no status",
    params,
    [posted(1, list(1)), stream(2), streamed(2, failed(1, -32602))],
    unseen,
  ],
  ["comes with 499", params, [exchange(1, list(1), 499, failed(1, -32602))], kept(2)],
  ["comes with 500", params, [exchange(1, list(1), 500, failed(1, -32602))], broken("status 500 with -32602", 2)],
  ["is not what comes with 500", params, [exchange(1, list(1), 500, failed(1, -32603))], unseen],
  ["is no error at all", params, [exchange(1, list(1), 500, done(1))], unseen],
  ["comes with 500 to what was wrong on purpose", params, [special("x"), exchange(1, list(1), 500, failed(1, -32602))], unseen],
  ["does not come", params, [posted(1, list(1)), over(1, "broken"), exchange(2, note("notifications/x"), 202)], unseen],
  [
    "comes with 200 in one session and with 503 in another",
    params,
    [exchange(1, list(1), 200, failed(1, -32602)), elsewhere(exchange(2, list(1), 503, failed(1, -32602)))],
    broken("status 503 with -32602", 5),
  ],
])("the error -32602 %s", (...row) => expect(said(row)).toEqual(row[3]));

it.each<readonly [cause: string, check: Check, explains: Check["explains"]]>([
  [
    "that does not compare Mcp-Method",
    checks.methodHeaderMismatch,
    [{ checks: ["http.method-header-required", "http.method-header-case"], within: "revision" }],
  ],
  ["that does not compare Mcp-Name", checks.nameHeaderMismatch, [{ checks: ["http.name-header-required"], within: "revision" }]],
  ["that decodes no names", checks.nameHeaderEncoded, [{ checks: ["http.param-header-encoded"], within: "revision" }]],
  [
    "that does not compare versions",
    checks.versionHeaderMismatch,
    [{ checks: ["http.version-header-required"], within: "revision" }],
  ],
  ["that sets the wrong status", always, [{ checks: ["http.*-mismatch", "http.unsupported-version-400"], within: "exchange" }]],
  ["that answers -32602 with 500", params, [{ checks: ["http.no-server-error"], within: "exchange" }]],
])("a server %s is told so once, not once for everything that follows from it", (_, check, explains) => {
  expect(check.explains).toEqual(explains);
});
