import { expect, test } from "vitest";
import type { Trace } from "../trace.ts";
import { listsNothing } from "./server-facts.ts";

/** A session in which each list that is named is asked for and answered so. */
function answering(lists: Readonly<Record<string, string>>): Trace {
  const frames = Object.entries(lists).flatMap(([method, result], index) => [
    { direction: "sent" as const, text: `{"jsonrpc":"2.0","id":${index},"method":"${method}"}` },
    { direction: "received" as const, text: `{"jsonrpc":"2.0","id":${index},"result":${result}}` },
  ]);
  return {
    subject: { kind: "server", transport: "stdio" },
    events: frames.map(({ direction, text }, index) => ({
      seq: index + 1,
      at: index,
      connection: 1,
      kind: "frame",
      direction,
      text,
      bytes: text.length,
      terminator: "\n",
    })),
  };
}

test("a server lists nothing only where it was asked for everything of the kind it has, and answered with empty lists", () => {
  expect(listsNothing(answering({}), "prompts")).toBe(false);
  expect(listsNothing(answering({ "prompts/list": '{"prompts":[]}' }), "prompts")).toBe(true);
  expect(listsNothing(answering({ "prompts/list": '{"prompts":{}}' }), "prompts")).toBe(false);
  expect(listsNothing(answering({ "prompts/list": '{"prompts":[{"name":"a"}]}' }), "prompts")).toBe(false);
  expect(listsNothing(answering({ "prompts/list": '{"prompts":[],"nextCursor":"1"}' }), "prompts")).toBe(false);
  const none = { "resources/list": '{"resources":[]}' };
  expect(listsNothing(answering(none), "resources")).toBe(true);
  const template = { "resources/templates/list": '{"resourceTemplates":[{"uriTemplate":"x:{a}","name":"x"}]}' };
  expect(listsNothing(answering({ ...none, ...template }), "resources")).toBe(false);
  expect(listsNothing(answering({ "prompts/list": '{"prompts":[]}' }), "completions")).toBe(false);
});
