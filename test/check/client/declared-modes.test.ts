import { expect, it } from "vitest";
import { elicitationModeRefused, elicitationOneMode } from "../../../src/check/client/declared.ts";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../support/traces/small-trace.ts";
import { broken, seen, kept, none, type Row, talk } from "./told-trace.ts";

const opening = (capabilities: Json, more: object = {}): Line => received(ask(1, "initialize", { capabilities }), more);
const answers = (result: Json = {}): Line => received(done(5, result));
const refuses = (code: number): Line => received(failed(5, code));

const elicit = (mode?: string, id = 5): Line => sent(ask(id, "elicitation/create", mode === undefined ? {} : { mode }));
const asks = (...modes: readonly string[]): Line => opening({ elicitation: Object.fromEntries(modes.map((mode) => [mode, {}])) });
const noMode = "no client that declared elicitation was asked in a mode of its own";
const noUrl = "no client without URL mode was sent a URL";
const ofModes: readonly Row[] = [
  ["a form is answered", elicitationOneMode, talk(asks("form"), elicit("form"), answers()), kept(4)],
  ["a form is answered where no mode was declared", elicitationOneMode, talk(asks(), elicit(), answers()), kept(4)],
  ["a page is answered", elicitationOneMode, talk(asks("url"), elicit("url"), answers()), kept(4)],
  [
    "a form is refused as unknown",
    elicitationOneMode,
    talk(asks("form"), elicit("form"), refuses(-32601)),
    broken("form was declared, and is refused with -32601", 4),
  ],
  [
    "a page is refused as invalid",
    elicitationOneMode,
    talk(asks("url"), elicit("url"), refuses(-32602)),
    broken("url was declared, and is refused with -32602", 4),
  ],
  ["a form fails for another reason", elicitationOneMode, talk(asks("form"), elicit(), refuses(-32603)), none(noMode)],
  [
    "one form is refused, and another one answered",
    elicitationOneMode,
    talk(asks(), elicit(), refuses(-32602), elicit("form", 6), received(done(6))),
    kept(6),
  ],
  [
    "a form is refused where pages alone were declared",
    elicitationOneMode,
    talk(asks("url"), elicit(), refuses(-32602)),
    none(noMode),
  ],
  [
    "a page is refused where no mode was declared",
    elicitationOneMode,
    talk(asks(), elicit("url"), refuses(-32602)),
    none(noMode),
  ],
  [
    "a form is refused where nothing was declared",
    elicitationOneMode,
    talk(opening({}), elicit(), refuses(-32601)),
    none(noMode),
  ],
  ["a form gets no answer", elicitationOneMode, talk(asks(), elicit()), none(noMode)],
  [
    "a page is refused as invalid where forms alone were declared",
    elicitationModeRefused,
    talk(asks("form"), elicit("url"), refuses(-32602)),
    kept(4),
  ],
  [
    "a page is refused as unknown",
    elicitationModeRefused,
    talk(asks(), elicit("url"), refuses(-32601)),
    broken("the code is -32601", 4),
  ],
  [
    "a page is answered where forms alone were declared",
    elicitationModeRefused,
    talk(asks("form"), elicit("url"), answers()),
    broken("it was answered with a result", 4),
  ],
  [
    "a page is refused where pages were declared",
    elicitationModeRefused,
    talk(asks("url"), elicit("url"), refuses(-1)),
    none(noUrl),
  ],
  [
    "a page is refused where nothing was declared",
    elicitationModeRefused,
    talk(opening({}), elicit("url"), refuses(-1)),
    none(noUrl),
  ],
  ["a form is refused", elicitationModeRefused, talk(asks(), elicit("form"), refuses(-1)), none(noUrl)],
  ["a page gets no answer", elicitationModeRefused, talk(asks(), elicit("url")), none(noUrl)],
];

const envelope = { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };
const demand = (...lines: readonly Line[]): readonly Line[] =>
  talk(
    received(ask(1, "tools/call", { name: "t", _meta: envelope })),
    sent(done(1, { resultType: "input_required", inputRequests: { a: { method: "elicitation/create", params: {} } } })),
    ...lines,
  );
const ofDemands: readonly Row[] = [
  [
    "a form is left out of the retry",
    elicitationOneMode,
    demand(received(ask(2, "tools/call", { name: "t", inputResponses: {} }))),
    none(noMode),
  ],
  [
    "a form is answered in the retry",
    elicitationOneMode,
    demand(received(ask(2, "tools/call", { name: "t", inputResponses: { a: {} } }))),
    kept(4),
  ],
];

it.each([...ofModes, ...ofDemands])("of the modes of elicitation: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
