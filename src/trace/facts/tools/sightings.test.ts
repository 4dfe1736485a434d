import { expect, it } from "vitest";
import {
  ask,
  at,
  body,
  done,
  failed,
  type Line,
  note,
  posted,
  received,
  sent,
  smallTrace,
  status,
  step,
  streamed,
} from "../../../../test/support/traces/small-trace.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import { type Sighting, toolsSeen } from "./tools-seen.ts";

const two = { connection: 2 } as const;
const call = (id: number, name: Json, more: object = {}, on: object = {}): Line =>
  sent(ask(id, "tools/call", { name, arguments: { of: name }, ...more }), on);
const log = received(note("notifications/message"));

const seenIn = (lines: readonly Line[]): Readonly<Record<string, readonly Sighting[]>> =>
  Object.fromEntries([...toolsSeen(smallTrace("server", lines))].filter(([, found]) => found.length > 0));

/** The tools that were seen in each role. */
const roles = (lines: readonly Line[]): Record<string, string[]> =>
  Object.fromEntries(Object.entries(seenIn(lines)).map(([role, found]) => [role, found.map(({ tool }) => tool)]));

const alone = (...said: readonly Line[]): Line[] => [call(1, "t"), ...said, received(done(1))];

it.each<[string, readonly Line[], Record<string, string[]>]>([
  ["a log message", alone(log), { logs: ["t"] }],
  ["a change of the tools", alone(received(note("notifications/tools/list_changed"))), { "changes-list": ["t"] }],
  ["a change of the prompts", alone(received(note("notifications/prompts/list_changed"))), { "changes-list": ["t"] }],
  ["a change of the resources", alone(received(note("notifications/resources/list_changed"))), { "changes-list": ["t"] }],
  ["a change of one resource, which fills no role", alone(received(note("notifications/resources/updated"))), {}],
  [
    "a change of something else, which fills no role",
    alone(received(note("notifications/tools/list_changed/x")), received(note("x/notifications/tools/list_changed"))),
    {},
  ],
  ["a question to the user", alone(received(ask("s", "elicitation/create"))), { elicits: ["t"] }],
  ["a question to the model", alone(received(ask("s", "sampling/createMessage"))), { samples: ["t"] }],
  ["a question for the roots", alone(received(ask("s", "roots/list"))), { "lists-roots": ["t"] }],
  ["a question for nothing in particular", alone(received(ask("s", "ping"))), {}],
  ["progress", alone(received(note("notifications/progress", { progressToken: "x" }))), { progress: ["t"] }],
  [
    "what mcpcheck itself said, which is not the tool's",
    alone(sent(note("notifications/progress")), sent(note("notifications/message")), sent(ask("c", "roots/list"))),
    {},
  ],
  ["what came before and after, which is not the tool's", [log, ...alone(), log], {}],
  ["what came on another connection, which is not the tool's", alone({ ...log, ...two }), {}],
  [
    "what came when the process had ended, which is not the tool's",
    [call(1, "t"), { kind: "exit", connection: 1, code: 0, signal: null }, log],
    {},
  ],
  [
    "what came when another process had ended",
    [call(1, "t"), { kind: "exit", ...two, code: 0, signal: null }, log],
    { logs: ["t"] },
  ],
  ["what came in the end without an answer", [call(1, "t"), log], { logs: ["t"] }],
  ["an answer without anything", alone(), {}],
  ["an answer with an error", [call(1, "t"), received(failed(1))], {}],
  ["a failure", [call(1, "t"), received(done(1, { isError: true }))], { fails: ["t"] }],
  ["structured content", [call(1, "t"), received(done(1, { structuredContent: null }))], { structured: ["t"] }],
  ["a state", [call(1, "t"), received(done(1, { requestState: "S" }))], { "keeps-state": ["t"] }],
  [
    "demands",
    [
      call(1, "t"),
      received(
        done(1, {
          inputRequests: {
            a: { method: "sampling/createMessage" },
            b: { method: "roots/list" },
            c: { method: 7 },
            d: "x",
            e: { method: ["elicitation/create"] },
          },
        }),
      ),
    ],
    { samples: ["t"], "lists-roots": ["t"] },
  ],
  ["a call without a name", [call(1, 7), log], {}],
  ["a call that asks for a task", [call(1, "t", { task: {} }), log, received(done(1, { isError: true }))], {}],
  ["a call of a step with a tag", [step("call", { tag: "odd" }), call(1, "t"), log, received(done(1, { isError: true }))], {}],
])("what is seen of a tool by %s", (_what, lines, expected) => {
  expect(roles(lines)).toEqual(expected);
});

it("a sighting tells the call and the event that show it, and how long calls of the tool took", () => {
  const lines = [
    at(0, call(1, "t")),
    at(5, log),
    at(200, received(done(1))),
    at(200, call(2, "t")),
    at(205, log),
    at(250, received(done(2))),
    at(300, call(3, "t")),
    at(390, received(done(3))),
    at(400, call(4, "u")),
    at(405, received(note("notifications/tools/list_changed"))),
    at(410, { kind: "silence", connection: 1, awaiting: "4", ms: 10 }),
    at(420, { kind: "exit", connection: 1, code: 0, signal: null }),
  ];
  const own = { arguments: { of: "t" }, longest: 200, quickest: 50, answered: true, others: 0 };
  expect(seenIn(lines)).toEqual({
    logs: [{ role: "logs", tool: "t", seq: 5, ms: 50, ...own }],
    "changes-list": [
      {
        role: "changes-list",
        tool: "u",
        arguments: { of: "u" },
        seq: 10,
        ms: 10,
        longest: 0,
        quickest: Infinity,
        answered: false,
        others: 0,
      },
    ],
  });
});

