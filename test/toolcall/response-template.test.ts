import { expect, test } from "vitest";
import { collect, parseToolCalls } from "../../src/toolcall/collect.ts";
import { exportResponseTemplate } from "../../src/toolcall/template/export-response-template.ts";
import { formatById, formats } from "../../src/toolcall/formats/registry.ts";
import { importResponseTemplate } from "../../src/toolcall/template/import-response-template.ts";
import { createToolCallParser } from "../../src/toolcall/parser.ts";
import { render } from "../../src/toolcall/render/render.ts";

function known(id: string): (typeof formats)[number] {
  const format = formatById(id);
  if (format === undefined) throw new Error(`no format ${id}`);
  return format;
}

function imported(value: unknown): Exclude<ReturnType<typeof importResponseTemplate>, { error: string }> {
  const result = importResponseTemplate(value);
  if ("error" in result) throw new Error(result.error);
  return result;
}

const calls = [
  { name: "get_weather", arguments: '{"city":"Lima"}' },
  { name: "get_time", arguments: '{"zone":"Europe/Berlin"}' },
];

test.each(["hermes", "longcat", "qwen3-coder", "seed-oss", "functionary-v3.1", "minicpm5"])(
  "what is exported of %s reads its messages again after the import",
  (id) => {
    const format = known(id);
    const exported = exportResponseTemplate(format);
    if ("error" in exported) throw new Error(exported.error);
    const again = imported({ response_template: JSON.parse(JSON.stringify(exported.template)) as unknown }).format;
    const message = render(format, calls, { content: "Let me look." });
    expect(parseToolCalls(again, message).calls).toEqual(parseToolCalls(format, message).calls);
    expect(parseToolCalls(again, message).calls.map(({ name }) => name)).toEqual(["get_weather", "get_time"]);
  },
);

test("an import reads a whole tokenizer_config.json, in pieces as well", () => {
  const { format, leftOut } = imported({
    chat_template: "{{ messages }}",
    response_template: {
      version: 1,
      start_anchor: "<|im_start|>assistant\n",
      fields: {
        thinking: { open: "<think>", close: "</think>" },
        tool_calls: {
          open: "<call>",
          close: "</call>",
          content: "json",
          repeats: true,
          transform: { type: "function", function: { name: "{content.tool}", arguments: "{content.input}" } },
        },
        content: { close: ["<|im_end|>"] },
        citations: { open: "<cite>", close: "</cite>" },
      },
    },
  });
  const parser = createToolCallParser(format);
  const text = '<think>Hm.</think>Ok. <call>{"tool": "f", "input": {"a": 1}}</call><|im_end|>';
  const message = collect(
    Array.from(text)
      .flatMap((piece) => parser.feed(piece))
      .concat(parser.end()),
  );
  expect(message).toMatchObject({ content: "Ok. ", reasoning: "Hm.", calls: [{ name: "f", arguments: '{"a": 1}' }] });
  expect(leftOut).toEqual(["start_anchor: where the message begins is decided by --prefix", 'field "citations"']);
});

test.each([
  [{}, /no "response_template"/],
  [{ fields: { content: {} } }, /no field "tool_calls"/],
  [{ version: 2, fields: { tool_calls: {} } }, /version 2/],
  [{ fields: { tool_calls: { open_pattern: "<(?P<name>a|b)>", content: "json" } } }, /pattern/],
  [{ fields: { tool_calls: { open: "<c>", content: "kv-lines" } } }, /kv-lines/],
])("what no format can express is refused with its reason: %j", (template, reason) => {
  const result = importResponseTemplate(template);
  expect("error" in result ? result.error : "imported").toMatch(reason);
});

test("every format is exported with a list of what was left out, or refused with a reason", () => {
  const results = formats.map((format) => exportResponseTemplate(format));
  const refused = results.flatMap((result) => ("error" in result ? [result.error] : []));
  expect(refused.every((reason) => reason.endsWith("not expressible"))).toBe(true);
  expect(results.length - refused.length).toBeGreaterThan(15);
  expect(results.every((result) => "error" in result || result.leftOut.length > 0)).toBe(true);
});
