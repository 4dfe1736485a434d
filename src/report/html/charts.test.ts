import { expect, test } from "vitest";
import type { ConnectionTimeline } from "../../trace/timeline/connection-timeline.ts";
import { connectionsChart } from "./connections-chart.ts";
import { latencyChart } from "./latency-chart.ts";

/** A server that answers, refuses, is silent, asks and ends; one that never spoke; and one with more calls than are drawn. */
const connections: readonly ConnectionTimeline[] = [
  {
    connection: 1,
    session: "main",
    revision: "2025-11-25",
    from: 100,
    to: 1100,
    first: 350,
    calls: [
      { method: "initialize", at: 100, ms: 250, outcome: "result" },
      { method: "tools/list", at: 360, ms: 4, outcome: "result" },
      { method: "tools/list", at: 370, ms: 8, outcome: "result" },
      { method: "tools/list", at: 380, ms: 40, outcome: "error" },
      { method: "tools/call <b>", at: 400, ms: null, outcome: "silence" },
      { method: "ping", at: 450, ms: 2, outcome: "result", by: "subject" },
      { method: "ping", at: 470, ms: null, outcome: "silence", by: "subject" },
    ],
    marks: [
      { kind: "start", at: 100, text: "started" },
      { kind: "silence", at: 900, text: "nothing came" },
      { kind: "signal", at: 1000, text: "SIGTERM" },
      { kind: "exit", at: 1100, text: "exit code 0 & more" },
    ],
  },
  { connection: 2, session: "bare", revision: null, from: 200, to: 700, first: null, calls: [], marks: [] },
  {
    connection: 3,
    session: "deviant",
    revision: "2025-11-25",
    from: 200,
    to: 400,
    first: 210,
    calls: [{ method: "roots/list", at: 220, ms: 1, outcome: "result", by: "subject" }],
    marks: [{ kind: "failure", at: 400, text: "it broke off" }],
    more: 12,
  },
];

test("the charts of a run", async () => {
  const pages = [
    connectionsChart(connections, "server"),
    connectionsChart(connections.slice(1, 2), "client"),
    connectionsChart([{ ...connections[2], more: undefined } as unknown as ConnectionTimeline], "host"),
    latencyChart(connections),
  ];
  await expect(`${pages.join("\n\n")}\n`).toMatchFileSnapshot("../../../fixtures/golden/report/charts.html");
});

test("there is none of what did not happen", () => {
  expect(connectionsChart([], "server")).toBe("");
  expect(latencyChart(connections.slice(1))).toBe("");
});
