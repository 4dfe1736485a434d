import { expect, it } from "vitest";
import {
  completionAsGiven,
  levelAsGiven,
  nameAsGiven,
  promptAsGiven,
  subscriptionAsGiven,
  uriAsGiven,
} from "../../../../src/check/client/handed/as-given.ts";
import type { Check } from "../../../../src/check/check.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, type Line, received } from "../../../support/traces/small-trace.ts";
import { broken, seen, kept, played, type Row, second, there, told, todo, unseen } from "../told-trace.ts";

const asked = (method: string, params: Json, more: object = {}): Line => received(ask(1, method, params), more);

const ref = { type: "ref/prompt", name: "p" };
const argument = { name: "a", value: "v " };
const handed = (
  [
    [nameAsGiven, "call-tool", "tools/call", { name: "t" }, { name: "T" }, '"T"'],
    [uriAsGiven, "read-resource", "resources/read", { uri: "a%20b" }, { uri: "a b" }, '"a b"'],
    [subscriptionAsGiven, "subscribe", "resources/subscribe", { uri: "a%20b" }, { uri: "a b" }, '"a b"'],
    [levelAsGiven, "set-log-level", "logging/setLevel", { level: "info" }, { level: "INFO" }, '"INFO"'],
    [
      promptAsGiven,
      "get-prompt",
      "prompts/get",
      { name: "p", arguments: { a: "1" } },
      { name: "p", arguments: {} },
      '{"name":"p","arguments":{}}',
    ],
    [
      completionAsGiven,
      "complete",
      "completion/complete",
      { ref, argument },
      { ref, argument: { name: "a", value: "v" } },
      '{"type":"ref/prompt","of":"p","argument":{"name":"a","value":"v"}}',
    ],
  ] as readonly (readonly [Check, string, string, JsonObject, JsonObject, string])[]
).flatMap(([check, verb, method, given, other, words]): readonly Row[] => [
  [`${method} has what was given`, check, played("s", [todo(verb, given)], asked(method, given)), kept(4)],
  [
    `${method} has something else once`,
    check,
    played("s", [todo(verb, given)], asked(method, given), asked(method, other)),
    broken(`${method} was sent ${words}, which nobody gave`, 5),
  ],
  [
    `${method} has what another step was given`,
    check,
    played("s", [todo(verb, given), todo(verb, other)], asked(method, other), asked(method, given)),
    kept(4, 5),
  ],
  [
    `${method} has what was given in another scenario`,
    check,
    [...played("s", [todo(verb, given)], asked(method, other)), told("t", [todo(verb, other)], 8)],
    broken(`${method} was sent ${words}, which nobody gave`, 4),
  ],
  [
    `${method} is sent where only something else was to be sent`,
    check,
    played("s", [todo("ping", given)], asked(method, other)),
    unseen(`the client sent no ${method} it was told to send`),
  ],
  [
    `${method} is sent in another scenario`,
    check,
    played("s", [todo(verb, given)], second(), asked(method, other, there)),
    unseen(`the client sent no ${method} it was told to send`),
  ],
]);

const rest: readonly Row[] = [
  [
    "the name of a tool is a number",
    nameAsGiven,
    played("s", [todo("call-tool", { name: "t" })], asked("tools/call", { name: 7 })),
    kept(4),
  ],
  [
    "a call has a list for params",
    nameAsGiven,
    played("s", [todo("call-tool", { name: "t" })], asked("tools/call", ["u"])),
    kept(4),
  ],
  [
    "the name of a tool is an object",
    nameAsGiven,
    played("s", [todo("call-tool", { name: "t" })], asked("tools/call", { name: { of: "t" } })),
    broken('tools/call was sent {"of":"t"}, which nobody gave', 4),
  ],
  [
    "a prompt without arguments gets an empty object",
    promptAsGiven,
    played("s", [todo("get-prompt", { name: "p" })], asked("prompts/get", { name: "p", arguments: {} })),
    kept(4),
  ],
  [
    "a prompt with an empty object gets no arguments",
    promptAsGiven,
    played("s", [todo("get-prompt", { name: "p", arguments: {} })], asked("prompts/get", { name: "p" })),
    kept(4),
  ],
  [
    "another prompt gets the arguments",
    promptAsGiven,
    played("s", [todo("get-prompt", { name: "p" })], asked("prompts/get", { name: "q" })),
    broken('prompts/get was sent {"name":"q","arguments":{}}, which nobody gave', 4),
  ],
  [
    "a template is completed under another address",
    completionAsGiven,
    played(
      "s",
      [todo("complete", { ref: { type: "ref/resource", uri: "x:{a}" }, argument })],
      asked("completion/complete", { ref: { type: "ref/resource", uri: "y:{a}" }, argument }),
    ),
    broken(
      'completion/complete was sent {"type":"ref/resource","of":"y:{a}","argument":{"name":"a","value":"v "}}, which nobody gave',
      4,
    ),
  ],
  [
    "a prompt is completed as a template",
    completionAsGiven,
    played(
      "s",
      [todo("complete", { ref, argument })],
      asked("completion/complete", { ref: { type: "ref/resource", uri: "p" }, argument }),
    ),
    broken(
      'completion/complete was sent {"type":"ref/resource","of":"p","argument":{"name":"a","value":"v "}}, which nobody gave',
      4,
    ),
  ],
];

it.each([...handed, ...rest])("of what a driver was told to send: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
