import { expect, it } from "vitest";
import { progressStops } from "../../../../src/check/server/progress.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, note, posted, received, sent, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, conversation, idle, kept, on, type Part, says, untested } from "../conversation.ts";

const call = (id: Json, progressToken: Json): Part => sent(ask(id, "tools/call", { name: "t", _meta: { progressToken } }));
const report = (progressToken: Json): Part => says("notifications/progress", { progressToken, progress: 1 });
const cancel = (requestId: Json): Part => sent(note("notifications/cancelled", { requestId }));
const answer = (id: Json, result: Json = { content: [] }): Part => received(done(id, result));
const begun = (id: Json): Part => answer(id, { task: { taskId: "a" } });
const onlyTasks = idle("only tasks reported progress, which tasks.progress-ends judges");
const onlyCancelled = idle("only requests that were cancelled reported progress, which cancellation.work-stops judges");
const nobodys = untested("no progress with a known token came");
const late = idle("only requests that had been cancelled by then, or that no quiet run would have waited for, reported progress");
const afterIts = (id: string, line: number): object => broken(`progress for request ${id} after its answer`, line);

it.each<readonly [string, readonly Part[], object]>([
  ["comes before the answer", [call(1, "p"), report("p"), answer(1)], kept(3)],
  ["comes after the answer", [call(1, "p"), report("p"), answer(1), report("p")], afterIts("1", 5)],
  ["comes after an error", [call("a", "p"), received(failed("a")), report("p")], afterIts('"a"', 4)],
  ["is of a request that is not answered", [call(1, "p"), report("p")], nobodys],
  ["is of no request", [call(1, "q"), answer(1), report("p")], nobodys],
  ["is of a token with another type", [call(1, 7), answer(1), report("7")], nobodys],
  ["is of a request on another connection", [on(2, call(1, "p")), on(2, answer(1)), report("p")], nobodys],
  ["is of a request that was made later", [report("p"), call(1, "p"), answer(1)], nobodys],
  ["has no token, as the request", [sent(ask(1, "tools/call")), answer(1), says("notifications/progress", {})], nobodys],
  [
    "comes for the second request that carried its token",
    [call(1, "p"), answer(1), call(2, "p"), report("p"), answer(2)],
    kept(5),
  ],
  [
    "comes after the second request that carried its token",
    [call(1, "p"), answer(1), call(2, "p"), answer(2), report("p")],
    afterIts("2", 6),
  ],
  [
    "comes for an open request beside one that was answered",
    [call(1, "p"), call(2, "q"), answer(1), report("q"), answer(2)],
    kept(5),
  ],
  ["does not come", [call(1, "p"), answer(1)], idle("the server sent no progress")],
  ["is of a task", [call(1, "p"), begun(1), report("p")], onlyTasks],
  ["is of a task and of no request", [call(1, "p"), begun(1), report("p"), report("q")], nobodys],
  ["is of a task and of a request", [call(1, "p"), begun(1), report("p"), call(2, "q"), report("q"), answer(2)], kept(6)],
  ["is of a result that has no task in it", [call(1, "p"), answer(1, { taskId: "a" }), report("p")], afterIts("1", 4)],
  ["is of a request that was cancelled", [call(1, "p"), cancel(1), report("p")], onlyCancelled],
  ["is of a request that was cancelled, and of no request", [call(1, "p"), cancel(1), report("p"), report("q")], nobodys],
  [
    "is of a request that was cancelled, and of an open one",
    [call(1, "p"), cancel(1), report("p"), call(2, "q"), report("q")],
    nobodys,
  ],
  [
    "is of a request that was cancelled, and of one that was answered",
    [call(1, "p"), cancel(1), report("p"), call(2, "q"), report("q"), answer(2)],
    kept(6),
  ],
  ["comes before a request is cancelled and answered", [call(1, "p"), report("p"), cancel(1), answer(1)], kept(3)],
  ["comes between the cancellation and the answer", [call(1, "p"), cancel(1), report("p"), answer(1)], late],
  ["comes after the answer to what was cancelled", [call(1, "p"), cancel(1), answer(1), report("p")], afterIts("1", 5)],
])("progress that %s is judged by the answer", (_title, parts, wanted) => {
  expect(progressStops.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, number, object]>([
  ["the stream of the answer", 1, afterIts("1", 6)],
  ["another stream, which has no common order with it", 2, kept(6)],
])("progress after the answer counts on %s", (_title, exchange, wanted) => {
  const sse = { "content-type": "text/event-stream" };
  const parts = [
    posted(1, ask(1, "tools/call", { _meta: { progressToken: "p" } })),
    status(1, 200, sse),
    status(2, 200, sse),
    streamed(1, done(1, { content: [] })),
    streamed(exchange, note("notifications/progress", { progressToken: "p", progress: 1 })),
  ];
  expect(progressStops.verify(conversation(parts, { transport: "http" }))).toEqual(wanted);
});
