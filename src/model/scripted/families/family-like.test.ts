import { expect, test } from "vitest";
import { familyLike } from "./family-like.ts";
import { goTemplate } from "./go-template.ts";
import { jinjaTemplate } from "./jinja-template.ts";
import { qwen25 } from "./alibaba/qwen2.5.ts";

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
