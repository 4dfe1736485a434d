import { expect, it } from "vitest";
import { contentFits, elicitationIdOpaque, modeOmitted } from "../../../../src/check/client/asked/forms.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../../support/traces/small-trace.ts";
import { broken, seen, kept, none, type Row, second, talk, there } from "../told-trace.ts";

const elicit = (id: number, params: Json, more: object = {}): Line => sent(ask(id, "elicitation/create", params), more);
const accepts = (id: number, content: Json = {}, more: object = {}): Line =>
  received(done(id, { action: "accept", content }), more);
const declines = (id: number): Line => received(done(id, { action: "decline" }));
const refuses = (id: number, code = -32602): Line => received(failed(id, code));

const noForm = "no form was filled in whose mode was named, beside one whose mode was not";
const named = { mode: "form" };
const retried = (inputResponses: Json): readonly Line[] =>
  talk(
    received(ask(1, "tools/call", { name: "t" })),
    sent(
      done(1, {
        resultType: "input_required",
        inputRequests: {
          named: { method: "elicitation/create", params: named },
          plain: { method: "elicitation/create", params: {} },
        },
      }),
    ),
    received(ask(2, "tools/call", { name: "t", inputResponses })),
  );
const ofModes: readonly Row[] = [
  ["it is filled in beside one with a mode", modeOmitted, talk(elicit(1, named), accepts(1), elicit(2, {}), accepts(2)), kept(5)],
  [
    "it is declined beside one that is filled in",
    modeOmitted,
    talk(elicit(1, named), accepts(1), elicit(2, {}), declines(2)),
    kept(5),
  ],
  [
    "it is refused beside one that is filled in",
    modeOmitted,
    talk(elicit(1, named), accepts(1), elicit(2, {}), refuses(2)),
    broken("a form whose mode is named was filled in, one without a mode was refused by -32602", 5),
  ],
  [
    "it is refused as well as one with a mode",
    modeOmitted,
    talk(elicit(1, named), refuses(1), elicit(2, {}), refuses(2)),
    none(noForm),
  ],
  [
    "it is refused where one with a mode is declined",
    modeOmitted,
    talk(elicit(1, named), declines(1), elicit(2, {}), refuses(2)),
    none(noForm),
  ],
  [
    "it is refused where a page is accepted",
    modeOmitted,
    talk(elicit(1, { mode: "url" }), accepts(1), elicit(2, {}), refuses(2)),
    none(noForm),
  ],
  [
    "it is refused where others without a mode are filled in",
    modeOmitted,
    talk(elicit(1, {}), accepts(1), elicit(2, {}), refuses(2)),
    none(noForm),
  ],
  [
    "it is refused on another connection",
    modeOmitted,
    talk(second(), elicit(1, named, there), accepts(1, {}, there), elicit(2, {}), refuses(2)),
    none(noForm),
  ],
  ["it gets no answer", modeOmitted, talk(elicit(1, named), accepts(1), elicit(2, {})), none(noForm)],
  [
    "it is left out of a retry",
    modeOmitted,
    retried({ named: { action: "accept" } }),
    broken("a form whose mode is named was filled in, one without a mode was left out", 4),
  ],
  ["it is filled in within a retry", modeOmitted, retried({ named: { action: "accept" }, plain: { action: "accept" } }), kept(4)],
];

const requestedSchema = { properties: { n: { type: "integer" } }, required: ["n"] };
const noContent = "the client accepted no form";
const ofContents: readonly Row[] = [
  ["it fits", contentFits, talk(elicit(1, { requestedSchema }), accepts(1, { n: 3 })), kept(3)],
  [
    "it is a text for a number",
    contentFits,
    talk(elicit(1, { ...named, requestedSchema }), accepts(1, { n: "3" })),
    broken('n is "3", not of type "integer"', 3),
  ],
  ["it is without a member", contentFits, talk(elicit(1, { requestedSchema }), accepts(1)), broken("it is without n", 3)],
  ["the form is declined", contentFits, talk(elicit(1, { requestedSchema }), declines(1)), none(noContent)],
  ["the form is refused", contentFits, talk(elicit(1, { requestedSchema }), refuses(1)), none(noContent)],
  ["the form gets no answer", contentFits, talk(elicit(1, { requestedSchema })), none(noContent)],
  ["a page is accepted", contentFits, talk(elicit(1, { mode: "url", requestedSchema }), accepts(1)), none(noContent)],
];

const noPages = "no client answered a page whose id is a plain word, beside one whose id is not";
const page = (id: number, elicitationId: Json, more: object = {}): Line => elicit(id, { mode: "url", elicitationId }, more);
const plainPage = [page(1, "plain-id_1"), declines(1)];
const ofIds: readonly Row[] = [
  ["an odd id is answered as a plain one", elicitationIdOpaque, talk(...plainPage, page(2, "ä b"), declines(2)), kept(5)],
  [
    "an odd id is refused",
    elicitationIdOpaque,
    talk(...plainPage, page(2, "a/b"), refuses(2)),
    broken('a page with a plain id was answered, the one with "a/b" refused', 5),
  ],
  [
    "an empty id is refused",
    elicitationIdOpaque,
    talk(...plainPage, page(2, ""), refuses(2)),
    broken('a page with a plain id was answered, the one with "" refused', 5),
  ],
  [
    "an id with a plain beginning and end is refused",
    elicitationIdOpaque,
    talk(...plainPage, page(2, "a b c"), refuses(2)),
    broken('a page with a plain id was answered, the one with "a b c" refused', 5),
  ],
  ["a second plain id is refused", elicitationIdOpaque, talk(...plainPage, page(2, "other"), refuses(2)), none(noPages)],
  [
    "a plain id is refused as well",
    elicitationIdOpaque,
    talk(page(1, "plain"), refuses(1), page(2, "a/b"), refuses(2)),
    none(noPages),
  ],
  [
    "a plain id is answered on another connection",
    elicitationIdOpaque,
    talk(second(), page(1, "plain", there), accepts(1, {}, there), page(2, "a/b"), refuses(2)),
    none(noPages),
  ],
  [
    "odd ids alone are answered and refused",
    elicitationIdOpaque,
    talk(page(1, "c/d"), declines(1), page(2, "a/b"), refuses(2)),
    none(noPages),
  ],
  ["an odd id gets no answer", elicitationIdOpaque, talk(...plainPage, page(2, "a/b")), none(noPages)],
  [
    "the plain id is that of a form",
    elicitationIdOpaque,
    talk(elicit(1, { elicitationId: "plain" }), accepts(1), page(2, "a/b"), refuses(2)),
    none(noPages),
  ],
];

it.each(ofModes)("of a form without a mode: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each([...ofContents, ...ofIds])("of what was elicited: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
