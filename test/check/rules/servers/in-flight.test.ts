import { describe, expect, it } from "vitest";
import { activeDuring, cameAfter } from "../../../../src/check/rules/in-flight.ts";
import { wantedLevels } from "../../../../src/check/rules/logs-seen.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { calls } from "../../../../src/trace/call.ts";
import { notificationsFrom } from "../../../../src/trace/facts/server-message.ts";
import {
  ask,
  done,
  type Line,
  note,
  opened,
  posted,
  received,
  sent,
  smallTrace,
  status,
  streamed,
} from "../../../support/traces/small-trace.ts";

const log = { method: "notifications/message", params: { level: "info" } };
const wanting = (level: string): Json => ({ _meta: { "io.modelcontextprotocol/logLevel": level } });
const said = note(log.method, log.params);
const stream = { "content-type": "text/event-stream" };

describe("when a message comes", () => {
  it.each<readonly [string, "stdio" | "http", readonly Line[], readonly string[]]>([
    ["nothing is open", "stdio", [received(said)], []],
    ["a request is open", "stdio", [sent(ask(1, "a", wanting("info"))), received(said), received(done(1))], ["info"]],
    ["a request is open that is never answered", "stdio", [sent(ask(1, "a", wanting("info"))), received(said)], ["info"]],
    ["a request is open that wants no logs", "stdio", [sent(ask(1, "a")), received(said)], []],
    [
      "two requests are open",
      "stdio",
      [sent(ask(1, "a", wanting("info"))), sent(ask(2, "a", wanting("error"))), received(said)],
      ["info", "error"],
    ],
    ["a request was answered", "stdio", [sent(ask(1, "a", wanting("info"))), received(done(1)), received(said)], []],
    ["a request comes later", "stdio", [received(said), sent(ask(1, "a", wanting("info")))], []],
    [
      "a request is open elsewhere",
      "stdio",
      [opened({ connection: 2 }), sent(ask(1, "a", wanting("info")), { connection: 2 }), received(said)],
      [],
    ],
    [
      "two exchanges are open and one brings it",
      "http",
      [
        posted(1, ask(1, "a", wanting("info"))),
        posted(2, ask(2, "a", wanting("error"))),
        status(2, 200, stream),
        streamed(2, said),
      ],
      ["error"],
    ],
    [
      "two exchanges are open and a stream of neither brings it",
      "http",
      [
        posted(1, ask(1, "a", wanting("info"))),
        posted(2, ask(2, "a", wanting("error"))),
        posted(3, null, {}, { method: "GET" }),
        status(3, 200, stream),
        streamed(3, said),
      ],
      ["info", "error"],
    ],
  ])("and %s, it is for what was open", (_title, transport, lines, levels) => {
    const trace = smallTrace("server", [opened({ transport }), ...lines], transport);
    const [message] = notificationsFrom(trace, log.method);
    expect(message === undefined ? "none" : wantedLevels(trace, message)).toEqual(levels);
    expect(message === undefined ? 0 : activeDuring(trace, message).length).toBeGreaterThanOrEqual(levels.length);
  });

  it.each<readonly [string, readonly Line[], boolean]>([
    [
      "after the answer on the same stream",
      [posted(1, ask(1, "a")), status(1, 200, stream), streamed(1, done(1)), streamed(1, said)],
      true,
    ],
    ["before the answer", [posted(1, ask(1, "a")), status(1, 200, stream), streamed(1, said), streamed(1, done(1))], false],
    [
      "after the answer on another stream",
      [
        posted(1, ask(1, "a")),
        status(1, 200, stream),
        streamed(1, done(1)),
        posted(2, null, {}, { method: "GET" }),
        status(2, 200, stream),
        streamed(2, said),
      ],
      false,
    ],
    ["without an answer", [posted(1, ask(1, "a")), status(1, 200, stream), streamed(1, said)], false],
  ])("%s, the request was over for certain: %s", (_title, lines, over) => {
    const trace = smallTrace("server", [opened({ transport: "http" }), ...lines], "http");
    const [[call], [message]] = [calls(trace), notificationsFrom(trace, log.method)];
    expect(call !== undefined && message !== undefined && cameAfter(message, call)).toBe(over);
  });
});
