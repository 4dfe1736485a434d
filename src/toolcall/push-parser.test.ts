import { describe, expect, it } from "vitest";
import { toldEvents } from "../../test/support/told-events.ts";
import { hermes, knownFormat, told } from "../../test/support/told-messages.ts";
import { createJsonEnvelopeEngine } from "./engine/json-envelope.ts";
import type { ToolCallFormat } from "./format.ts";
import { createToolCallParser } from "./parser.ts";
import { createPushParser } from "./push-parser.ts";
import { createValueScanner } from "./value/dialects.ts";

const utf8 = new TextEncoder();

/** What each piece of text tells, and then the end. */
function byPiece(pieces: readonly string[]): readonly (readonly string[])[] {
  const parser = createToolCallParser(knownFormat("hermes"));
  return [...pieces.map((piece) => toldEvents(parser.feed(piece))), toldEvents(parser.end())];
}

describe("a piece of text", () => {
  it.each<[string, readonly string[], readonly (readonly string[])[]]>([
    ["without anything in it tells nothing", ["", "a"], [[], ['text "a" 0-1'], []]],
    ["with half a pair of surrogates waits for the other half", ["a\ud83d", "\ude00"], [['text "a" 0-1'], ['text "😀" 1-3'], []]],
    ["that is half a pair of surrogates waits for the other half", ["\ud83d", "\ude00"], [[], ['text "😀" 0-2'], []]],
    ["with the first of all high surrogates waits", ["\ud800", "\udc00b"], [[], ['text "\ud800\udc00b" 0-3'], []]],
    ["with the last of all high surrogates waits", ["\udbff", "\udfff"], [[], ['text "\udbff\udfff" 0-2'], []]],
    ["with the letter before all surrogates does not wait", ["\ud7ff", "a"], [['text "\ud7ff" 0-1'], ['text "a" 1-2'], []]],
    ["with the letter behind all surrogates does not wait", ["\ue000", "a"], [['text "\ue000" 0-1'], ['text "a" 1-2'], []]],
    ["with a second half alone does not wait", ["\udc00", "a"], [['text "\\udc00" 0-1'], ['text "a" 1-2'], []]],
    ["with half a pair is told when the other half does not come", ["\ud83d", "a"], [[], ['text "\\ud83da" 0-2'], []]],
    ["with half a pair is told at the end", ["a\ud83d"], [['text "a" 0-1'], ['text "\\ud83d" 1-2']]],
    ["with half a pair twice", ["\ud83d", "\ud83d", "\ude00"], [[], ['text "\\ud83d" 0-1'], ['text "😀" 1-3'], []]],
    ["with the beginning of a marker waits", ["a<tool", "_"], [['text "a" 0-1'], [], ['text "<tool_" 1-7']]],
  ])("%s", (_title, pieces, wanted) => {
    expect(byPiece(pieces)).toEqual(wanted);
  });

  it.each([
    ["nothing", ""],
    ["half a pair of surrogates", "\ud83d"],
  ])("that is %s costs no look at what waits", (_title, piece) => {
    const parser = createToolCallParser(knownFormat("hermes"));
    parser.feed("a<tool");
    const before = parser.examined();
    parser.feed(piece);
    expect([before, parser.examined()]).toEqual([6, 6]);
  });
});

describe("bytes", () => {
  it.each<[string, readonly number[], string]>([
    ["of a letter may be cut", [...utf8.encode("é")], "é"],
    ["of an emoji may be cut", [...utf8.encode("a😀b")], "a😀b"],
    ["of a byte order mark are text", [0xef, 0xbb, 0xbf, 0x61], "\ufeffa"],
    ["that are none of UTF-8 are replaced", [0x61, 0xff, 0x62], "a\ufffdb"],
    ["that end inside a letter are replaced", [0x61, 0xe2, 0x82], "a\ufffd"],
  ])("%s", (_title, bytes, content) => {
    const parser = createToolCallParser(knownFormat("hermes"));
    const events = [...bytes.flatMap((byte) => parser.feedBytes(Uint8Array.of(byte))), ...parser.end()];
    expect(events.map((event) => (event.type === "text" ? event.text : event.type)).join("")).toBe(content);
  });
});

it("after its end a parser tells nothing, whatever it is given", () => {
  const parser = createToolCallParser(knownFormat("hermes"));
  expect([parser.feed(" "), toldEvents(parser.end())]).toEqual([[], ['text " " 0-1']]);
  expect([parser.end(), parser.feed("a"), parser.feedBytes(utf8.encode("b")), parser.feed("", [1]), parser.end()]).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
});

