import { describe, expect, it } from "vitest";
import { formElicitations, urlElicitations } from "../../../../src/check/rules/elicitations-seen.ts";
import { outputLines } from "../../../../src/check/rules/stray-output.ts";
import { listenOf, listens, subscriptionIdOf, withoutAny } from "../../../../src/check/rules/subscriptions-seen.ts";
import { createdTasks, seenTasks, taskKey, tellsOfLater, withoutTasks } from "../../../../src/check/rules/tasks-seen.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { notificationsFrom } from "../../../../src/trace/facts/server-message.ts";
import {
  ask,
  body,
  done,
  type Line,
  note,
  opened,
  posted,
  received,
  sent,
  smallTrace,
  status,
  streamed,
} from "../../../support/traces/small-trace.ts";

const json = { "content-type": "application/json" };

describe("a line on stdout", () => {
  const closed: Line = { kind: "stdin-closed", connection: 1 };
  const told: Line = { kind: "signal", connection: 1, signal: "SIGTERM" };
  const linesIn = (...lines: readonly Line[]) =>
    outputLines(smallTrace("server", [opened(), opened({ connection: 2 }), ...lines])).map(({ frame, kind, phase }) => [
      frame.seq,
      kind,
      phase,
    ]);

  it.each<readonly [string, Line, string]>([
    ["a message", received(note("x")), "message"],
    ["a batch", received([note("x")]), "message"],
    ["empty", received(""), "blank"],
    ["of spaces", received("  \t"), "blank"],
    ["a word", received("listening"), "text"],
    ["half of a message", received('{"jsonrpc":'), "text"],
    ["a message behind a byte order mark", received(`\uFEFF${JSON.stringify(note("x"))}`), "byte-order-mark"],
    ["a word behind a byte order mark", received("\uFEFFx"), "text"],
    ["JSON that is no message", received({ level: "info" }), "foreign-json"],
    ["a message with a word behind it", received(`${JSON.stringify(note("x"))} done`), "text-behind"],
  ])("that is %s is taken for that", (_title, line, kind) => {
    expect(linesIn(line)).toEqual([[3, kind, "start"]]);
  });

  it("that was cut, was too large, or was written by us is left out", () => {
    const unread = { unread: { mayAnswer: true, why: "it is long" } } as const;
    expect(linesIn(received("x", { cut: true }), received("{", unread), sent(note("x")), received("y"))).toEqual([
      [6, "text", "start"],
    ]);
  });

  it("belongs to the start up to the first answer, then to the work, and then to the end", () => {
    const work: Line[] = [sent(ask(1, "ping")), received("a"), received(done(1)), received("b")];
    const phases = (...more: readonly Line[]) => linesIn(...work, ...more).map(([, , phase]) => phase);
    expect(phases()).toEqual(["start", "start", "operation"]);
    expect(phases(closed, received("c"))).toEqual(["start", "start", "operation", "shutdown"]);
    expect(phases(told, received("c"))).toEqual(["start", "start", "operation", "shutdown"]);
    expect(phases({ ...closed, connection: 2 }, received("c"))).toEqual(["start", "start", "operation", "operation"]);
  });

  it("belongs to the start where nothing is answered, or only elsewhere", () => {
    const elsewhere: Line[] = [sent(ask(1, "ping"), { connection: 2 }), received(done(1), { connection: 2 }), received("a")];
    expect(linesIn(...elsewhere).map(([, , phase]) => phase)).toEqual(["start", "start"]);
    expect(linesIn(sent(ask(1, "ping")), received("a"), closed, received("b"))).toEqual([
      [4, "text", "start"],
      [6, "text", "shutdown"],
    ]);
  });

  it("that is a part of a message printed over several is told as that", () => {
    const printed = JSON.stringify(done(1), null, 2)
      .split("\n")
      .map((line) => received(line));
    expect(linesIn(sent(ask(1, "ping")), ...printed).map(([, kind]) => kind)).toEqual(printed.map(() => "part-of-message"));
  });
});

