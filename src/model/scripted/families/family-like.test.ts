import { Template } from "@huggingface/jinja";
import { expect, test } from "vitest";
import { familyLike } from "./family-like.ts";
import { goTemplate } from "./go-template.ts";
import { jinjaTemplate } from "./jinja-template.ts";
import { qwen25 } from "./alibaba/qwen2.5.ts";
import { llama3 } from "./meta/llama3.1.ts";

test("a family like another has templates of its own layout, its own words for Ollama, and specials after the other's", () => {
  const layout = { ...qwen25.layout, user: ["<u>", "</u>"] } as const;
  const family = familyLike(qwen25, {
    id: "x",
    title: "X",
    format: "hermes",
    layout: { user: ["<u>", "</u>"] },
    moreSpecials: [{ text: "<u>", type: "control" }],
    ollama: (own) => ({ parser: "x", template: goTemplate(own) }),
  });
  expect(family).toStrictEqual({
    ...qwen25,
    id: "x",
    title: "X",
    format: "hermes",
    specials: [...qwen25.specials, { text: "<u>", type: "control" }],
    layout,
    chatTemplate: jinjaTemplate(layout),
    ollama: { parser: "x", template: goTemplate(layout) },
  });
});

test("nothing that Ollama is told is taken from the other", () => {
  expect(familyLike(qwen25, { id: "x", title: "X", format: "hermes", ollama: {} }).ollama).toEqual({});
});

test("whether a family calls one tool at a time is as in the other, unless it says that it calls several", () => {
  const like = (many: object) => familyLike(llama3, { id: "x", title: "X", format: "hermes", ollama: {}, ...many });
  expect([like({}).oneCall, like({ manyCalls: true })]).toEqual([true, expect.not.objectContaining({ oneCall: true })]);
});

test("what stands around an assistant's text is only where there is one, in both kinds of template", () => {
  const { layout, chatTemplate } = familyLike(qwen25, {
    id: "x",
    title: "X",
    format: "hermes",
    layout: { text: ["<said>", "</said>"] },
    ollama: {},
  });
  const rendered = (content: string) => new Template(chatTemplate).render({ messages: [{ role: "assistant", content }] });
  expect(rendered("Yes.")).toBe("<|im_start|>assistant\n<said>Yes.</said><|im_end|>\n");
  expect(rendered("")).toBe("<|im_start|>assistant\n<|im_end|>\n");
  expect(goTemplate(layout)).toContain("{{ if .Content }}<said>{{ .Content }}</said>{{ end }}");
});
