import { expect, it } from "vitest";
import { oneStream } from "../../../../src/check/server/http/one-stream.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, type Line, note, over, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, comment, elsewhere, kept, moot, saidOf, sse, stream, type Told } from "./told.ts";

const nothing = moot("the server sent no request and no progress on a stream");
const resumed = { request: { "last-event-id": "a1" } };

const question = ask(7, "sampling/createMessage", {});
const call = (exchange: number, id: number, progressToken?: string): Line[] => [
  posted(exchange, ask(id, "tools/call", { name: "slow", ...(progressToken === undefined ? {} : { _meta: { progressToken } }) })),
  status(exchange, 200, sse),
];
const progress = (done: number, progressToken?: string): Json =>
  note("notifications/progress", { progress: done, ...(progressToken === undefined ? {} : { progressToken }) });
const log = (exchange: number, data: string): Line => streamed(exchange, note("notifications/message", { level: "info", data }));
const logs = (exchange: number, ...data: string[]): Line[] => data.map((one) => log(exchange, one));
const updated = (exchange: number, ...names: string[]): Line[] =>
  names.map((name) => streamed(exchange, note("notifications/resources/updated", { uri: `file:///${name}` })));
const changed = (exchange: number): Line[] =>
  ["tools", "prompts", "resources"].map((family) => streamed(exchange, note(`notifications/${family}/list_changed`)));
/** News that comes on both of two streams, first on the one and then on the other. */
const toBoth = (...names: string[]): Line[] => names.flatMap((name) => [...updated(1, name), ...updated(2, name)]);

type Row = readonly [situation: string, told: Told, wanted: Outcome];
const said = ([, told]: Row): Outcome => saidOf(oneStream, told, "2025-11-25");

it.each<Row>([
  ["was sent on one stream, with a comment before it", [stream(1), comment(1), streamed(1, question)], kept(4)],
  ["was sent twice on the same stream", [stream(1), streamed(1, question), streamed(1, question)], kept(3, 4)],
  [
    "was sent on each of two streams",
    [stream(1), stream(2), streamed(1, question), streamed(2, question)],
    broken("the request 7 was sent on two streams", 6),
  ],
  [
    "was sent on each of three streams",
    [stream(1), stream(2), stream(3), [1, 2, 3].map((one) => streamed(one, question))],
    broken("the request 7 was sent on two streams", 8, 9),
  ],
  [
    "has the id of one that another session got",
    [stream(1), streamed(1, question), elsewhere(stream(2), streamed(2, question))],
    kept(3, 6),
  ],
  [
    "came again when the stream was resumed",
    [stream(1), streamed(1, question), stream(2, resumed), streamed(2, question)],
    kept(3),
  ],
  [
    "has another id than the one on the other stream",
    [stream(1), stream(2), streamed(1, question), streamed(2, ask("7", "roots/list"))],
    kept(5, 6),
  ],
])("a request of the server that %s", (...row) => expect(said(row)).toEqual(row[2]));

it.each<Row>([
  ["comes on one stream", [call(1, 5, "t"), streamed(1, progress(1, "t")), streamed(1, progress(2, "t"))], kept(3, 4)],
  [
    "comes on the stream of its request and on that of GET",
    [stream(1), call(2, 5, "t"), streamed(2, progress(1, "t")), streamed(1, progress(1, "t"))],
    broken("progress of the request 5 was sent on two streams", 6),
  ],
  [
    "says something new on each of two streams",
    [stream(1), call(2, 5, "t"), streamed(2, progress(1, "t")), streamed(1, progress(2, "t"))],
    kept(5, 6),
  ],
  [
    "has a token that serves again for a later request",
    [call(1, 5, "t"), streamed(1, progress(1, "t")), call(2, 6, "t"), streamed(2, progress(1, "t"))],
    kept(3, 6),
  ],
  [
    "repeats on two streams what belongs to the later of two requests with one token",
    [call(1, 5, "t"), call(2, 6, "t"), streamed(1, progress(1, "t")), streamed(2, progress(1, "t"))],
    broken("progress of the request 6 was sent on two streams", 6),
  ],
  [
    "has a token that no request had",
    [call(1, 5, "t"), streamed(1, progress(1, "u")), call(2, 6), streamed(2, progress(1, "u"))],
    nothing,
  ],
  [
    "is none, though it has the token of a request",
    [call(1, 5, "t"), stream(2), [1, 2].map((one) => streamed(one, note("notifications/x", { progressToken: "t" })))],
    nothing,
  ],
  ["has no token, as the request had none", [call(1, 5), streamed(1, progress(1)), stream(2), streamed(2, progress(1))], nothing],
  ["has a token that only another session used", [elsewhere(call(1, 5, "t")), stream(2), streamed(2, progress(1, "t"))], nothing],
  ["has a token that is first used afterwards", [stream(1), streamed(1, progress(1, "t")), call(2, 5, "t")], nothing],
])("progress that %s", (...row) => expect(said(row)).toEqual(row[2]));

