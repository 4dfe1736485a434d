import { expect, it } from "vitest";
import type { TurnCall } from "../../loop/turn-event.ts";
import { effectiveProfile } from "../../profile/effective-profile.ts";
import { ollamaAnswer } from "./ollama-answer.ts";

const call = (id: string): TurnCall => ({
  id,
  name: `fs:${id}`,
  tool: id,
  arguments: {},
  argumentsText: "{}",
  executor: "host",
  meta: false,
});

it("lists results in the order of the calls, whichever was there first (B0-075)", () => {
  const answer = ollamaAnswer({
    model: "m",
    taskId: undefined,
    surface: effectiveProfile("ollama").surface,
    includeResults: true,
    date: () => new Date(0),
    elapsed: () => 0,
  });
  const [one, two] = [call("one"), call("two")];
  answer.line({ kind: "calls", calls: [one, two] });
  for (const late of [two, one]) answer.line({ kind: "result", result: { call: late, text: `from ${late.id}`, isError: false } });
  const usage = { promptTokens: 0, completionTokens: 0 };
  expect(answer.final({ kind: "end", finish: "stop", clientCalls: [], usage }, true)).toMatchObject({
    message: { tool_calls: [{ id: "one" }, { id: "two" }] },
    tool_results: [{ content: "from one" }, { content: "from two" }],
  });
});
