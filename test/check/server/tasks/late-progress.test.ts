import { expect, it } from "vitest";
import { tasksProgressEnds } from "../../../../src/check/server/tasks/related.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, body, done, type Line, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, conversation, kept } from "../conversation.ts";

const post = (exchange: number, value: Json): Line => posted(exchange, value, { "content-type": "application/json" });
const json = { "content-type": "application/json" };
const stream = { "content-type": "text/event-stream" };

it.each<readonly [string, number, object]>([
  ["the stream of the answer that told the end", 2, broken('progress of task "a" after it was "completed"', 11)],
  ["another stream", 3, kept(8)],
])("progress that comes late over HTTP counts on %s", (_title, exchange, wanted) => {
  const report = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p", progress: 1 } };
  const parts: readonly Line[] = [
    post(1, ask(1, "tools/call", { name: "slow", task: {}, _meta: { progressToken: "p" } })),
    status(1, 200, json),
    body(1, done(1, { task: { taskId: "a", status: "working" } })),
    post(2, ask(2, "tasks/get", { taskId: "a" })),
    status(2, 200, stream),
    status(3, 200, stream),
    streamed(2, done(2, { taskId: "a", status: "completed" })),
    post(4, ask(3, "ping")),
    status(4, 200, json),
    streamed(exchange, report),
  ];
  expect(tasksProgressEnds.verify(conversation(parts, { transport: "http" }))).toEqual(wanted);
});
