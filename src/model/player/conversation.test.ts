import { expect, test } from "vitest";
import type { ModelRequest } from "../model-backend.ts";
import type { ModelMessage } from "../model-message.ts";
import { conversationOf } from "./conversation.ts";

const call: ModelMessage = { role: "assistant", content: "", toolCalls: [{ id: "c", name: "t", arguments: "{}" }] };
const result: ModelMessage = { role: "tool", content: "see the picture", toolCallId: "c" };
const picture: ModelMessage = {
  role: "user",
  content: [
    { kind: "text", text: "<result>" },
    { kind: "image", data: "AA==", mediaType: "image/png" },
  ],
};
const of = (...messages: readonly ModelMessage[]): ReturnType<typeof conversationOf> =>
  conversationOf({ model: "m", messages, tools: [] } as unknown as ModelRequest, () => false);

test("pictures of a result in a message of the user are no question, with a system message before them or without", () => {
  for (const between of [[], [{ role: "system", content: "a note" }]] as const) {
    const { user, results, rounds } = of({ role: "user", content: "go" }, call, result, ...between, picture);
    expect([user, results.length, rounds.sinceUser]).toEqual(["go", 1, 1]);
  }
});

test("what a user says after a result, and pictures after an answer, are questions", () => {
  expect(of({ role: "user", content: "go" }, call, result, { role: "user", content: "stop" }).user).toBe("stop");
  const answered = of({ role: "user", content: "go" }, call, result, { role: "assistant", content: "done" }, picture);
  expect([answered.user, answered.rounds.sinceUser]).toEqual(["<result>", 0]);
});
