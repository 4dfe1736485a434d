import { describe, expect, it } from "vitest";
import { parseModelScript } from "../../../src/model/script/load-model.ts";
import { compileModel } from "../../../src/model/scripted/compile-model.ts";
import type { CompileOptions } from "../../../src/model/scripted/compiled-model.ts";
import type { ModelFamily } from "../../../src/model/scripted/families/family.ts";
import { familyById } from "../../../src/model/scripted/families/registry.ts";
import { specOfScript } from "../../../src/model/scripted/spec-of-script.ts";

const file = "dir/bad.json";

/** Compiles a script that holds these scenarios. */
function compiling(scenarios: unknown, options: CompileOptions = {}, changes: Partial<ModelFamily> = {}): () => unknown {
  return () => {
    const family = familyById("qwen2.5");
    if (family === undefined) throw new Error("no family");
    const script = parseModelScript(JSON.stringify({ id: "bad", title: "Bad", scenarios }), file);
    return compileModel(specOfScript(script, { ...family, ...changes }, file), options);
  };
}

const one = (turn: object, options: CompileOptions = {}) =>
  compiling([{ id: "a", when: { marker: "MCK_A" }, turns: [turn] }], options);
const marked = (...markers: readonly string[]) =>
  compiling(markers.map((marker, index) => ({ id: `s${index}`, when: { marker }, turns: [{ say: "x" }] })));
const turnsOf = (...turns: readonly object[]) => [{ id: "a", when: { marker: "MCK_A" }, turns }];

