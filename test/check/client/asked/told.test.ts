import { expect, it } from "vitest";
import { formAsTold, rootsAsTold, sampleAsTold } from "../../../../src/check/client/asked/told.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, none, played, type Row, second, talk, told, todo, well } from "../told-trace.ts";

const connect = todo("connect");
const asked = (method: string, params: Json, result: Json): readonly Line[] => [
  sent(ask(5, method, params)),
  received(done(5, result)),
];
const form = (chosen: JsonObject, result: Json, params: Json = {}): readonly Line[] =>
  played("s", [connect, { answer: "elicitation", ...chosen }], well(0), ...asked("elicitation/create", params, result));
const accept = { action: "accept", content: { a: 1, b: 2 } };
const decline = { action: "decline" };
const noForm = "no driver that reports its steps answered elicitation/create";

const ofForms: readonly Row[] = [
  ["what the user entered arrives", formAsTold, form(accept, { action: "accept", content: { b: 2, a: 1 } }), kept(6)],
  [
    "something else arrives",
    formAsTold,
    form(accept, { action: "accept", content: { a: 1 } }),
    broken('the user entered {"a":1,"b":2}, the server got {"a":1}', 6),
  ],
  [
    "nothing of it arrives",
    formAsTold,
    form(accept, { action: "accept" }),
    broken('the user entered {"a":1,"b":2}, the server got missing', 6),
  ],
  [
    "another choice arrives",
    formAsTold,
    form(accept, { action: "cancel" }),
    broken('the user\'s choice was "accept", the server heard "cancel"', 6),
  ],
  ["the user's no arrives", formAsTold, form(decline, decline), kept(6)],
  ["the user's no arrives with empty content", formAsTold, form(decline, { action: "decline", content: {} }), kept(6)],
  ["the user's no arrives with null for content", formAsTold, form(decline, { action: "decline", content: null }), kept(6)],
  [
    "the user's no arrives with content",
    formAsTold,
    form(decline, { action: "decline", content: { a: 1 } }),
    broken('the answer is "decline" and has content all the same', 6),
  ],
  ["a page is answered otherwise", formAsTold, form(accept, decline, { mode: "url" }), kept(6)],
  [
    "the client refuses",
    formAsTold,
    played(
      "s",
      [connect, { answer: "elicitation", ...accept }],
      well(0),
      sent(ask(5, "elicitation/create", {})),
      received(failed(5)),
    ),
    none(noForm),
  ],
  [
    "the client is silent",
    formAsTold,
    played("s", [connect, { answer: "elicitation", ...accept }], well(0), sent(ask(5, "elicitation/create", {}))),
    none(noForm),
  ],
];

const noSample = "no driver that reports its steps answered sampling/createMessage";
const sample = (steps: readonly Json[], content: Json, ...lines: readonly Line[]): readonly Line[] =>
  played("s", steps, ...lines, ...asked("sampling/createMessage", {}, { content }));
const writes = { answer: "sampling", text: "words" };
const text = (words: string): JsonObject => ({ type: "text", text: words });
const other = 'the model wrote "words", the server got "others"';
const ofSamples: readonly Row[] = [
  ["what the model wrote arrives", sampleAsTold, sample([connect, writes], text("words"), well(0)), kept(6)],
  [
    "what the model wrote arrives in a list",
    sampleAsTold,
    sample([connect, writes], [text("words"), text("others")], well(0)),
    kept(6),
  ],
  ["other words arrive", sampleAsTold, sample([connect, writes], text("others"), well(0)), broken(other, 6)],
  [
    "other words arrive first in a list",
    sampleAsTold,
    sample([connect, writes], [text("others"), text("words")], well(0)),
    broken(other, 6),
  ],
  [
    "an empty list arrives",
    sampleAsTold,
    sample([connect, writes], [], well(0)),
    broken('the model wrote "words", the server got missing', 6),
  ],
  [
    "the user said no, and the client answers",
    sampleAsTold,
    sample([connect, { ...writes, refuse: true }], text("others"), well(0)),
    kept(6),
  ],
  ["a driver that cannot connect is told", sampleAsTold, sample([connect, writes], text("others"), badly(0)), none(noSample)],
  ["a driver that reports nothing is told", sampleAsTold, sample([connect, writes], text("others")), none(noSample)],
  [
    "a driver that reports another step alone is told",
    sampleAsTold,
    sample([todo("ping"), writes], text("others"), well(0)),
    none(noSample),
  ],
  [
    "the answer changes under way",
    sampleAsTold,
    sample([connect, writes, todo("set-sampling", { text: "others" })], text("others"), well(0)),
    none(noSample),
  ],
  [
    "another answer changes under way",
    sampleAsTold,
    sample([connect, writes, todo("set-roots")], text("others"), well(0)),
    broken(other, 6),
  ],
  [
    "a driver is told of forms alone",
    sampleAsTold,
    sample([connect, { ...writes, answer: "elicitation" }], text("others"), well(0)),
    none(noSample),
  ],
  ["a step is no object", sampleAsTold, sample([connect, null, writes], text("others"), well(0)), broken(other, 6)],
  [
    "the driver of another scenario is told",
    sampleAsTold,
    [
      ...talk(...played("s", [connect, writes], well(0)).slice(1)),
      ...asked("sampling/createMessage", {}, { content: text("others") }),
    ],
    none(noSample),
  ],
  [
    "the driver of another scenario alone reports that it connected",
    sampleAsTold,
    sample([connect, writes], text("others"), second("t"), told("t", [connect], 2), well(0, {}, 2)),
    none(noSample),
  ],
];

const noRoots = "no driver that reports its steps answered roots/list";
const roots = (chosen: Json, given: Json): readonly Line[] =>
  played("s", [connect, { answer: "roots", roots: chosen }], well(0), ...asked("roots/list", {}, { roots: given }));
const uris = (...list: readonly string[]): Json => list.map((uri) => ({ uri, name: "a name" }));
const ofRoots: readonly Row[] = [
  [
    "all of them arrive",
    rootsAsTold,
    roots(uris("file:///a", "file:///b"), [{ uri: "file:///a" }, { uri: "file:///b" }]),
    kept(6),
  ],
  [
    "one of them is lost",
    rootsAsTold,
    roots(uris("file:///a", "file:///b"), uris("file:///a")),
    broken('the roots are ["file:///a","file:///b"], the server got ["file:///a"]', 6),
  ],
  ["there are none, and none arrive", rootsAsTold, roots([], []), kept(6)],
  [
    "there are none, and one arrives",
    rootsAsTold,
    roots([], uris("file:///a")),
    broken('the roots are [], the server got ["file:///a"]', 6),
  ],
  [
    "one arrives without an address",
    rootsAsTold,
    roots(uris("file:///a"), [{}]),
    broken('the roots are ["file:///a"], the server got [null]', 6),
  ],
  [
    "what arrives is no list",
    rootsAsTold,
    roots(uris("file:///a"), "file:///a"),
    broken('the roots are ["file:///a"], the server got []', 6),
  ],
  [
    "they are refused",
    rootsAsTold,
    played("s", [connect, { answer: "roots", roots: [] }], well(0), sent(ask(5, "roots/list")), received(failed(5))),
    none(noRoots),
  ],
];

it.each(ofForms)("of the answer to a form: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofSamples)("of what a model wrote: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofRoots)("of the roots that were chosen: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
