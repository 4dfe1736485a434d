import { expect, it } from "vitest";
import { McpcheckError } from "../../src/base/mcpcheck-error.ts";
import { formatTrace, headerLine, parseTrace, traceLines } from "../../src/trace/ndjson.ts";
import { ask, opened, sent, smallTrace } from "../support/traces/small-trace.ts";

const header =
  '{"$schema":"https://unpkg.com/mcpcheck@0/docs/schemas/trace-line.schema.json","mcpcheckTrace":1,' +
  '"subject":{"kind":"server","transport":"stdio"}}\n';
const trace = smallTrace("server", [opened(), sent(ask(1, "ping"))]);
const event = '{"seq":1,"at":0,"connection":1,"kind":"stdin-closed"}';

it("a trace is a header line and a line for each event, and reads back the same", () => {
  expect(headerLine(trace.subject)).toBe(header);
  const [first, ...rest] = traceLines(trace);
  expect([first, ...rest.map((line) => JSON.parse(line) as unknown)]).toEqual([header, ...trace.events]);
  expect(formatTrace(trace)).toBe([first, ...rest].join(""));
  expect(parseTrace(formatTrace(trace), "a.jsonl")).toEqual(trace);
});

it("the last line may lack its end, and a trace may have no events", () => {
  expect(parseTrace(formatTrace(trace).trimEnd(), "a.jsonl")).toEqual(trace);
  expect(parseTrace(header, "a.jsonl")).toEqual({ subject: trace.subject, events: [] });
});

it.each([
  ..."connect judge-as step role skip told report fetched auth frame stderr stdin-closed signal exit orphans memory".split(" "),
  ..."http-request http-response http-body sse-event http-end silence failure annotation".split(" "),
])("an event of kind %s is read", (kind) => {
  const told = { seq: 1, at: 0.5, connection: 2, kind };
  expect(parseTrace(`${header}${JSON.stringify(told)}\n`, "a.jsonl").events).toEqual([told]);
});

const noTrace = 'a.jsonl:1: not an mcpcheck trace: expected {"mcpcheckTrace":1,"subject":{…}}';
const noEvent = "a.jsonl:3: not a wire event: expected seq, at, connection and a known kind";
const deep = "[".repeat(513);

it.each([
  ["that is empty", "", /^a\.jsonl:1: not JSON: Unexpected end of JSON input$/],
  ["that is something else", "# Notes\n", /^a\.jsonl:1: not JSON: /],
  ["whose header is of another version", header.replace(":1,", ":2,"), noTrace],
  ["whose header names no subject", '{"mcpcheckTrace":1}\n', noTrace],
  ["whose header names a subject that is null", '{"mcpcheckTrace":1,"subject":null}\n', noTrace],
  ["whose header names a subject that is a text", '{"mcpcheckTrace":1,"subject":"server"}\n', noTrace],
  ["whose header is null", "null\n", "a.jsonl:1: expected a JSON object"],
  ["whose header is a number", "1\n", "a.jsonl:1: expected a JSON object"],
  ["with a cut last line", `${header}${event}\n${event.slice(0, 20)}`, /^a\.jsonl:3: not JSON: /],
  ["with an empty line", `${header}${event}\n\n${event}\n`, /^a\.jsonl:3: not JSON: /],
  ["with a line that is no object", `${header}${event}\n"a"\n`, "a.jsonl:3: expected a JSON object"],
  ["with an event without number", `${header}${event}\n${event.replace("seq", "s")}\n`, noEvent],
  ["with an event without time", `${header}${event}\n${event.replace("at", "a")}\n`, noEvent],
  ["with an event without connection", `${header}${event}\n${event.replace("connection", "c")}\n`, noEvent],
  ["with an event of a kind nobody knows", `${header}${event}\n${event.replace("stdin-closed", "song")}\n`, noEvent],
  ["with a line that nests too deep", `${header}${event}\n${deep}\n`, "a.jsonl:3: it nests deeper than 512 levels"],
] as const)("a file %s is refused with file and line", (_what, text, message) => {
  const refused = (): unknown => {
    try {
      return parseTrace(text, "a.jsonl");
    } catch (error) {
      return error;
    }
  };
  const error = refused();
  expect(error).toBeInstanceOf(McpcheckError);
  expect(error).toMatchObject({ code: "usage" });
  expect(error instanceof Error && error.message).toMatch(message);
  const isUnparsed = typeof message !== "string";
  expect(error instanceof Error && error.cause instanceof SyntaxError).toBe(isUnparsed);
});