describe("of the tools of a request", () => {
  const unknown = 'unknown-tool: the request offers no tool "f"';
  it.each<[string, readonly unknown[] | undefined, readonly string[]]>([
    ["nothing is known where none are given", undefined, []],
    ["there are none where the list is empty", [], [unknown]],
    ["there is another one", [{ name: "g" }], [unknown]],
    ["there is one in the form of MCP", [{ name: "g" }, { name: "f", inputSchema: {} }], []],
    ["there is one in the form of OpenAI", [{ type: "function", function: { name: "f", parameters: {} } }], []],
    ["some may have no name", [null, {}, { name: 1 }, "f", { name: "f" }], []],
    ["none may have a name", [null, {}, { name: 1 }, "f"], [unknown]],
  ])("%s", (_title, tools, diagnostics) => {
    const options = tools === undefined ? {} : { tools };
    expect(told("hermes", hermes, options)).toMatchObject({ calls: ["f{}"], diagnostics });
  });
});

describe("what is unreadable", () => {
  const [bad, why] = ['<tool_call>{"name": "f", "arguments": {bad}}</tool_call>', "malformed"];
  it.each([
    ["goes back into the text unless something else is said", {}, `a${bad}b`],
    ["goes back into the text", { unparsed: "text" }, `a${bad}b`],
    ["is withheld", { unparsed: "withhold" }, "ab"],
  ] as const)("%s", (_title, options, content) => {
    const message = told("hermes", `a${bad}b`, options);
    expect(message).toMatchObject({ content, calls: [] });
    expect(message.diagnostics).toEqual([expect.stringMatching(new RegExp(`^${why}: `))]);
    expect(message.diagnostics?.[0]?.endsWith(`[${bad}]`)).toBe(true);
  });
});

describe("reasoning that the prompt may have opened", () => {
  it.each([
    ["is known by the last marker of the prompt", "<think>a</think><think>", "b"],
    ["is over where the last marker of the prompt is a closer", "<think></think>", ""],
    ["is over where the prompt has only a closer", "</think>", ""],
    ["is not there where the prompt has no marker", "<|im_start|>assistant", ""],
  ])("%s", (_title, prefix, reasoning) => {
    expect(told("hermes", "b", { prefix })).toMatchObject({ reasoning, content: reasoning === "" ? "b" : "" });
  });

  it("is not there in a format that knows none", () => {
    expect(told({ ...knownFormat("hermes"), reasoning: null }, "b</think>", { prefix: "<think>" }).content).toBe("b</think>");
  });
});

describe("half a character at the end of a delta", () => {
  const read = (...deltas: readonly string[]): string => {
    const parser = createToolCallParser(knownFormat("hermes"));
    const events = [...deltas.flatMap((delta) => parser.feed(delta)), ...parser.end()];
    return events.map((event) => (event.type === "call-args" ? event.fragment : "")).join("");
  };
  const begin = '<tool_call>{"name": "f", "arguments": {"x": "a';
  const end = '"}}</tool_call>';

  it.each<[string, readonly string[], string]>([
    ["goes with its other half", ["b\ud83d", "\ude00c"], "ab\ud83d\ude00c"],
    ["stays in front of what follows", ["b\ud83d", "cd", "e"], "ab\ud83dcde"],
    ["stays in front of another half", ["b\ud83d", "\ud83d", "e"], "ab\ud83d\ud83de"],
  ])("%s", (_title, deltas, text) => {
    expect(read(begin, ...deltas, end)).toBe(`{"x": "${text}"}`);
  });
});

describe("token ids", () => {
  const pieces = [
    ["a", [1]],
    ["", [151657]],
    ['{"name": "f", "arguments": {}}', [2]],
    ["", [151658]],
    ["<tool_call>", [3]],
  ] as const;

  it("bring in the markers whose text was dropped, with spans of the input", () => {
    const parser = createToolCallParser(knownFormat("qwen2.5"));
    expect(toldEvents([...pieces.flatMap(([text, ids]) => parser.feed(text, ids)), ...parser.end()])).toEqual([
      'text "a" 0-1',
      'call-start 0 "f" 1-13',
      'call-args 0 "{}" 13-30',
      'call-end 0 "{}" 30-31',
      'text "<tool_call>" 31-42',
    ]);
  });

  it("say nothing to a parser that knows none", () => {
    const format = knownFormat("qwen2.5") as ToolCallFormat<"json-envelope">;
    const parser = createPushParser(
      format,
      { tools: [{ name: "f" }] },
      {
        engine: (ctx) => createJsonEnvelopeEngine(ctx, format.syntax, createValueScanner),
      },
    );
    const events = [...parser.feed("a", [1]), ...parser.feed("", [151657]), ...parser.feed(hermes, [2]), ...parser.end()];
    expect(toldEvents(events)).toEqual([
      'text "a" 0-1',
      'call-start 0 "f" 1-24',
      'call-args 0 "{}" 24-41',
      'call-end 0 "{}" 41-42',
    ]);
  });
});