it.each<Row>([
  [
    "each came on its stream and on that of GET, in another order",
    [stream(1), comment(1), call(2, 5), logs(2, "a", "b", "c"), logs(1, "c", "b", "a")],
    broken("each log message of a request was sent on two streams", 6, 7, 8),
  ],
  [
    "each came on both streams, and the stream of GET ended then",
    [stream(1), call(2, 5), logs(2, "a", "b", "c"), logs(1, "a", "b", "c"), over(1, "complete")],
    broken("each log message of a request was sent on two streams", 5, 6, 7),
  ],
  ["all but the last came on both streams", [stream(1), call(2, 5), logs(2, "a", "b", "c"), logs(1, "a", "b")], kept(5, 6, 7)],
  ["none came on the stream of GET", [stream(1), call(2, 5), logs(2, "a", "b", "c")], kept(5, 6, 7)],
  [
    "said the same three times, and the stream of GET once",
    [stream(1), call(2, 5), logs(2, "a", "a", "a"), log(1, "a")],
    kept(5, 6, 7),
  ],
  ["came twice for the stream of GET's once", [stream(1), call(2, 5), logs(1, "y", "x"), logs(2, "x", "x", "y")], kept(7, 8, 9)],
  ["were two only, each on both streams", [stream(1), call(2, 5), logs(2, "a", "b"), logs(1, "a", "b")], nothing],
  [
    "belong to a request from before the stream of GET",
    [call(2, 5), stream(1), logs(2, "a", "b", "c"), logs(1, "a", "b", "c")],
    nothing,
  ],
  [
    "belong to a request from after the end of the stream of GET",
    [stream(1), logs(1, "a", "b", "c"), over(1, "complete"), call(2, 5), logs(2, "a", "b", "c")],
    nothing,
  ],
  ["came on a resumed stream as well", [stream(1, resumed), call(2, 5), logs(2, "a", "b", "c"), logs(1, "a", "b", "c")], nothing],
  [
    "came on the stream of another session as well",
    [stream(1), elsewhere(call(2, 5), logs(2, "a", "b", "c")), logs(1, "a", "b", "c")],
    nothing,
  ],
  ["came on two streams of GET", [stream(1), stream(2), logs(1, "a", "b", "c"), logs(2, "a", "b", "c")], nothing],
  ["came on the streams of two requests", [call(1, 5), call(2, 6), logs(1, "a", "b", "c"), logs(2, "a", "b", "c")], nothing],
])("log messages of a request that %s", (...row) => expect(said(row)).toEqual(row[2]));

const onBoth = "each notification was sent on both of two streams that stood side by side";

it.each<Row>([
  [
    "of resources came on both, and a comment on each",
    [stream(1), stream(2), comment(1), comment(2), toBoth("a", "b", "c")],
    broken(onBoth, 8, 10, 12),
  ],
  ["of three lists came on both", [stream(1), stream(2), changed(1), changed(2)], broken(onBoth, 8, 9, 10)],
  [
    "came on both, one of it not yet on the second",
    [stream(1), stream(2), toBoth("a", "b", "c"), updated(1, "d")],
    broken(onBoth, 6, 8, 10),
  ],
  [
    "came on both, one of it not yet on the first",
    [stream(1), stream(2), toBoth("a", "b", "c"), updated(2, "d")],
    broken(onBoth, 6, 8, 10),
  ],
  [
    "came on both, and two more on the second",
    [stream(1), stream(2), toBoth("a", "b", "c"), updated(2, "d", "e")],
    kept(6, 8, 10),
  ],
  ["came on both in another order", [stream(1), stream(2), updated(1, "a", "b", "c"), updated(2, "a", "c", "b")], kept(8, 9, 10)],
  [
    "was of three resources here and of others there",
    [stream(1), stream(2), updated(1, "a", "b", "c"), updated(2, "d", "e", "f")],
    kept(8, 9, 10),
  ],
  ["was of two resources, again and again", [stream(1), stream(2), toBoth("a", "b", "a", "b")], nothing],
  ["came on the first alone", [stream(1), stream(2), updated(1, "a", "b", "c")], nothing],
  [
    "began on the first before the second was there",
    [stream(1), updated(1, "a"), stream(2), updated(2, "a"), toBoth("b", "c")],
    nothing,
  ],
  [
    "was on both until the first ended, and went on on the second",
    [stream(1), stream(2), toBoth("a", "b", "c"), over(1, "complete"), updated(2, "d", "e")],
    broken(onBoth, 6, 8, 10),
  ],
  [
    "was on both until the second ended, and went on on the first",
    [stream(1), stream(2), toBoth("a", "b", "c"), over(2, "complete"), updated(1, "d", "e")],
    broken(onBoth, 6, 8, 10),
  ],
  [
    "came on the second after the first had ended",
    [stream(1), stream(2), updated(1, "a", "b", "c"), over(1, "complete"), updated(2, "a", "b", "c")],
    nothing,
  ],
  ["came on a second one that was never answered", [stream(1), stream(2).slice(0, 1), toBoth("a", "b", "c")], nothing],
  ["came on streams of two sessions", [stream(1), elsewhere(stream(2)), toBoth("a", "b", "c")], nothing],
  ["came again on the second, which resumed the first", [stream(1), stream(2, resumed), toBoth("a", "b", "c")], nothing],
  ["came on the first, which resumed an older one, too", [stream(1, resumed), stream(2), toBoth("a", "b", "c")], nothing],
  ["came on the stream of a request, too", [stream(1), call(2, 5), toBoth("a", "b", "c")], nothing],
  [
    "came on both the streams of another session, though not on its own",
    [stream(1), elsewhere(stream(2)), stream(3), updated(1, "a", "b", "c"), updated(3, "a", "b", "c")],
    broken(onBoth, 10, 11, 12),
  ],
])("of two streams of GET: news that %s", (...row) => expect(said(row)).toEqual(row[2]));
