import { expect, it } from "vitest";
import {
  completionKept,
  contentKept,
  errorKept,
  oldNotFound,
  promptKept,
  resourceKept,
} from "../../../../src/check/client/handed/kept.ts";
import type { Check } from "../../../../src/check/check.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, opened, received, sent } from "../../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, played, type Row, said, talk, told, todo, unseen, well } from "../told-trace.ts";

const words = (text: string): JsonObject => ({ type: "text", text });
const argument = { name: "a", value: "v" };
const ofMembers = (
  [
    [
      contentKept,
      "call-tool",
      "tools/call",
      { name: "t" },
      { content: [words("a"), words("b")] },
      { content: [words("a")] },
      "/content/1",
    ],
    [
      resourceKept,
      "read-resource",
      "resources/read",
      { uri: "x:a" },
      { contents: [{ uri: "x:a", text: "a" }] },
      { contents: [{ uri: "x:a", text: "b" }] },
      "/contents/0/text",
    ],
    [
      promptKept,
      "get-prompt",
      "prompts/get",
      { name: "p" },
      { messages: [{ role: "user", content: words("a") }] },
      { messages: [{ content: words("a") }] },
      "/messages/0/role",
    ],
    [
      completionKept,
      "complete",
      "completion/complete",
      { ref: { type: "ref/prompt", name: "p" }, argument },
      { completion: { values: ["a", "b"], total: 2 } },
      { completion: { values: ["a", "b"] } },
      "/completion/total",
    ],
  ] as readonly (readonly [Check, string, string, JsonObject, JsonObject, JsonObject, string])[]
).flatMap(([check, verb, method, params, whole, lost, place]): readonly Row[] => {
  const answered = (result: Json, ...lines: readonly Line[]): readonly Line[] =>
    played("s", [todo(verb, params)], received(ask(1, method, params)), sent(done(1, result)), ...lines);
  const nobody = unseen(`no client that reports its steps had a result of ${method}`);
  const [member = ""] = Object.keys(whole);
  return [
    [`a result of ${method} arrives`, check, answered(whole, well(0, { more: true, ...whole })), kept(6)],
    [
      `a result of ${method} arrives in part`,
      check,
      answered(whole, well(0, lost)),
      broken(`${place} of the result is not what the caller got`, 6),
    ],
    [
      `a result of ${method} does not arrive`,
      check,
      answered(whole, well(0, {})),
      broken(`/${member} of the result is not what the caller got`, 6),
    ],
    [`${method} fails`, check, answered(whole, badly(0)), nobody],
    [`a result of ${method} is without what it is for`, check, answered({}, well(0, {})), nobody],
    [`a result of ${method} is misshapen`, check, answered({ [member]: "words" }, well(0, {})), nobody],
    [
      `a result of ${method} is misshapen in a member beside`,
      check,
      answered({ ...whole, _meta: "words" }, well(0, lost)),
      broken(`${place} of the result is not what the caller got`, 6),
    ],
    [
      `a result of ${method} is one of two steps that ask the same`,
      check,
      [...answered(whole, well(0, lost)), told("s", [todo(verb, params)], 8)],
      nobody,
    ],
    [
      `a result of ${method} is reported of another kind of step`,
      check,
      played("s", [todo("ping", params)], received(ask(1, method, params)), sent(done(1, whole)), well(0, lost)),
      nobody,
    ],
    [
      `a misshapen result of ${method} comes where no revision is known`,
      check,
      [
        opened({ session: "s", revision: null }),
        opened({ connection: 9, session: "s", revision: null }),
        ...answered({ [member]: "words" }, well(0, {})).slice(2),
      ],
      broken(`/${member} of the result is not what the caller got`, 6),
    ],
  ];
});

