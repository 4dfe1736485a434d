import { describe, expect, it } from "vitest";
import { collect, parseToolCalls } from "../../src/toolcall/collect.ts";
import type { ParsedMessage } from "../../src/toolcall/collect.ts";
import { formatById } from "../../src/toolcall/formats/registry.ts";
import { createToolCallParser } from "../../src/toolcall/parser.ts";

const call = '<tool_call>{"name": "f", "arguments": {}}</tool_call>';

/** Reads a message whole and unit by unit; both have to agree. */
function read(id: string, input: string): ParsedMessage {
  const format = formatById(id);
  if (format === undefined) throw new Error(`no format ${id}`);
  const whole = parseToolCalls(format, input);
  const parser = createToolCallParser(format);
  const events = Array.from({ length: input.length }, (_, at) => parser.feed(input.charAt(at))).flat();
  const { content, reasoning, calls, diagnostics } = collect([...events, ...parser.end()]);
  expect({ content, reasoning, calls, diagnostics }).toEqual({
    content: whole.content,
    reasoning: whole.reasoning,
    calls: whole.calls,
    diagnostics: whole.diagnostics,
  });
  return whole;
}

function codes(message: ParsedMessage): readonly string[] {
  return message.diagnostics.map(({ code }) => code);
}

describe("a fence", () => {
  it.each([
    ["three backticks", `\`\`\`\n${call}\n\`\`\`\n`],
    ["an info string", `\`\`\`json\n${call}\n\`\`\`\n`],
    ["markup in the info string", `\`\`\` ${call}\n${call}\n\`\`\`\n`],
    ["tildes with backticks after", `~~~ \`a\`\n${call}\n~~~\n`],
    ["three spaces in front", `   \`\`\`\n${call}\n   \`\`\`\n`],
    ["a longer opener than the first closer", `\`\`\`\`\n\`\`\`\n${call}\n\`\`\`\`\n`],
    ["another character inside", `\`\`\`\n~~~\n${call}\n\`\`\`\n`],
    ["words after what looks like a closer", `\`\`\`\n\`\`\` no\n${call}\n\`\`\`\n`],
    ["no end", `Text\n\`\`\`\n${call}`],
  ])("with %s makes its content text", (_, input) => {
    expect(read("hermes", input)).toMatchObject({ content: input, calls: [], diagnostics: [] });
  });

  it.each([
    ["two backticks", "``\n"],
    ["a backtick in the rest of the line", "```a`\n"],
    ["four spaces in front", "    ```\n"],
    ["text in front", "a ```\n"],
    ["an end", "```\nx\n```\n"],
    ["an end with spaces after", "~~~~\nx\n~~~~~  \n"],
  ])("is none, or over, with %s", (_, text) => {
    expect(read("hermes", text + call)).toMatchObject({ content: text, calls: [{ name: "f" }] });
  });

  it("is none when a marker on its line comes before another backtick", () => {
    expect(read("hermes", `\`\`\`${call}\`x\n`)).toMatchObject({ content: "````x\n", calls: [{ name: "f" }] });
  });
});

describe("whitespace", () => {
  it("that stands alone beside a call is layout, otherwise it stays", () => {
    expect(read("hermes", ` \n${call}\n \n${call} . \n`).content).toBe(" . \n");
    expect(read("hermes", " \n ").content).toBe(" \n ");
    expect(read("hermes", `\u00a0${call}`).content).toBe("\u00a0");
  });

  it("around reasoning is dropped", () => {
    expect(read("hermes", "<think>\n a \n b \n</think>\n\n Hi")).toMatchObject({ reasoning: "a \n b", content: "Hi" });
  });
});

describe("reasoning", () => {
  it("drops a second opener, and runs to the end when it never closes", () => {
    expect(read("hermes", `<think>a <think>b ${call}`)).toMatchObject({ reasoning: `a b ${call}`, calls: [] });
  });

  it("drops a closer that closes nothing", () => {
    const message = read("hermes", "Plan.</think>\nHi");
    expect(message).toMatchObject({ content: "Plan.Hi", reasoning: "" });
    expect(codes(message)).toEqual(["stray-marker"]);
  });
});

describe("what is incomplete", () => {
  it("is not a call when a number could go on", () => {
    expect(codes(read("mistral-v11", '[TOOL_CALLS]f{"a": 12'))).toEqual(["truncated"]);
  });

  it("is a call when only outer closers are missing", () => {
    const message = read("deepseek-v3.1", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}");
    expect(message.calls).toHaveLength(1);
    expect(new Set(codes(message))).toEqual(new Set(["unclosed"]));
  });

  it("keeps the complete elements of a list", () => {
    const message = read("jamba", '<tool_calls>[{"name": "f", "arguments": {}}, {"name": "g", "argu');
    expect(message.calls.map(({ name }) => name)).toEqual(["f"]);
    expect(codes(message)).toEqual(["truncated"]);
  });

  it("is not a call in tag formats until the closing tag of the call", () => {
    expect(read("glm4.7", "<tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value>").calls).toEqual([]);
  });
});

describe("markers out of place", () => {
  it("are text when nothing follows that could be a call", () => {
    expect(read("hermes", "Write <tool_call> first.")).toMatchObject({ content: "Write <tool_call> first.", diagnostics: [] });
  });

  it("are dropped when they close nothing", () => {
    const message = read("kimi-k2", "a<|tool_call_end|>b");
    expect(message.content).toBe("ab");
    expect(codes(message)).toEqual(["stray-marker"]);
  });

  it("end the message when they end the turn", () => {
    const message = read("qwen2.5", "Done.<|im_end|>\nMore");
    expect(message.content).toBe("Done.");
    expect(codes(message)).toEqual(["trailing-data"]);
  });
});

describe("deep nesting", () => {
  it("costs no stack in any engine", () => {
    const deep = '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000);
    const hermes = formatById("hermes");
    const minimax = formatById("minimax-m3");
    if (hermes === undefined || minimax === undefined) throw new Error("a format is missing");
    expect(parseToolCalls(hermes, `<tool_call>{"name": "f", "arguments": ${deep}}</tool_call>`).calls[0]?.arguments).toBe(deep);
    const ns = "]<]minimax[>[";
    const tags = `${ns}<a>`.repeat(20_000) + "1" + `${ns}</a>`.repeat(20_000);
    const input = `${ns}<tool_call>${ns}<invoke name="f">${tags}${ns}</invoke>${ns}</tool_call>`;
    expect(parseToolCalls(minimax, input).calls).toHaveLength(1);
  });
});

describe("a list of calls, one a line, that is not closed", () => {
  it.each([
    ["a sentence", "\nThat is all."],
    ["a word and a parenthesis later", "\n  Done (both)."],
    ["what begins like a call", "\nget_weather is slow."],
  ])("is over where %s comes, of which nothing is lost", (_, text) => {
    const message = read("olmo3", `<function_calls>\nget_weather(city='Lima')${text}`);
    expect(message).toMatchObject({ content: text, calls: [{ name: "get_weather" }] });
    expect(codes(message)).toEqual(["unclosed"]);
  });
});
