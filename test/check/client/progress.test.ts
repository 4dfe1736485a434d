import { expect, it } from "vitest";
import { clientTokenType, clientTokenUnique } from "../../../src/check/client/progress.ts";
import type { Json, JsonObject } from "../../../src/jsonrpc/json.ts";
import { ask, done, type Line, received, sent } from "../../support/traces/small-trace.ts";
import { broken, seen, kept, none, type Row, second, talk, there } from "./told-trace.ts";

const call = (id: Json, params: JsonObject = {}): Line => received(ask(id, "tools/call", { name: "t", ...params }));
const tokened = (id: number, progressToken: Json, more: object = {}): Line =>
  received(ask(id, "tools/call", { _meta: { progressToken } }), more);
const noProgress = "the client asked for no progress";
const shared = "two running requests have the token 7";
const ofTokens: readonly Row[] = [
  ["tokens are a text and a whole number", clientTokenType, talk(tokened(1, "a"), tokened(2, 7)), kept(2, 3)],
  ["a token is a fraction", clientTokenType, talk(tokened(1, 7.5)), broken("tools/call has the token 7.5", 2)],
  ["a token is null", clientTokenType, talk(tokened(1, null)), broken("tools/call has the token null", 2)],
  ["there are no tokens", clientTokenType, talk(call(1)), none(noProgress)],
  ["two requests run with different tokens", clientTokenUnique, talk(tokened(1, 7), tokened(2, "7")), kept(2, 3)],
  ["two requests run with the same token", clientTokenUnique, talk(tokened(1, 7), tokened(2, 7)), broken(shared, 3)],
  [
    "the first of two requests ends after the second began",
    clientTokenUnique,
    talk(tokened(1, 7), tokened(2, 7), sent(done(1)), sent(done(2))),
    broken(shared, 3),
  ],
  ["the first of two requests had ended", clientTokenUnique, talk(tokened(1, 7), sent(done(1)), tokened(2, 7)), kept(2, 4)],
  ["two requests run on two connections", clientTokenUnique, talk(second(), tokened(1, 7), tokened(1, 7, there)), kept(3, 4)],
  ["requests run without tokens", clientTokenUnique, talk(call(1), call(2)), none(noProgress)],
];

it.each(ofTokens)("of progress tokens: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
