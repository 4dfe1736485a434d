import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  progressIncreases,
  progressKnownToken,
  progressTokenType,
  progressWithinTotal,
} from "../../../../src/check/server/progress.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, note, posted, received, sent, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, conversation, idle, kept, on, type Part, says, untested } from "../conversation.ts";

const call = (id: Json, progressToken: Json): Part => sent(ask(id, "tools/call", { name: "t", _meta: { progressToken } }));
const plain = (id: Json): Part => sent(ask(id, "tools/call", { name: "t", _meta: {} }));
const params = (progressToken: Json, progress: Json): JsonObject => ({ progressToken, progress });
const report = (token: Json, progress: Json, more: JsonObject = {}): Part =>
  says("notifications/progress", { ...params(token, progress), ...more });
const cancel = (requestId: Json): Part => sent(note("notifications/cancelled", { requestId }));
const answer = (id: Json): Part => received(done(id, { content: [] }));
const noProgress = idle("the server sent no progress");
const noNumber = untested("no progress with a number came");
const noTotal = idle("no progress with a total was sent");
const late = idle("only requests that had been cancelled by then, or that no quiet run would have waited for, reported progress");
const unknown = (token: string, line: number): object =>
  broken(`progress for the token ${token}, which no request carried`, line);

it.each<readonly [string, Check, readonly Part[], object]>([
  ["a request carried the token", progressKnownToken, [call(1, "p"), report("p", 1)], kept(3)],
  ["a request carried it with another type", progressKnownToken, [call(1, 7), report("7", 1)], kept(3)],
  ["no request carried the token", progressKnownToken, [call(1, "q"), report("p", 1)], unknown('"p"', 3)],
  [
    "no request carried the second token",
    progressKnownToken,
    [call(1, "p"), report("p", 1), report(9, 1), report("p", 2)],
    unknown("9", 4),
  ],
  ["progress has no token", progressKnownToken, [call(1, "p"), says("notifications/progress", {})], unknown("none", 3)],
  ["neither has a token", progressKnownToken, [plain(1), says("notifications/progress", {})], unknown("none", 3)],
  ["a request carries the token later", progressKnownToken, [report("p", 1), call(1, "p")], unknown('"p"', 2)],
  ["a request carried it on another connection", progressKnownToken, [on(2, call(1, "p")), report("p", 1)], unknown('"p"', 3)],
  ["two requests carried tokens", progressKnownToken, [call(1, "p"), call(2, "q"), report("p", 1), report("q", 1)], kept(4, 5)],
  ["nothing reports", progressKnownToken, [call(1, "p"), says("notifications/message", params("q", 1))], noProgress],
  ["it comes after it was cancelled", progressKnownToken, [call(1, "p"), cancel(1), report("p", 1)], late],
  ["a token keeps its type", progressTokenType, [call(1, 7), report(7, 1)], kept(3)],
  ["a number becomes a text", progressTokenType, [call(1, 7), report("7", 1)], broken('the token came back as "7"', 3)],
  ["a text becomes a number", progressTokenType, [call(1, "7"), report(7, 1)], broken("the token came back as 7", 3)],
  ["a token was sent with both types", progressTokenType, [call(1, 7), call(2, "7"), report("7", 1), report(7, 1)], kept(4, 5)],
  [
    "one of two tokens becomes a text",
    progressTokenType,
    [call(1, 7), report(7, 1), report("7", 2), report("9", 1)],
    broken('the token came back as "7"', 4),
  ],
  [
    "a token of another connection has the type",
    progressTokenType,
    [call(1, 7), on(2, call(1, "7")), report("7", 1)],
    broken('the token came back as "7"', 4),
  ],
  ["no request carried it", progressTokenType, [plain(1), report("p", 1)], untested("no progress with a known token came")],
  ["nothing reports the type", progressTokenType, [call(1, 7)], noProgress],
  ["a cancelled request keeps the type", progressTokenType, [call(1, 7), cancel(1), report(7, 1)], late],
  [
    "a cancelled request does not keep the type",
    progressTokenType,
    [call(1, 7), cancel(1), report("7", 1)],
    broken('the token came back as "7"', 4),
  ],
  ["it grows", progressIncreases, [call(1, "p"), report("p", 0), report("p", 0.5), report("p", 2)], kept(3, 4, 5)],
  ["it stays", progressIncreases, [call(1, "p"), report("p", 1), report("p", 1)], broken("progress went from 1 to 1", 4)],
  [
    "it falls from what it had grown to",
    progressIncreases,
    [call(1, "p"), report("p", 1), report("p", 3), report("p", 2)],
    broken("progress went from 3 to 2", 5),
  ],
  [
    "it falls twice, each time from what came before",
    progressIncreases,
    [call(1, "p"), report("p", 3), report("p", 2), report("p", 1)],
    broken("progress went from 3 to 2; progress went from 2 to 1", 4, 5),
  ],
  [
    "it falls from zero",
    progressIncreases,
    [call(1, "p"), report("p", 0), report("p", -1)],
    broken("progress went from 0 to -1", 4),
  ],
  ["it is of two tokens", progressIncreases, [call(1, "p"), call(2, "q"), report("p", 2), report("q", 1)], kept(4, 5)],
  ["it is of tokens that differ in type", progressIncreases, [report(7, 2), report("7", 1)], kept(2, 3)],
  ["it is of two connections", progressIncreases, [report("p", 2), on(2, report("p", 1))], kept(2, 3)],
  [
    "it is of two requests that share a token",
    progressIncreases,
    [call(1, "p"), report("p", 2), answer(1), call(2, "p"), report("p", 1)],
    kept(3, 6),
  ],
  [
    "it falls while another request begins",
    progressIncreases,
    [call(1, "p"), report("p", 2), call(2, "q"), report("p", 1)],
    broken("progress went from 2 to 1", 5),
  ],
  [
    "it falls while a request begins whose token differs in type",
    progressIncreases,
    [call(1, 7), report(7, 2), call(2, "7"), report(7, 1)],
    broken("progress went from 2 to 1", 5),
  ],
  [
    "it falls, and a text came in between",
    progressIncreases,
    [call(1, "p"), report("p", 2), report("p", "3"), report("p", 1)],
    broken("progress went from 2 to 1", 5),
  ],
  ["it is no number", progressIncreases, [call(1, "p"), report("p", "1"), report("p", "0")], noNumber],
  ["nothing reports growth", progressIncreases, [call(1, "p")], noProgress],
  ["it grows after it was cancelled", progressIncreases, [call(1, "p"), cancel(1), report("p", 1)], late],
  ["it is less than its total", progressWithinTotal, [call(1, "p"), report("p", 1, { total: 2 })], kept(3)],
  ["it is its total", progressWithinTotal, [call(1, "p"), report("p", 2, { total: 2 })], kept(3)],
  [
    "it is more than its total",
    progressWithinTotal,
    [call(1, "p"), report("p", 2, { total: 2 }), report("p", 3), report("p", 4, { total: 2 })],
    broken("progress 4 of 2", 5),
  ],
  ["it is a text that is more", progressWithinTotal, [call(1, "p"), report("p", "3", { total: 2 })], kept(3)],
  ["it has no total", progressWithinTotal, [call(1, "p"), report("p", 3)], noTotal],
  ["its total is a text", progressWithinTotal, [call(1, "p"), report("p", 3, { total: "2" })], noTotal],
  ["it is its total after it was cancelled", progressWithinTotal, [call(1, "p"), cancel(1), report("p", 2, { total: 2 })], late],
])("of progress it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

const sse = { "content-type": "text/event-stream" };
const streamedReport = (exchange: number, progress: number): Part =>
  streamed(exchange, note("notifications/progress", params("p", progress)));
const asks: Part = posted(1, ask(1, "tools/call", { _meta: { progressToken: "p" } }));
const opens = (headers: Readonly<Record<string, string>>): Part => posted(2, null, headers, { method: "GET" });

it.each<readonly [string, Readonly<Record<string, string>>, object]>([
  ["resumed", { "Last-Event-ID": "e1" }, kept(4, 5)],
  ["opened anew", {}, broken("progress went from 2 to 1", 8)],
])("progress that comes once more counts on a stream that was %s", (_title, headers, wanted) => {
  const parts = [
    asks,
    status(1, 200, sse),
    streamedReport(1, 1),
    streamedReport(1, 2),
    opens(headers),
    status(2, 200, sse),
    streamedReport(2, 1),
  ];
  expect(progressIncreases.verify(conversation(parts, { transport: "http" }))).toEqual(wanted);
});