const fails = (id: number, message: Json, code = -32603): Line => sent({ jsonrpc: "2.0", id, error: { code, message } });
const call = (id: number, name = "t"): Line => received(ask(id, "tools/call", { name }));
const toCall = todo("call-tool", { name: "t" });
const erred = (...lines: readonly Line[]): readonly Line[] => played("s", [toCall], call(1), fails(1, 'no "t"'), ...lines);
const noError = "no client that reports its steps was answered by an error";
const notTold = 'the caller was not told "no \\"t\\""';
const gotResult = 'the caller got a result, where the server said "no \\"t\\""';
const ofErrors: readonly Row[] = [
  ["the caller hears its words", errorKept, erred(badly(0, 'tools/call: no "t"!')), kept(6)],
  ["the caller hears other words", errorKept, erred(badly(0, "failed")), broken(notTold, 6)],
  ["the caller gets a result", errorKept, erred(well(0, {})), broken(gotResult, 6)],
  ["the caller gets a result in its words", errorKept, erred(well(0, { content: [words('no "t"')] })), broken(gotResult, 6)],
  ["the caller gets a failure in its words", errorKept, erred(well(0, { isError: true, content: [words('no "t"')] })), kept(6)],
  ["the caller gets a failure in other words", errorKept, erred(well(0, { isError: true, content: [] })), broken(notTold, 6)],
  ["the driver says nothing", errorKept, erred(), unseen(noError)],
  [
    "the tool was called twice",
    errorKept,
    played("s", [toCall], call(1), fails(1, "no"), call(2), fails(2, "no"), well(0, {})),
    unseen(noError),
  ],
  [
    "another tool was called before",
    errorKept,
    played("s", [toCall], call(1, "u"), sent(done(1)), call(2), fails(2, "no"), badly(0, "no")),
    kept(8),
  ],
  ["the message is no text", errorKept, played("s", [toCall], call(1), fails(1, 7), well(0, {})), unseen(noError)],
  [
    "a result has the words",
    errorKept,
    played("s", [toCall], call(1), sent(done(1, { error: { message: "no" } })), badly(0, "oh")),
    unseen(noError),
  ],
  ["the call gets no answer", errorKept, played("s", [toCall], call(1), badly(0, "oh")), unseen(noError)],
  [
    "the call was made in another scenario",
    errorKept,
    [...talk(...played("s", [toCall]).slice(1)), call(1), fails(1, "no"), well(0, {})],
    unseen(noError),
  ],
];

const read = (id: number, uri = "x:a"): Line => received(ask(id, "resources/read", { uri }));
const toRead = todo("read-resource", { uri: "x:a" });
const missing = (...lines: readonly Line[]): readonly Line[] => played("s", [toRead], read(1), fails(1, "no", -32002), ...lines);
const noOld = "no client that reports its steps was answered with -32002";
const ofOld: readonly Row[] = [
  ["the caller hears of a failure", oldNotFound, missing(badly(0)), kept(6)],
  ["the caller gets a result", oldNotFound, missing(well(0)), broken("the caller got a result", 6)],
  ["the driver says nothing", oldNotFound, missing(), unseen(noOld)],
  ["the driver cannot read", oldNotFound, missing(said(0, { ok: true, unsupported: true })), unseen(noOld)],
  ["the code is that of today", oldNotFound, played("s", [toRead], read(1), fails(1, "no", -32602), well(0)), unseen(noOld)],
  [
    "another resource is not found",
    oldNotFound,
    played("s", [toRead], read(1, "x:b"), fails(1, "no", -32002), well(0)),
    unseen(noOld),
  ],
  [
    "another resource is read before",
    oldNotFound,
    played("s", [toRead], read(1, "x:b"), sent(done(1)), read(2), fails(2, "no", -32002), well(0)),
    broken("the caller got a result", 8),
  ],
  ["the reading gets no answer", oldNotFound, played("s", [toRead], read(1), well(0)), unseen(noOld)],
  [
    "a result has the code in it",
    oldNotFound,
    played("s", [toRead], read(1), sent(done(1, { error: { code: -32002 } })), well(0)),
    unseen(noOld),
  ],
];

it.each(ofMembers)("of what reaches a caller: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofErrors)("of an error: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofOld)("of a resource that is not found: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
