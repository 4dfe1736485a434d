import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import {
  errorPages,
  listensLocally,
  noStackTrace,
  originReflected,
  originStatus,
  originValidated,
  rebindingRefused,
} from "../../../../src/check/server/security.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  opened,
  over,
  posted,
  received,
  sent,
  status,
  step,
} from "../../../support/traces/small-trace.ts";
import { fine, none, open, type Row, said, wrong } from "../told-outcomes.ts";

const evil = { origin: "http://evil.example" };
const foreign = step("http", { tag: "foreign-origin" });
const bodyless = step("http", { tag: "foreign-origin-without-message" });
const rebinding = step("http", { tag: "dns-rebinding" });
const asked = (more = {}, headers: Readonly<Record<string, string>> = evil): Line[] => [
  foreign,
  posted(1, ask(1, "ping"), headers, more),
];
const served = (method: string, code: number): string =>
  `a ${method} with the Origin of another site was served with status ${code}`;
const unsent = open("no such request was sent");
const away = { url: "https://mcp.example/mcp" };
const remote = none("which origins a server on another machine trusts cannot be seen");
const plain = (code: number): Line[] => [step("request"), posted(9, ask(9, "ping")), status(9, code)];
const noRefusal = none("the server refuses no Origin with a status");
const credentials = { "Access-Control-Allow-Origin": evil.origin, "Access-Control-Allow-Credentials": " TRUE" };
const elsewhere = step("http", { tag: "other-address" });
const other = [elsewhere, posted(1, ask(1, "ping"), {}, { url: "http://127.0.0.2/mcp" })];
const broken = (message?: string): Line => ({
  kind: "http-end",
  connection: 1,
  exchange: 1,
  how: "broken",
  ...(message === undefined ? {} : { message }),
});
const notServed = none("what answered at another address of this machine did not serve the request");

it.each<Row>([
  ["refuses a foreign Origin", originValidated, [opened(), ...asked(), status(1, 400)], fine(4)],
  ["serves a foreign Origin", originValidated, [opened(), ...asked(), status(1, 399)], wrong(served("request", 399), 4)],
  [
    "opens a stream to a foreign Origin",
    originValidated,
    [opened(), bodyless, posted(1, null, evil, { method: "GET" }), status(1, 200)],
    wrong(served("GET", 200), 4),
  ],
  ["drops the connection", originValidated, [opened(), ...asked(), over(1, "broken")], fine(4)],
  ["says nothing", originValidated, [opened(), ...asked()], fine(3)],
  ["ends a session that has no Origin", originValidated, [opened(), ...asked({ method: "DELETE" }, {}), status(1, 200)], unsent],
  ["serves a foreign Origin on another machine", originValidated, [opened(), ...asked(away), status(1, 200)], remote],
  [
    "serves a foreign Origin on both machines",
    originValidated,
    [opened(), ...asked(away), status(1, 200), posted(2, ask(2, "ping"), evil), status(2, 403)],
    fine(6),
  ],
  ["is asked nothing of the kind", originValidated, [opened(), ...plain(200)], unsent],
  [
    "serves it before there was Streamable HTTP",
    originValidated,
    [opened({ revision: "2024-11-05" }), ...asked(), status(1, 200)],
    none("Streamable HTTP is not part of this revision"),
  ],
  [
    "serves it since there is Streamable HTTP",
    originValidated,
    [opened({ revision: "2025-03-26" }), ...asked(), status(1, 200)],
    wrong(served("request", 200), 4),
  ],
  [
    "serves what comes by DNS rebinding",
    rebindingRefused,
    [opened(), rebinding, posted(1, ask(1, "ping"), evil), status(1, 200)],
    wrong("a request with Host and Origin of another site was served with status 200", 4),
  ],
  ["refuses with 403", originStatus, [opened(), ...asked(), status(1, 403)], fine(4)],
  ["refuses with 400", originStatus, [opened(), ...asked(), status(1, 400)], wrong("status 400, expected 403", 4)],
  [
    "refuses everything with 401",
    originStatus,
    [opened(), ...asked(), status(1, 401), ...plain(401)],
    open("no foreign Origin was refused for its own sake"),
  ],
  [
    "refuses only this with 401",
    originStatus,
    [opened(), ...asked(), status(1, 401), ...plain(200)],
    wrong("status 401, expected 403", 4),
  ],
  ["serves it with 399", originStatus, [opened(), ...asked(), status(1, 399)], noRefusal],
  [
    "serves one and refuses another",
    originStatus,
    [opened(), ...asked(), status(1, 200), posted(2, ask(2, "ping"), evil), status(2, 403)],
    fine(6),
  ],
  ["drops it without a status", originStatus, [opened(), ...asked(), over(1, "broken")], noRefusal],
  ["is asked no foreign thing", originStatus, [opened(), ...plain(403)], open("no foreign Origin was refused for its own sake")],
  [
    "lets a foreign page read with credentials",
    originReflected,
    [opened(), ...asked(), status(1, 200, credentials)],
    wrong("the Origin http://evil.example is allowed to read with credentials", 4),
  ],
  [
    "lets a foreign page read without credentials",
    originReflected,
    [opened(), ...asked(), status(1, 200, { "access-control-allow-origin": evil.origin })],
    fine(4),
  ],
  [
    "lets another page read with credentials",
    originReflected,
    [opened(), ...asked(), status(1, 200, { ...credentials, "Access-Control-Allow-Origin": "http://good.example" })],
    fine(4),
  ],
  [
    "denies credentials",
    originReflected,
    [opened(), ...asked(), status(1, 200, { ...credentials, "Access-Control-Allow-Credentials": "false" })],
    fine(4),
  ],
  [
    "is asked without an Origin, and allows none",
    originReflected,
    [opened(), ...asked({}, {}), status(1, 200, { "access-control-allow-credentials": "true" })],
    fine(4),
  ],
  ["drops a foreign page", originReflected, [opened(), ...asked(), over(1, "broken")], none("the server drops the connection")],
  ["is asked by no page", originReflected, [opened()], open("no request with a foreign Origin was sent")],
  [
    "answers at another address",
    listensLocally,
    [opened(), ...other, status(1, 204)],
    wrong("the server answers at http://127.0.0.2/mcp too", 4),
  ],
  ["is not what answers at another address", listensLocally, [opened(), ...other, status(1, 404)], notServed],
  ["refuses connections at another address", listensLocally, [opened(), ...other, broken("connection refused")], fine(4)],
  ["is not reached at another address", listensLocally, [opened(), ...other, broken("no route")], notServed],
  ["breaks off at another address", listensLocally, [opened(), ...other, broken()], notServed],
  ["does not answer at another address", listensLocally, [opened(), ...other], notServed],
  ["is left at another address", listensLocally, [opened(), ...other, over(1, "closed-by-us")], notServed],
  [
    "is not asked at another address",
    listensLocally,
    [opened(), ...plain(200)],
    open("the server was not asked at another address of this machine"),
  ],
])("judges a server over HTTP that %s", (_, check, lines, outcome) => {
  expect(said(check, lines, "http")).toEqual(outcome);
});

