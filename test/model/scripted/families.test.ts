import { Template } from "@huggingface/jinja";
import { describe, expect, it } from "vitest";
import { formatById } from "../../../src/toolcall/formats/registry.ts";
import { families, familyById } from "../../../src/model/scripted/families/registry.ts";

const tools = [{ type: "function", function: { name: "read_file", parameters: { type: "object" } } }];
const call = (name: string) => ({ id: "abcdefghi", type: "function", function: { name, arguments: { path: "one.txt" } } });
const messages = [
  { role: "system", content: "You are told things." },
  { role: "user", content: "Read MCK_ONE." },
  { role: "assistant", content: null, tool_calls: [call("read_file"), call("stat_file")] },
  { role: "tool", content: "21 lines", tool_call_id: "abcdefghi", name: "read_file" },
];

describe.each(families.map((family) => [family.id, family] as const))("%s", (id, family) => {
  const render = (first: number) =>
    new Template(family.chatTemplate).render({ messages: messages.slice(0, first), tools, add_generation_prompt: true });

  it("is found by its id, and its calls are of a known format", () => {
    expect(familyById(id)).toBe(family);
    expect(formatById(family.format)?.id).toBe(family.format);
  });

  it("declares what it ends and begins with, each special once", () => {
    const texts = family.specials.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toEqual(expect.arrayContaining([...family.ends, ...(family.bos === null ? [] : [family.bos])]));
    expect(family.ends).toContain(family.eos);
  });

  it("has a chat template that shows tools, texts, calls and results", () => {
    const prompt = render(4);
    for (const part of ["You are told things.", '"read_file"', "Read MCK_ONE.", "stat_file", "one.txt", "21 lines"])
      expect(prompt).toContain(part);
    expect(prompt.indexOf("one.txt")).toBeLessThan(prompt.indexOf("21 lines"));
  });

  it("shows a tool result by its sign, and only then", () => {
    for (const sign of family.toolResultSigns)
      expect([render(2).includes(sign), render(4).includes(sign)]).toEqual([false, true]);
    expect(family.toolResultSigns).not.toEqual([]);
  });

  it("tells Ollama a renderer with its parser, or gives it a template that shows calls", () => {
    const { template, renderer, parser } = family.ollama;
    const shown = /\{\{ if \.ToolCalls \}\}.*\{\{ \.Function\.Arguments \}\}/s.test(template ?? "");
    expect(shown).toBe(template !== undefined);
    expect(template === undefined && (parser === undefined) !== (renderer === undefined)).toBe(false);
  });
});

describe("a chat template", () => {
  const said = (id: string, args: object): string =>
    new Template(familyById(id)?.chatTemplate ?? "").render({
      messages: [
        { role: "user", content: "Go." },
        { role: "assistant", content: "", tool_calls: [{ ...call("f"), function: { name: "f", arguments: args } }] },
      ],
      tools: [],
      add_generation_prompt: false,
    });

  it("separates arguments where the format does, and writes nothing after the last", () => {
    expect(said("functiongemma", { a: "x", b: "y" })).toContain(
      "call:f{a:<escape>x<escape>,b:<escape>y<escape>}<end_function_call>",
    );
    expect(said("llama4", { a: "x", b: "y" })).toContain("[f(a='x', b='y')]");
    expect(said("llama4", { a: "x" })).toContain("[f(a='x')]");
  });

  it("has words by which a server knows it, and shows them in no prompt", () => {
    const known = families.filter(({ layout }) => (layout.knownBy ?? "") !== "").map(({ id }) => id);
    expect(known).toEqual(["deepseek-v3.2", "deepseek-v4", "functionary-v3.1", "gemma4"]);
    for (const id of known) expect(familyById(id)?.chatTemplate).toContain(`{#- ${familyById(id)?.layout.knownBy} -#}`);
    for (const id of known) expect(said(id, { a: "x" })).not.toContain(familyById(id)?.layout.knownBy);
  });
});
