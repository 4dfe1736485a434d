import { expect, test } from "vitest";
import type { ModelTrace, UnplacedModelEvent } from "../../check/model/model-event.ts";
import { modelTimelines } from "./model-timelines.ts";

const placed = (...events: readonly UnplacedModelEvent[]): ModelTrace =>
  events.map((event, index) => ({ seq: index + 1, at: index * 10, ...event }));

const request = { kind: "request", method: "POST", path: "/api/chat", headers: {}, body: null } as const;

test("a family on a path is a row, with each request and how it ended", () => {
  const trace = placed(
    { kind: "setting", api: "ollama", family: "qwen3", path: "chat", server: null },
    { ...request, exchange: 1 },
    { kind: "response", exchange: 1, status: 200, headers: {} },
    { kind: "end", exchange: 1, how: "complete" },
    { ...request, exchange: 2 },
    { kind: "response", exchange: 2, status: 500, headers: {} },
    { kind: "end", exchange: 2, how: "complete" },
    { ...request, exchange: 3 },
    { kind: "end", exchange: 3, how: "broken", message: "reset" },
    { ...request, exchange: 4 },
    { kind: "end", exchange: 4, how: "late" },
  );
  const call = { method: "POST /api/chat" };
  expect(modelTimelines([trace])).toEqual([
    {
      connection: 1,
      session: "qwen3/chat",
      revision: null,
      from: 10,
      to: 100,
      first: 20,
      calls: [
        { ...call, at: 10, ms: 20, outcome: "result" },
        { ...call, at: 40, ms: 20, outcome: "error" },
        { ...call, at: 70, ms: 10, outcome: "error" },
        { ...call, at: 90, ms: 10, outcome: "silence" },
      ],
      marks: [{ kind: "failure", at: 80, text: "reset" }],
    },
  ]);
});
