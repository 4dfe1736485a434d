import { expect, it } from "vitest";
import { progressOnlyOwnStream, progressOwnStream } from "../../../../src/check/server/progress-streams.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, note, over, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, conversation, idle, kept, on, type Part, untested } from "../conversation.ts";

const sse = { "content-type": "text/event-stream" };
const call = (exchange: number, id: Json, progressToken: Json): Part =>
  posted(exchange, ask(id, "tools/call", { name: "t", _meta: { progressToken } }));
const get: readonly Part[] = [posted(9, null, {}, { method: "GET" }), status(9, 200, sse)];
const report = (exchange: number, progressToken: Json): Line =>
  streamed(exchange, note("notifications/progress", { progressToken, progress: 1 }));
const answer = (exchange: number, id: Json): Line => streamed(exchange, done(id, { content: [] }));
const astray = (id: string, line: number): object =>
  broken(`progress of request ${id} came on another stream than that of the request`, line);
const nobodys = untested("no progress with a token of one request alone came");
const asked: readonly Part[] = [call(1, 1, "p"), status(1, 200, sse)];

// The request is line 2, and the stream of its answer begins in line 3; a stream that GET opened begins in line 5.
it.each<readonly [string, readonly Part[], object]>([
  ["the stream of its request", [...asked, report(1, "p")], kept(4)],
  ["a stream that was opened by GET", [...asked, ...get, report(9, "p")], astray("1", 6)],
  [
    "the stream of another request",
    [...asked, call(2, "b", "q"), status(2, 200, sse), report(2, "q"), report(2, "p"), report(1, "q")],
    {
      ...astray("1", 7),
      message: `progress of request 1 came on another stream than that of the request; progress of request "b" came on another stream than that of the request`,
      evidence: [7, 8],
    },
  ],
  ["another stream after the answer", [...asked, ...get, answer(1, 1), report(9, "p")], nobodys],
  ["another stream before the answer", [...asked, ...get, report(9, "p"), answer(1, 1)], astray("1", 6)],
  ["another stream after its own was closed", [...asked, ...get, over(1, "complete"), report(9, "p")], nobodys],
  ["another stream before its own was closed", [...asked, ...get, report(9, "p"), over(1, "complete")], astray("1", 6)],
  ["another stream after a third was closed", [...asked, ...get, over(4, "complete"), report(9, "p")], astray("1", 7)],
  ["another stream, with a token of two requests", [...asked, ...get, call(2, 2, "p"), report(9, "p")], nobodys],
  ["the stream of one of two requests with its token", [...asked, call(2, 2, "p"), report(1, "p")], nobodys],
  ["another stream, before a second request has its token", [...asked, ...get, report(9, "p"), call(2, 2, "p")], astray("1", 6)],
  ["another stream, with a token of no request", [...asked, ...get, report(9, "q")], nobodys],
  ["another stream, with a token of another type", [call(1, 1, 7), ...get, report(9, "7")], nobodys],
  ["another stream, with a token of another connection", [on(2, call(1, 1, "p")), ...get, report(9, "p")], nobodys],
  ["another stream, before the request", [...get, report(9, "p"), ...asked], nobodys],
  [
    "another stream, without a token, as the request",
    [posted(1, ask(1, "tools/call", {})), ...get, streamed(9, note("notifications/progress", {}))],
    nobodys,
  ],
  [
    "its own stream after it was cancelled",
    [...asked, posted(2, note("notifications/cancelled", { requestId: 1 })), report(1, "p")],
    idle("only requests that had been cancelled by then, or that no quiet run would have waited for, reported progress"),
  ],
  ["no stream", [...asked, ...get, streamed(9, note("notifications/message", {}))], idle("the server sent no progress")],
])("progress that comes on %s is judged by the request", (_title, parts, wanted) => {
  const trace = conversation(parts, { transport: "http" });
  expect(progressOwnStream.verify(trace)).toEqual(wanted);
  expect(progressOnlyOwnStream.verify(trace)).toEqual(wanted);
});

it("only over HTTP has a request a stream of its own", () => {
  expect([progressOwnStream.transports, progressOnlyOwnStream.transports]).toEqual([["http"], ["http"]]);
});
