import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import {
  collectEvents,
  formatFromTokenizerConfig,
  formats,
  type ParserEvent,
  parseToolCalls,
  renderToolCalls,
  toolCallStream,
} from "./toolcall.ts";

const text = 'So.\n<tool_call>\n{"name": "search", "arguments": {"query": "ä"}}\n</tool_call>';

test("reads a message by the id of its format as by the format itself", () => {
  const hermes = formats.find(({ id }) => id === "hermes");
  const read = parseToolCalls(text, "hermes");
  expect(read.calls).toEqual([{ name: "search", arguments: '{"query": "ä"}' }]);
  expect(parseToolCalls(text, hermes ?? "none")).toEqual(read);
});

test("names the format that may have been meant", () => {
  expect(() => parseToolCalls(text, "hermez")).toThrow(
    expect.objectContaining({ kind: "usage", message: expect.stringContaining("did you mean hermes?") }),
  );
  expect(() => renderToolCalls([], "")).toThrow(McpcheckError);
});

test("reads a stream of bytes that is cut within characters", async () => {
  const bytes = new TextEncoder().encode(text);
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const events: ParserEvent[] = [];
  for await (const event of source.pipeThrough(toolCallStream("hermes"))) events.push(event);
  expect(collectEvents(events)).toMatchObject({ content: parseToolCalls(text, "hermes").content });
  expect(collectEvents(events).calls).toEqual(parseToolCalls(text, "hermes").calls);
});

test("says what is wrong with a tokenizer configuration", () => {
  expect(() => formatFromTokenizerConfig({ chat_template: "…" })).toThrow(
    expect.objectContaining({
      kind: "usage",
      message: 'the tokenizer configuration: no "response_template" with "fields" in it',
    }),
  );
});

test("needs nothing of Node", () => {
  const built = readFileSync(new URL("../../dist/toolcall.js", import.meta.url), "utf8");
  expect(new Set(built.match(/(?:from|import) ?"[^"]+"/g))).toEqual(new Set(['from"./mcpcheck-error.js"']));
});
