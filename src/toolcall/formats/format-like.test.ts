import { expect, test } from "vitest";
import { formatLike } from "./format-like.ts";
import { glm45 } from "./zhipu/glm4.5.ts";

const { id: _, title: __, between: ___, ...rest } = glm45;

test("a format like another differs in what is said and in nothing else", () => {
  const format = formatLike(glm45, {
    ...glm45,
    id: "x",
    title: "X",
    between: undefined,
    reasoning: { startsOpen: "never", where: undefined },
    syntax: { callOpen: ["<x>"], layout: {}, valueOpen: undefined },
  });
  const { valueOpen: ____, ...syntax } = glm45.syntax;
  expect(format).toStrictEqual({
    ...rest,
    id: "x",
    title: "X",
    reasoning: { ...glm45.reasoning, startsOpen: "never" },
    syntax: { ...syntax, callOpen: ["<x>"], layout: {} },
  });
  expect(glm45.between).toBe("\n");
});