describe("a script that no model file can play is refused with file and place", () => {
  it.each([
    [
      "a condition",
      compiling([{ id: "a", when: { user: "x" }, turns: [{ say: "x" }] }]),
      '#/scenarios/0/when/user: .*add "marker"',
    ],
    [
      "a scenario without a marker before others",
      compiling([
        { id: "a", turns: [{}] },
        { id: "b", when: { marker: "MCK" }, turns: [{}] },
      ]),
      "#/scenarios/0: scenario a has no marker",
    ],
    [
      "two markers alike",
      marked("MCK_A", "MCK_A"),
      "#/scenarios/0/when/marker: the marker MCK_A also appears at #/scenarios/1/when/marker",
    ],
    [
      "a marker within another",
      marked("MCK_AB", "MCK_A"),
      "#/scenarios/1/when/marker: the marker MCK_A is part of the marker MCK_AB",
    ],
    ["a short marker", marked("A"), '#/scenarios/0/when/marker: the marker "A" must be three or more'],
    [
      "a marker in a text",
      one({ say: "Say MCK_A again." }),
      "#/scenarios/0/when/marker: the marker MCK_A appears in the text of #/scenarios/0/turns/0",
    ],
    [
      "a marker in tool text",
      one({ calls: [{ name: "f", arguments: { x: "MCK_A" } }] }),
      "#/scenarios/0/when/marker: the marker MCK_A appears in the text of #/scenarios/0/turns/0",
    ],
    [
      "a marker of every prompt",
      compiling([{ id: "a", when: { marker: "NAME" }, turns: [{ say: "x" }] }]),
      "#/scenarios/0/when/marker: the marker NAME appears in prompts of family qwen2.5 anyway",
    ],
    [
      "a third turn without a marker",
      compiling(turnsOf({ say: "a" }, { say: "b" }, { say: "c" })),
      "#/scenarios/0/turns/2: a model file cannot count rounds",
    ],
    [
      "eight turns",
      compiling(turnsOf(...Array.from({ length: 8 }, (_, index) => ({ marker: `MCK_T${index}`, say: `${index}` })))),
      "#/scenarios/0: scenario a has 8 turns, and a model file tells at most 7 apart",
    ],
    [
      "a second turn where results do not show",
      compiling(turnsOf({ say: "a" }, { say: "b" }), {}, { toolResultSigns: [] }),
      "#/scenarios/0/turns/1: prompts of family qwen2.5 do not show tool results",
    ],
    ["rounds", one({ say: "x", rounds: 2 }), "#/scenarios/0/turns/0/rounds: a model file cannot count rounds"],
    ["a cycle", compiling([{ ...turnsOf({ say: "x" })[0], afterwards: "cycle" }]), "#/scenarios/0/afterwards: "],
    ["a fault", one({ say: "x", fault: { hang: true } }), "#/scenarios/0/turns/0/fault: that is for the server"],
    ["a finish reason", one({ say: "x", finish: "length" }), "#/scenarios/0/turns/0/finish: that is for the server"],
    ["usage", one({ usage: { prompt: 1, completion: 1 } }), "#/scenarios/0/turns/0/usage: that is for the server"],
    [
      "what the user said",
      one({ say: ["You said ", { user: true }] }),
      "#/scenarios/0/turns/0/say/1: a model file says fixed texts",
    ],
    ["a result", one({ after: [{ result: "last" }] }), '#/scenarios/0/turns/0/after/0: .*"result"'],
    [
      "a tool that is offered",
      one({ calls: [{ tool: { offered: "*" } }] }),
      "#/scenarios/0/turns/0/calls/0/tool: .*give the name",
    ],
    [
      "sampled arguments",
      one({ calls: [{ name: "f", sample: true }] }),
      '#/scenarios/0/turns/0/calls/0/sample: .*give "arguments"',
    ],
    ["a form of arguments", one({ calls: [{ name: "f", as: "string" }] }), "#/scenarios/0/turns/0/calls/0/as: "],
    ["a cut the user asks for", one({ say: "x", split: "asked" }), "#/scenarios/0/turns/0/split: "],
    [
      "an end in the middle",
      one({ raw: "one<|im_end|>two" }),
      "#/scenarios/0/turns/0: <\\|im_end\\|> ends the answer of qwen2.5 models, and more text follows",
    ],
    [
      "a tool result of its own",
      one({ raw: "<tool_response>" }),
      "#/scenarios/0/turns/0: <tool_response> is how the model file knows a tool result",
    ],
    [
      "a special twice in a row",
      one({ raw: "<tool_call><tool_call>" }),
      '#/scenarios/0/turns/0: the token "<tool_call>" is said twice',
    ],
    [
      "pieces across a special",
      one({ raw: "a<tool_call>b", split: { pieces: ["a<tool_", "call>b"] } }),
      '#/scenarios/0/turns/0: the pieces do not add up to "a"; a special token is a piece of its own',
    ],
    [
      "a piece that ends answers",
      one({ say: "x<|eot_id|>", split: { pieces: ["x", "<|eot_id|>"] } }, { tokenizer: "bpe" }),
      '#/scenarios/0/turns/0: "x<\\|eot_id\\|>" cannot be cut',
    ],
    [
      "pieces that stand twice",
      one({ say: "abab", split: { pieces: ["ab", "ab"] } }, { tokenizer: "bpe" }),
      '#/scenarios/0/turns/0: "abab" cannot be cut',
    ],
    [
      "a text of one byte",
      one({ say: "4" }, { tokenizer: "bpe" }),
      "#/scenarios/0/turns/0: the text begins with a token of one byte.*use the tokenizer spm",
    ],
    [
      "too small a context",
      one({ say: "x" }, { contextLength: 2000 }),
      ": a context of 2000 tokens is too small: .*give at least 20\\d\\d",
    ],
    [
      "too many specials in one text",
      one({ raw: Array.from({ length: 60 }, (_, index) => `number ${index}<tool_call>`).join("") }),
      ": too much for one model file: 60 places before special tokens in one text, room for 48",
    ],
  ] as const)("%s", (_, compile, message) => {
    expect(compile).toThrowError(expect.objectContaining({ name: "McpcheckError", code: "usage" }));
    expect(compile).toThrowError(new RegExp(`^${file}${message}`));
  });

  it.each(["lacks", "refuses", "writes"] as const)("%s", (member) => {
    const value = { lacks: ["tools"], refuses: ["tool-names"], writes: 1 }[member];
    const script = parseModelScript(
      JSON.stringify({ id: "bad", title: "Bad", [member]: value, scenarios: [{ id: "a", turns: [{}] }] }),
      file,
    );
    expect(() => specOfScript(script, familyById("qwen3") as ModelFamily, file)).toThrowError(
      new RegExp(`^${file}#/${member}: `),
    );
  });
});