it("an unanswered call is looked at until the trace ends, and a failure tells when", () => {
  const lines = [
    at(0, call(1, "t")),
    at(5, received(ask("s", "elicitation/create"))),
    at(70, { kind: "stderr", connection: 1, text: "" }),
  ];
  expect(seenIn(lines)["elicits"]).toMatchObject([{ seq: 2, ms: 70, answered: false }]);
  expect(seenIn([call(1, "t"), received(done(1, { isError: true }))])["fails"]).toMatchObject([{ seq: 2, ms: 10 }]);
});

it("of several calls at work the one that began last may be meant, and the others are counted", () => {
  const lines = [
    call(1, "a"),
    call(2, "b"),
    call(3, "c"),
    received(ask("s", "elicitation/create")),
    received(done(1)),
    received(done(2)),
    received(done(3)),
  ];
  expect(seenIn(lines)["elicits"]).toMatchObject([{ tool: "c", seq: 4, others: 2 }]);
});

it("of calls none of which came to an end only what is least in doubt is told", () => {
  expect(roles([call(1, "a"), log, call(2, "b"), log])).toEqual({ logs: ["a"] });
});

it("progress belongs to the call with its token, whatever else is at work", () => {
  const token = (progressToken: Json): object => ({ _meta: { progressToken } });
  const told = received(note("notifications/progress", { progressToken: 1 }));
  expect(roles([call(1, "a", token(1)), call(2, "b", token("1")), call(3, "c"), told])).toEqual({ progress: ["a"] });
  expect(roles([call(1, "a", token(1)), call(2, "b"), received(note("notifications/message", { progressToken: 1 }))])).toEqual({
    logs: ["b"],
  });
  expect(roles([call(1, "a"), call(2, "b"), received(note("notifications/progress"))])).toEqual({ progress: ["b"] });
});

const json = { "content-type": "application/json" };

it("over HTTP a message belongs to the call in whose answer it comes, also where it is one of two of its tool", () => {
  const post = (exchange: number, name: string): Line => posted(exchange, ask(exchange, "tools/call", { name }));
  const said = streamed(1, note("notifications/message"));
  expect(roles([post(1, "a"), post(2, "b"), said])).toEqual({ logs: ["a"] });
  expect(roles([post(1, "a"), post(2, "b"), said, status(1, 200, json), body(1, done(1)), post(3, "a")])).toEqual({
    logs: ["a"],
  });
  expect(roles([post(1, "a"), post(2, "b"), streamed(3, note("notifications/message"))])).toEqual({ logs: ["b"] });
});

const again = (id: number, ...said: readonly Line[]): Line[] => [call(id, "t"), ...said, received(done(id))];
const roots = received(ask("s", "roots/list"));

it.each<[string, readonly Line[], Record<string, string[]>]>([
  ["logs in one of its two calls does so by itself", [...again(1, log), ...again(2)], {}],
  ["logs in both of its calls", [...again(1, log), ...again(2, log)], { logs: ["t"] }],
  [
    "logs in one of its two calls does so by itself, though another tool logs",
    [...again(1, log), ...again(2), call(3, "u"), log, received(done(3))],
    { logs: ["u"] },
  ],
  ["logs twice in one of its two calls does so by itself", [...again(1, log, log), ...again(2)], {}],
  ["logs in one of its calls and asks for roots in the other does both by itself", [...again(1, log), ...again(2, roots)], {}],
  ["asks for roots in one of its two calls does so by itself", [...again(1, roots), ...again(2)], {}],
  [
    "asks the user in one of its two calls, which no server does by itself",
    [...again(1, received(ask("s", "elicitation/create"))), ...again(2)],
    { elicits: ["t"] },
  ],
  [
    "asks for roots in one of its two calls, and log messages were asked for",
    [call(1, "t", { _meta: { "io.modelcontextprotocol/logLevel": "info" } }), roots, received(done(1)), ...again(2)],
    {},
  ],
  [
    "logs in one of its two calls, as it was asked to",
    [call(1, "t", { _meta: { "io.modelcontextprotocol/logLevel": "info" } }), log, received(done(1)), ...again(2)],
    { logs: ["t"] },
  ],
])("a server whose tool %s", (_what, lines, expected) => {
  expect(roles(lines)).toEqual(expected);
});

/** A call that asks the user, answered after so many ms. */
const took = (id: number, name: string, from: number, ms: number | undefined): Line[] => [
  at(from, call(id, name)),
  at(from, received(ask(`s${id}`, "elicitation/create"))),
  ...(ms === undefined ? [] : [at(from + ms, received(done(id)))]),
];

it("what is waited for comes before what is not, quick before slow, and else as it came", () => {
  const lines = [
    ...took(1, "late", 0, 601),
    ...took(2, "slow", 1000, 500),
    ...took(3, "later", 2000, 501),
    ...took(4, "quick", 3000, 5),
  ];
  expect(roles(lines)["elicits"]).toEqual(["quick", "slow", "late", "later"]);
  const same = [...took(1, "b", 0, 20), ...took(2, "a", 1000, 20), ...took(3, "b", 2000, 10)];
  expect(seenIn(same)["elicits"]).toMatchObject([
    { tool: "b", ms: 10, seq: 8 },
    { tool: "a", ms: 20, seq: 5 },
  ]);
});
