import { expect, it } from "vitest";
import {
  ask,
  at,
  done,
  failed,
  type Line,
  opened,
  posted,
  received,
  sent,
  smallTrace,
  status,
} from "../../../test/support/traces/small-trace.ts";
import { type ConnectionTimeline, connectionTimelines, mostTold, toldCalls } from "./connection-timeline.ts";

const first = (kind: "server" | "client", ...lines: readonly Line[]): ConnectionTimeline | undefined =>
  connectionTimelines(smallTrace(kind, [at(0, opened()), ...lines]))[0];

it.each<[string, Line, ConnectionTimeline["marks"][number]]>([
  [
    "a silence",
    { kind: "silence", connection: 1, awaiting: '"a"', ms: 499.6 },
    { kind: "silence", at: 20, text: 'no answer to "a" within 500 ms' },
  ],
  ["the end of stdin", { kind: "stdin-closed", connection: 1 }, { kind: "stdin-closed", at: 20, text: "stdin closed" }],
  ["a signal", { kind: "signal", connection: 1, signal: "SIGTERM" }, { kind: "signal", at: 20, text: "SIGTERM sent" }],
  [
    "an exit with a code",
    { kind: "exit", connection: 1, code: 3, signal: null },
    { kind: "exit", at: 20, text: "exited with code 3" },
  ],
  [
    "an exit by a signal",
    { kind: "exit", connection: 1, code: null, signal: "SIGKILL" },
    { kind: "exit", at: 20, text: "ended by SIGKILL" },
  ],
  ["a failure", { kind: "failure", connection: 1, message: "refused" }, { kind: "failure", at: 20, text: "refused" }],
])("%s is marked with its time and what it was", (_what, line, mark) => {
  expect(first("server", line)?.marks).toEqual([mark]);
});

it("messages, prints and what was found out later leave no mark, and the last of these no end", () => {
  const timeline = first(
    "server",
    received(done(1)),
    { kind: "stderr", connection: 1, text: "a" },
    { kind: "annotation", connection: 1, about: 2, name: "json-schema", value: null },
  );
  expect(timeline).toMatchObject({ marks: [], from: 0, to: 30 });
});

it.each<[string, "server" | "client", readonly Line[], number | null]>([
  ["a server when its first line came", "server", [sent(ask(1, "ping")), received(done(1))], 30],
  ["a server over HTTP when its first status came", "server", [posted(1, ask(1, "ping")), status(1, 200)], 30],
  ["a client when its first line came", "client", [sent(ask(1, "ping")), received(done(1))], 30],
  ["a client over HTTP when its first request came", "client", [posted(1, ask(1, "ping")), status(1, 200)], 20],
  ["nobody who said nothing", "server", [sent(ask(1, "ping")), { kind: "exit", connection: 1, code: 0, signal: null }], null],
])("%s spoke first", (_what, kind, lines, ms) => {
  expect(first(kind, ...lines)?.first).toBe(ms);
});

const two = { connection: 2 } as const;

it("what a client asked stands among what it was asked, in order of time, with what it was answered", () => {
  const timeline = first(
    "client",
    sent(ask("a", "roots/list")),
    received(ask(1, "tools/list")),
    received(ask(2, "tools/call")),
    received(ask(3, "ping")),
    sent(failed(2)),
    sent(done(1)),
    received(failed("a")),
    sent(ask("b", "sampling/createMessage")),
  );
  expect(timeline?.calls).toEqual([
    { method: "roots/list", at: 20, ms: 60, outcome: "error" },
    { method: "tools/list", at: 30, ms: 40, outcome: "result", by: "subject" },
    { method: "tools/call", at: 40, ms: 20, outcome: "error", by: "subject" },
    { method: "ping", at: 50, ms: null, outcome: "silence", by: "subject" },
    { method: "sampling/createMessage", at: 90, ms: null, outcome: "silence" },
  ]);
});

it("of what a server asks nothing is told", () => {
  expect(first("server", received(ask(1, "roots/list")))?.calls).toEqual([]);
});

it("a connection has the revision it was opened with, or else the one it came to, or none", () => {
  const trace = smallTrace("server", [
    opened(),
    opened({ ...two, revision: null, session: "second" }),
    opened({ connection: 3, revision: null }),
    { kind: "judge-as", ...two, revision: "2025-06-18" },
    sent(ask(1, "ping"), two),
  ]);
  expect(connectionTimelines(trace)).toEqual([
    { connection: 1, session: "main", revision: "2025-11-25", from: 10, to: 10, first: null, calls: [], marks: [] },
    {
      connection: 2,
      session: "second",
      revision: "2025-06-18",
      from: 20,
      to: 50,
      first: null,
      calls: [{ method: "ping", at: 50, ms: null, outcome: "silence" }],
      marks: [],
    },
    { connection: 3, session: "main", revision: null, from: 30, to: 30, first: null, calls: [], marks: [] },
  ]);
});

it.each([
  [mostTold.calls, {}],
  [mostTold.calls + 1, { more: 1 }],
])("of %i calls no more are told than can be drawn", (count, more) => {
  const calls = Array.from({ length: count }, (_, index) => ({ method: "ping", at: index, ms: 1, outcome: "result" as const }));
  expect(toldCalls(calls)).toEqual({ calls: calls.slice(0, 250), ...more });
});

it("no more than eighty connections are told", () => {
  const trace = smallTrace(
    "server",
    Array.from({ length: 81 }, (_, index) => opened({ connection: index + 1 })),
  );
  expect(connectionTimelines(trace).map(({ connection }) => connection)).toEqual(
    Array.from({ length: 80 }, (_, index) => index + 1),
  );
});