const task = (status_: string): Json => ({ taskId: "t", status: status_ });

describe("a task", () => {
  it("is seen where it is created, asked for, cancelled, listed or told of, in the order it was told", () => {
    const lines: Line[] = [
      opened(),
      sent(ask(1, "tools/call", { name: "a" })),
      sent(ask(2, "tasks/get", { taskId: "t" })),
      received(note("notifications/tasks/status", task("working"))),
      received(done(2, task("working"))),
      received(done(1, { task: task("working") })),
      sent(ask(3, "tasks/list")),
      received(done(3, { tasks: [task("working"), "none", { taskId: "u" }] })),
      sent(ask(4, "tasks/cancel", { taskId: "t" })),
      received(done(4, task("cancelled"))),
      sent(ask(5, "tools/call", { name: "b" })),
      received(done(5, { content: [] })),
      sent(ask(6, "tasks/list")),
      received(done(6, { tasks: "none" })),
      sent(ask(7, "prompts/get", { name: "p" })),
      received(done(7, { task: task("working"), tasks: [task("working")] })),
    ];
    const trace = smallTrace("server", lines);
    expect(seenTasks(trace).map((one) => [one.seq, one.since, one.method, one.task["taskId"]])).toEqual([
      [4, 4, "notifications/tasks/status", "t"],
      [5, 3, "tasks/get", "t"],
      [6, 2, "tools/call", "t"],
      [8, 7, "tasks/list", "t"],
      [8, 7, "tasks/list", "u"],
      [10, 9, "tasks/cancel", "t"],
    ]);
    expect(createdTasks(trace).map(({ seq }) => seq)).toEqual([6]);
  });

  it("is told from others by its process, and over HTTP by its id alone", () => {
    const seen = { seq: 1, since: 1, connection: 2, method: "x", task: { taskId: "t" }, exchange: undefined };
    expect([taskKey(smallTrace("server", []), seen), taskKey(smallTrace("server", [], "http"), seen)]).toEqual([
      '[2,"t"]',
      '[0,"t"]',
    ]);
    expect(taskKey(smallTrace("server", []), { ...seen, task: {} })).toBe("[2,null]");
  });

  it.each<readonly [string, number, number, number | undefined, boolean]>([
    ["asked for later", 9, 8, 2, true],
    ["asked for before", 9, 4, 1, false],
    ["asked for at that very moment", 9, 5, 1, false],
    ["told of unasked later on the same stream", 9, 9, 1, true],
    ["told of unasked later on another stream", 9, 9, 2, false],
    ["told of unasked before on the same stream", 4, 4, 1, false],
  ])("%s is later than an event, or is not", (_title, seq, since, exchange, is) => {
    const seen = { seq, since, exchange, connection: 1, method: "x", task: {} };
    expect(tellsOfLater(seen, { seq: 5, exchange: 1 })).toBe(is);
  });

  const tool = (name: Json, taskSupport?: Json, readOnlyHint?: boolean): Json => ({
    name,
    ...(taskSupport === undefined ? {} : { execution: { taskSupport } }),
    ...(readOnlyHint === undefined ? {} : { annotations: { readOnlyHint } }),
  });
  const noneSays = "nothing; no listed tool says that it can run as one (execution.taskSupport)";
  const unsafe = (names: string) =>
    `nothing; of the tools that can run as one (${names}) none is annotated readOnlyHint: true, and --allow-writes was not given`;
  it.each<readonly [string, readonly Json[], string]>([
    ["no tool is listed", [], noneSays],
    ["no tool says that it can", [tool("a"), tool("b", "forbidden"), tool("c", true)], noneSays],
    ["the tool that must was called", [tool("called", "required")], "nothing"],
    ["one of the tools that can was called", [tool("a", "optional"), tool("called", "optional")], "nothing"],
    ["a tool was called that cannot", [tool("called"), tool("a", "optional")], unsafe("a")],
    ["many tools can", ["a", "b", "b", "c", "d"].map((name) => tool(name, "optional", false)), unsafe("a, b, c")],
    [
      "one tool only reads",
      [tool("a", "optional"), tool("b", "required", true)],
      "nothing; of the tools that can run as one (a, b) none was called",
    ],
  ])("was not seen where %s, which says why", (_title, tools, reason) => {
    const lines = [sent(ask(1, "tools/list")), received(done(1, { tools })), sent(ask(2, "tools/call", { name: "called" }))];
    expect(withoutTasks(smallTrace("server", [opened(), ...lines]), "nothing")).toBe(reason);
  });
});

