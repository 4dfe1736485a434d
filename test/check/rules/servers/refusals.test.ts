import { describe, expect, it } from "vitest";
import { satisfied } from "../../../../src/check/outcome.ts";
import { codeText, mismatch } from "../../../../src/check/rules/header-refusal.ts";
import { expectStatus } from "../../../../src/check/rules/http-status.ts";
import { statusAnyway, turnedAwayAnyway } from "../../../../src/check/rules/status-anyway.ts";
import { whenDemanded } from "../../../../src/check/rules/when-demanded.ts";
import { responded } from "../../../../src/trace/facts/http-facts.ts";
import { exchangesTagged } from "../../../../src/trace/step.ts";
import {
  ask,
  body,
  done,
  type Line,
  note,
  opened,
  posted,
  smallTrace,
  status,
  step,
} from "../../../support/traces/small-trace.ts";

const json = { "content-type": "application/json" };
const traceOf = (lines: readonly Line[]) => smallTrace("server", [opened({ transport: "http" }), ...lines], "http");
const odd = step("post", { tag: "odd" });
const plain = step("request");
const request = (exchange: number, code: number, method = "tools/list"): Line[] => [
  posted(exchange, ask(exchange, method)),
  status(exchange, code),
];

describe("a special request over HTTP", () => {
  it.each<readonly [string, readonly Line[], boolean, boolean]>([
    ["is refused alone", [odd, ...request(1, 400)], false, false],
    ["is refused as a plain one is", [plain, ...request(1, 400), odd, ...request(2, 400)], true, false],
    ["is refused as a plain one is later", [odd, ...request(1, 400), plain, ...request(2, 400)], true, false],
    ["is refused before any step as a plain one is", [...request(1, 400), odd, ...request(2, 400)], true, false],
    ["is refused otherwise than a plain one", [plain, ...request(1, 404), odd, ...request(2, 400)], false, false],
    ["is refused as another special one is", [odd, ...request(1, 400), odd, ...request(2, 400)], false, false],
    [
      "is refused as a deviant one is",
      [step("post", { deviant: true }), ...request(1, 400), odd, ...request(2, 400)],
      false,
      false,
    ],
    [
      "is refused as a plain one of another method is",
      [plain, ...request(1, 400, "ping"), odd, ...request(2, 400)],
      false,
      false,
    ],
    [
      "is turned away as a plain one of another method is",
      [plain, ...request(1, 401, "ping"), odd, ...request(2, 401)],
      false,
      true,
    ],
    ["is forbidden as a plain one is", [plain, ...request(1, 403), odd, ...request(2, 403)], true, true],
    ["comes too often as a plain one does", [plain, ...request(1, 429), odd, ...request(2, 429)], true, true],
    ["finds nobody as a plain one does", [plain, ...request(1, 500), odd, ...request(2, 500)], true, true],
    ["finds no gateway as a plain one does", [plain, ...request(1, 503), odd, ...request(2, 503)], true, true],
    ["is a teapot as a plain one is", [plain, ...request(1, 499), odd, ...request(2, 499)], true, false],
    ["is turned away alone", [odd, ...request(1, 401)], false, false],
    ["is served as a plain one is", [plain, ...request(1, 200), odd, ...request(2, 200)], false, false],
    ["is sent elsewhere as a plain one is", [plain, ...request(1, 399), odd, ...request(2, 399)], false, false],
    [
      "is refused as a notification is",
      [plain, posted(1, note("tools/list")), status(1, 400), odd, ...request(2, 400)],
      false,
      false,
    ],
    [
      "is no message and refused as a plain request is",
      [plain, ...request(1, 400), odd, posted(2, "{"), status(2, 400)],
      true,
      false,
    ],
  ])("%s: its status tells nothing, %s; it was turned away anyway, %s", (_title, lines, anyway, away) => {
    const trace = traceOf(lines);
    const exchange = responded(exchangesTagged(trace, "odd")).at(-1);
    expect(exchange !== undefined && statusAnyway(trace, exchange)).toBe(anyway);
    expect(exchange !== undefined && turnedAwayAnyway(trace, exchange)).toBe(away);
    expect(exchange).toBeDefined();
  });

  const refused = (exchange: number, code: number, error?: number): Line[] => [
    posted(exchange, ask(exchange, "tools/list")),
    status(exchange, code, json),
    body(
      exchange,
      error === undefined ? done(exchange) : { jsonrpc: "2.0", id: exchange, error: { code: error, message: "no" } },
    ),
  ];
  const wrong = (evidence: number, message: string) => ({ kind: "violated", evidence: [evidence], message });
  it.each<readonly [string, readonly Line[], readonly number[], object]>([
    ["was not sent", [plain, ...refused(1, 400, 1)], [7], { kind: "inconclusive", reason: "no such request was sent" }],
    ["was refused as it should be", [odd, ...refused(1, 400, 7)], [7], { kind: "satisfied", evidence: [4] }],
    ["was refused with the second code", [odd, ...refused(1, 400, 8)], [7, 8], { kind: "satisfied", evidence: [4] }],
    ["was refused with another code", [odd, ...refused(1, 400, 9)], [7, 8], wrong(4, "400 with error code 9, expected 7 or 8")],
    [
      "was refused without a code",
      [odd, posted(1, ask(1, "x")), status(1, 400)],
      [7],
      wrong(4, "400 with error code none, expected 7"),
    ],
    [
      "was refused with another status",
      [odd, ...refused(1, 404, 7)],
      [7],
      wrong(4, "status 404 with error code 7, expected 400 with 7"),
    ],
    ["was served", [odd, ...refused(1, 200)], [7, 8], wrong(4, "status 200 with error code none, expected 400 with 7 or 8")],
    [
      "was refused like a plain one",
      [plain, ...refused(1, 400, 7), odd, ...refused(2, 400, 7)],
      [7],
      { kind: "not-applicable", reason: "the method is refused with the same status whatever the headers" },
    ],
    [
      "was refused like a plain one, and served once",
      [plain, ...refused(1, 400, 7), odd, ...refused(2, 400, 7), ...refused(3, 200)],
      [7],
      wrong(11, "status 200 with error code none, expected 400 with 7"),
    ],
  ])("with headers that differ %s", (_title, lines, codes, outcome) => {
    expect(mismatch(traceOf(lines), "odd", codes)).toEqual(outcome);
  });

  it("is refused with one code of the specification unless others are said", () => {
    expect(mismatch(traceOf([odd, ...refused(1, 400, -32020)]), "odd")).toEqual({ kind: "satisfied", evidence: [4] });
    expect([codeText(undefined), codeText(null), codeText(7), codeText("x")]).toEqual(["none", "null", "7", '"x"']);
  });

  it("has one status and no other", () => {
    const [exchange] = responded(exchangesTagged(traceOf([odd, ...request(1, 404)]), "odd"));
    if (exchange === undefined) throw new Error("nothing was asked");
    expect(expectStatus(exchange, 404)).toEqual({ ref: exchange.response, wrong: undefined });
    expect(expectStatus(exchange, 400)).toEqual({ ref: exchange.response, wrong: "status 404, expected 400" });
  });
});

const bare = step("request", { tag: "no-authorization" });

it.each<readonly [string, readonly Line[], object]>([
  [
    "nobody came without",
    [plain, ...request(1, 401)],
    { kind: "inconclusive", reason: "no request without authorization was sent" },
  ],
  [
    "who comes without is served",
    [bare, ...request(1, 200)],
    { kind: "not-applicable", reason: "the server demands no authorization" },
  ],
  ["who comes without is challenged", [bare, ...request(1, 401)], satisfied([1])],
  ["who comes without is served once and challenged once", [bare, ...request(1, 200), ...request(2, 401)], satisfied([1])],
  ["who comes without is refused otherwise", [bare, ...request(1, 403)], satisfied([1])],
])("authorization is demanded where %s", (_title, lines, outcome) => {
  expect(whenDemanded(traceOf(lines), () => satisfied([1]))).toEqual(outcome);
});
