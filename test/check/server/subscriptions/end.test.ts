import { expect, it } from "vitest";
import { subscriptionsGracefulEnd } from "../../../../src/check/server/subscriptions/end.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, body, done, failed, note, over, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, conversation, idle, kept, type Part } from "../conversation.ts";

const sse = { "content-type": "text/event-stream" };
const listen = (exchange: number, id: Json = exchange): readonly Part[] => [
  posted(exchange, ask(id, "subscriptions/listen", { notifications: {} })),
  status(exchange, 200, sse),
];
const ack = (exchange: number): Part => streamed(exchange, note("notifications/subscriptions/acknowledged", {}));
const unended = idle("the server ended no subscription");
const cut = (...lines: readonly number[]): object =>
  broken("the server closed the stream of a subscription without a result", ...lines);

it.each<readonly [string, readonly Part[], object]>([
  ["is ended with a result", [...listen(1), ack(1), streamed(1, done(1)), over(1, "complete")], kept(5)],
  ["is ended without a result", [...listen(1), ack(1), over(1, "complete")], cut(5)],
  ["is refused on its stream", [...listen(1), streamed(1, failed(1)), over(1, "complete")], unended],
  ["is refused in a body", [...listen(1), body(1, failed(1)), over(1, "complete")], unended],
  ["breaks", [...listen(1), ack(1), over(1, "broken")], unended],
  ["is closed by the client", [...listen(1), ack(1), over(1, "closed-by-us")], unended],
  ["is open", [...listen(1), ack(1)], unended],
  ["has no stream", [...listen(1), over(1, "complete")], unended],
  ["is open while another stream ends", [...listen(1), ack(1), ...listen(2), ack(2), over(2, "complete")], cut(8)],
  [
    "is ended, and another without a result",
    [...listen(1), streamed(1, done(1)), ...listen(2), ack(2), over(2, "complete")],
    cut(8),
  ],
  ["is of another method", [posted(1, ask(1, "tools/call")), status(1, 200, sse), ack(1), over(1, "complete")], unended],
  ["was never answered over HTTP", [posted(1, ask(1, "subscriptions/listen"))], unended],
])("the end of a subscription that %s is judged", (_title, parts, wanted) => {
  expect(subscriptionsGracefulEnd.verify(conversation(parts, { transport: "http", revision: "2026-07-28" }))).toEqual(wanted);
});

it("only over HTTP has a subscription a stream of its own", () => {
  expect(subscriptionsGracefulEnd.transports).toEqual(["http"]);
});
