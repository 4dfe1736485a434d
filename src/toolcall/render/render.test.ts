import { expect, it } from "vitest";
import { kimiK3 } from "../formats/moonshot/kimi-k3.ts";
import { museGlimmer } from "../formats/meta/muse-glimmer.ts";
import { inkling } from "../formats/others/inkling.ts";
import { minimaxM2 } from "../formats/minimax/minimax-m2.ts";
import { render } from "./render.ts";

const calls = [{ name: "ping", arguments: "{}" }];
const silent = { content: "", reasoning: "" };

it("writes the section of the answer before calls also where there is no text, in the formats that always have one", () => {
  expect(render(kimiK3, calls, silent)).toMatch(/^<\|open\|>response<\|sep\|><\|close\|>response<\|sep\|><\|open\|>tools/);
  expect(render(kimiK3, calls, { ...silent, content: "Hi" })).toMatch(/^<\|open\|>response<\|sep\|>Hi<\|close\|>response/);
  expect(render(minimaxM2, calls, silent)).toMatch(/^\s*<minimax:tool_call>/);
});

it("ends the last message with the mark that ends a turn, and those before it with the one between messages", () => {
  const said = render(museGlimmer, [...calls, ...calls], { ...silent, content: "Hi" });
  expect(said.match(/<\|eo[mt]\|>/g)).toEqual(["<|eom|>", "<|eom|>", "<|eot|>"]);
  expect(said).toMatch(/<\|eot\|>$/);
});

it("leaves out the opener of the first message where prompts end with it", () => {
  expect(render(inkling, calls, silent)).toMatch(/^ping<\|content_invoke_tool_json\|>/);
  expect(render(inkling, calls, { ...silent, content: "Hi" })).toMatch(
    /^<\|content_text\|>Hi<\|end_message\|><\|message_model\|>ping/,
  );
});