const told = (text: string): string => `a stack trace in the answer: ${JSON.stringify(text)}`;

it.each<[text: string, shows: boolean]>([
  ["Traceback (most recent call last)", true],
  ["goroutine 17 [running]", true],
  ["goroutine x [running]", false],
  ["E\n    at run (node:internal/a:10:3)", true],
  ["E\n    at file:///srv/a.js:1:2", true],
  ["E\n    at run (/srv/a.js:1:2)", true],
  ["E\n    at run (a.js:1:2)", false],
  ["E\n    at run (/srv/a.js:1)", false],
  ["at run (/srv/a.js:1:2)", false],
  ["look at /srv/a.js:1:2", false],
  ["E\n\tat com.example.A.run(A.java:42)", true],
  ["E\n\tat com.example.A.run(A.kt)", false],
  ["E\n   at A.Run() in C.cs:line 5", true],
  ["E\n   at A.Run()", false],
  ["thread 'main' panicked at src/main.rs:2:5", true],
  ["thread 'main' panicked at noon", false],
  ["main.rs:2:5 panicked at x", false],
])("sees in the text %j of an error that it shows calls: %s", (text, shows) => {
  const judged = (answer: Json): Outcome => said(noStackTrace, [opened(), sent(ask(1, "a")), received(answer)]);
  const outcome = shows ? wrong(told(text), 3) : fine(3);
  expect(judged({ jsonrpc: "2.0", id: 1, error: { code: 1, message: 2, data: [null, { stack: text }] } }).kind).toBe(
    outcome.kind,
  );
  expect(judged(done(1, { isError: true, content: [{ text }] })).kind).toBe(outcome.kind);
  expect(judged(done(1, { content: [{ text }] }))).toEqual(open("the server reported no error"));
});

it("quotes the beginning of an answer that shows calls", () => {
  const text = `Traceback (most recent call last)${"x".repeat(90)}`;
  const error = { jsonrpc: "1", id: 1, error: { code: 1, message: text } };
  expect(said(noStackTrace, [opened(), sent(ask(1, "a")), received(error)])).toEqual(wrong(told(`1\n${text}`.slice(0, 80)), 3));
});

it("judges HTTP with SSE, which there was first", () => {
  const lines = [opened({ revision: "2024-11-05", transport: "sse" }), ...asked(), status(1, 200)];
  expect(said(originValidated, lines, "sse")).toEqual(wrong(served("request", 200), 4));
});

const page = [opened(), posted(1, ask(1, "ping"))];
const trace = "E<br>&nbsp; &nbsp;at run (/srv/a.js:1:2)";
const noPage = none("no HTTP request was refused without a JSON-RPC error");

it.each<[situation: string, check: Check, lines: readonly Line[], outcome: Outcome]>([
  ["of a refusal shows calls", errorPages, [...page, status(1, 500), body(1, trace)], wrong("a stack trace in the body", 4)],
  [
    "of a refusal shows calls behind one hard blank",
    errorPages,
    [...page, status(1, 500), body(1, "E<br>&nbsp;at run (/srv/a.js:1:2)")],
    wrong("a stack trace in the body", 4),
  ],
  ["of a refusal is short", errorPages, [...page, status(1, 404), body(1, "Not found")], fine(4)],
  ["of a refusal is missing", errorPages, [...page, status(1, 404)], fine(3)],
  ["of a success shows calls", errorPages, [...page, status(1, 200), body(1, trace)], noPage],
  [
    "of a refusal is an error",
    errorPages,
    [...page, status(1, 400, { "content-type": "application/json" }), body(1, failed(1))],
    noPage,
  ],
  ["has not come, nor a status", errorPages, page, noPage],
])("judges a server over HTTP when the body %s", (_, check, lines, outcome) => {
  expect(said(check, lines, "http")).toEqual(outcome);
});
