import { expect, test } from "vitest";
import type { HostTrace, UnplacedHostEvent } from "../../check/host/host-event.ts";
import { mostTold } from "../../trace/timeline/connection-timeline.ts";
import { createHostTimelines } from "./host-timelines.ts";

const placed = (...events: readonly UnplacedHostEvent[]): HostTrace =>
  events.map((event, index) => ({ seq: index + 1, at: index * 10, ...event }));

const answer = { status: 200, exit: null, headers: {}, text: "", said: "", aside: "", ms: 15, failed: null } as const;
const connect = {
  transport: "stdio",
  revision: "2025-11-25",
  session: "",
  capabilities: {},
  target: "t",
  connection: 1,
} as const;

const trace = placed(
  { kind: "server-start", server: "s", instance: "1", transport: "stdio" },
  { kind: "server-wire", server: "s", event: { kind: "connect", ...connect } },
  { kind: "asked", step: 0, verb: "ask", what: {} },
  { kind: "model-asked", method: "POST", path: "/api/chat", api: null, headers: {}, body: null, status: 200, outcome: "" },
  { kind: "answered", step: 0, ...answer },
  { kind: "asked", step: 1, verb: "ask", what: {} },
  { kind: "host-end", message: "", ms: 1, killed: true, output: "" },
);

test("a case is a row of what was asked of the host and its model, and one for each connection to its servers", () => {
  const timelines = createHostTimelines();
  timelines.add(trace, "suite/right", false);
  timelines.add(trace, "suite/wrong", true);
  timelines.add([], "suite/left-out", false);
  const rows = timelines.connections();
  expect(rows.map(({ connection, session }) => [connection, session])).toEqual([
    [1, "suite/wrong"],
    [2, "suite/wrong, s"],
    [3, "suite/right"],
    [4, "suite/right, s"],
  ]);
  expect(rows[0]).toEqual({
    connection: 1,
    session: "suite/wrong",
    revision: null,
    from: 0,
    to: 60,
    first: 30,
    calls: [
      { method: "ask", at: 20, ms: 15, outcome: "result" },
      { method: "POST /api/chat", at: 30, ms: null, outcome: "result", by: "subject" },
      { method: "ask", at: 50, ms: null, outcome: "silence" },
    ],
    marks: [
      { kind: "start", at: 0, text: "server s started" },
      { kind: "exit", at: 60, text: "killed" },
    ],
  });
});

test("no more rows are told than people look at, and those of wrong cases are among them", () => {
  const timelines = createHostTimelines();
  for (let index = 0; index < mostTold.connections; index++) timelines.add(trace, `suite/${index}`, false);
  timelines.add(trace, "suite/wrong", true);
  expect(timelines.connections()).toHaveLength(mostTold.connections);
  expect(timelines.connections()[0]?.session).toBe("suite/wrong");
});