describe("a notification of a subscription", () => {
  const of = (id: Json | undefined, connection = 1): Line =>
    received(note("x", id === undefined ? {} : { _meta: { "io.modelcontextprotocol/subscriptionId": id } }), { connection });
  const listen = (id: Json, connection = 1): Line => sent(ask(id, "subscriptions/listen", {}), { connection });
  it.each<readonly [string, readonly Line[], number | undefined]>([
    ["that names it", [listen("a"), listen("b"), of("a")], 3],
    ["that names it by another type", [listen(1), of("1")], 3],
    ["that names an id that was given again", [listen("a"), listen("a"), of("a")], 4],
    ["that names none", [listen("a"), of(undefined)], undefined],
    ["that names another", [listen("a"), of("b")], undefined],
    ["that names one of another connection", [listen("a", 2), of("a")], undefined],
    ["that names one that is opened later", [of("a"), listen("a")], undefined],
  ])("%s belongs to that", (_title, lines, seq) => {
    const trace = smallTrace("server", [opened(), opened({ connection: 2 }), ...lines]);
    const [message] = notificationsFrom(trace, "x");
    expect(message === undefined ? "none" : listenOf(trace, message)?.request.seq).toBe(seq);
  });

  it("names the subscription in its meta", () => {
    const [message] = notificationsFrom(smallTrace("server", [opened(), of(7)]));
    expect(message === undefined ? "none" : subscriptionIdOf(message)).toBe(7);
  });

  it("does not come where none was opened, or where nothing happened", () => {
    const [without, with_] = [
      smallTrace("server", [opened(), sent(ask(1, "ping"))]),
      smallTrace("server", [opened(), listen("a")]),
    ];
    expect(listens(with_)).toHaveLength(1);
    expect(withoutAny(without)).toEqual({ kind: "inconclusive", reason: "no subscription was opened" });
    expect(withoutAny(with_)).toEqual({ kind: "not-applicable", reason: "nothing came on a subscription" });
    expect(withoutAny(with_, "nothing changed")).toEqual({ kind: "not-applicable", reason: "nothing changed" });
  });
});

it("an elicitation without a mode, or with another than url, is a form", () => {
  const asked = [{}, { mode: "form" }, { mode: "url" }].map((params, index) =>
    received(ask(index, "elicitation/create", params)),
  );
  const trace = smallTrace("server", [opened(), ...asked, received(ask(9, "roots/list", { mode: "url" }))]);
  expect(formElicitations(trace).map(({ seq }) => seq)).toEqual([2, 3]);
  expect(urlElicitations(trace).map(({ seq }) => seq)).toEqual([4]);
});

it("a task over HTTP is seen with the exchange that brought it", () => {
  const stream = { "content-type": "text/event-stream" };
  const lines = [
    posted(1, ask(1, "tasks/get", { taskId: "t" })),
    status(1, 200, json),
    body(1, done(1, task("working"))),
    posted(2, ask(2, "ping")),
    status(2, 200, stream),
    streamed(2, note("notifications/tasks/status", task("working"))),
  ];
  const trace = smallTrace("server", [opened({ transport: "http" }), ...lines], "http");
  expect(seenTasks(trace).map(({ seq, exchange, connection }) => [seq, exchange, connection])).toEqual([
    [4, 1, 1],
    [7, 2, 1],
  ]);
});
