import { expect, it } from "vitest";
import { kimiK3 } from "../formats/moonshot/kimi-k3.ts";
import { minimaxM2 } from "../formats/minimax/minimax-m2.ts";
import { render } from "./render.ts";

const calls = [{ name: "ping", arguments: "{}" }];
const silent = { content: "", reasoning: "" };

it("writes the section of the answer before calls also where there is no text, in the formats that always have one", () => {
  expect(render(kimiK3, calls, silent)).toMatch(/^<\|open\|>response<\|sep\|><\|close\|>response<\|sep\|><\|open\|>tools/);
  expect(render(kimiK3, calls, { ...silent, content: "Hi" })).toMatch(/^<\|open\|>response<\|sep\|>Hi<\|close\|>response/);
  expect(render(minimaxM2, calls, silent)).toMatch(/^\s*<minimax:tool_call>/);
});
