import { describe, expect, it } from "vitest";
import { broken, type Ground, kept, modelTrace, type PlayedTurn } from "../../../../test/support/model-traces.ts";
import { call, none, text } from "../../../../test/support/model-turns.ts";
import type { ModelCheck } from "../model-check.ts";
import type { ModelGroup } from "../model-event.ts";
import * as checks from "../streams.ts";

const openai: Ground = { api: "openai" };
const wrong = (what: string, at = 6): object => broken(at, `scenario-1, ${what}`);
const within = (group: ModelGroup, turn: PlayedTurn): PlayedTurn => ({ ...turn, group });
const streamed = (turn: PlayedTurn): PlayedTurn => ({ ...turn, streamed: true });
const failed: PlayedTurn = { ...text, status: 500 };
const late: PlayedTurn = { ...text, end: { how: "late" } };
const again = (turn: PlayedTurn): PlayedTurn => within("again", { scenario: "plain-again", ...turn });

const answeredGroups: ModelGroup[] = [
  "control",
  "text",
  "call",
  "parallel",
  "before",
  "reasoning",
  "after",
  "lookalike",
  "numbers",
];
const otherGroups: ModelGroup[] = [
  "markers",
  "lenient",
  "unknown",
  "malformed",
  "choice-none",
  "choice-required",
  "choice-named",
  "again",
  "sampled",
];

describe("every request is answered", () => {
  it.each(answeredGroups)("of the group %s", (group) => {
    expect(checks.answered.verify(modelTrace({}, within(group, text)))).toEqual(kept(6));
    expect(checks.answered.verify(modelTrace({}, within(group, failed)))).toEqual(wrong("whole: status 500: no message"));
  });

  it.each(otherGroups)("where those of the group %s have a check of their own", (group) => {
    expect(checks.answered.verify(modelTrace({}, within(group, failed)))).toEqual(none);
  });
});

describe.each<[string, ModelCheck, [string, Ground, PlayedTurn[], object][]]>([
  [
    "the next request",
    checks.goesOn,
    [
      ["is answered", {}, [failed, again(text)], kept(11)],
      ["is not looked at where it is no repetition of the control", {}, [failed], none],
      [
        "does not fail, although none did before",
        {},
        [text, again(late)],
        broken(11, "plain-again, whole: the plain text of the control: no whole answer in time"),
      ],
      [
        "does not fail after another failed",
        {},
        [failed, again(late), late],
        broken(
          11,
          "plain-again, whole: the plain text of the control: no whole answer in time; right before it failed: scenario-1, whole (status 500: no message)",
        ),
      ],
      [
        "does not fail after others failed, of which the last two are told",
        {},
        [failed, streamed(failed), { ...late, turn: 1 }, again(failed)],
        broken(
          22,
          "plain-again, whole: the plain text of the control: status 500: no message; right before it failed: " +
            "scenario-2, streamed (status 500: no message), then scenario-3 turn 2, whole (no whole answer in time)",
        ),
      ],
    ],
  ],
  [
    "answers have the documented form",
    checks.form,
    [
      ["whole and streamed", {}, [text, streamed(text)], kept(6, 12)],
      ["whole and streamed on OpenAI's wire", openai, [text, streamed(text)], kept(6, 13)],
      ["with any media type where they are whole", {}, [{ ...text, type: null }], kept(6)],
      [
        "unless a stream comes as one document",
        {},
        [{ ...text, streamed: true, type: "application/json" }],
        wrong("streamed: asked for a stream, the answer has the media type application/json", 7),
      ],
      [
        "unless a stream has no media type",
        {},
        [{ ...text, streamed: true, type: null }],
        wrong("streamed: asked for a stream, the answer has the media type (none)", 7),
      ],
      ["with a media type of a stream in any case", {}, [{ ...text, streamed: true, type: "Application/X-NDJSON" }], kept(7)],
      ["unless something is at fault", {}, [{ ...text, chunks: ["<html>"] }], wrong('whole: no JSON object: "<html>"')],
      [
        "of which no more than three faults are told",
        {},
        [{ ...text, chunks: ["1", "2", "3", "4"] }],
        wrong('whole: no JSON object: "1"; no JSON object: "2"; no JSON object: "3"', 9),
      ],
      ["unless they failed", {}, [{ ...failed, chunks: ["<html>"] }], none],
    ],
  ],
  [
    "the reason to stop",
    checks.finishReason,
    [
      ["is the end of a text", openai, [text, within("control", text)], kept(6, 11)],
      ["is a call on OpenAI's wire", openai, [call], kept(6)],
      ["is the end on Ollama's wire, also with a call", {}, [call], kept(6)],
      [
        "is not the end with a call on OpenAI's wire",
        openai,
        [{ ...call, said: { finish: "stop" } }],
        wrong('whole: "stop" with 1 call, expected "tool_calls"'),
      ],
      [
        "is not a call where none came on OpenAI's wire",
        openai,
        [{ ...text, said: { finish: "tool_calls" } }],
        wrong('whole: "tool_calls" with 0 calls, expected "stop"'),
      ],
      [
        "is not a call on Ollama's wire",
        {},
        [{ ...call, said: { finish: "tool_calls" } }],
        wrong('whole: "tool_calls" with 1 call, expected "stop"'),
      ],
      [
        "is not left out",
        {},
        [within("control", { ...text, said: { finish: null } })],
        wrong('whole: "nothing" with 0 calls, expected "stop"'),
      ],
      ["is not looked at in disputed texts", {}, [within("malformed", { ...text, said: { finish: null } })], none],
    ],
  ],
])("%s", (_what, check, rows) => {
  it.each(rows)("%s", (_title, ground, turns, expected) => {
    expect(check.verify(modelTrace(ground, ...turns))).toEqual(expected);
  });
});

it("a trace without a setting has no reason to stop", () => {
  expect(checks.finishReason.verify([])).toEqual(none);
});
