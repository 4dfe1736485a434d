import { describe, expect, it } from "vitest";
import { besides, broken, type Ground, kept, modelTrace, type PlayedTurn } from "../../../../test/support/model-traces.ts";
import { call, none, stop, text, time } from "../../../../test/support/model-turns.ts";
import type { ModelCheck } from "../model-check.ts";
import type { ModelGroup } from "../model-event.ts";
import * as checks from "../texts.ts";

const wrong = (what: string): object => broken(6, `scenario-1, whole: ${what}`);
const contentIs = (got: string, wanted: string): object =>
  wrong(`the content ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`);
const lostIs = (tokens: number, said: string): object =>
  wrong(`silently lost: no content, no call, but the model said ${tokens} tokens: ${JSON.stringify(said)}`);
const cut = besides("constrained: in 1 of 1 answer the model was made to say something else than its script has");

const noon = (content: string, over: PlayedTurn = {}): PlayedTurn => ({ ...text, said: { content }, ...over });
const within = (group: ModelGroup, turn: PlayedTurn): PlayedTurn => ({ ...turn, group });
const spoken: PlayedTurn = { group: "before", means: { ...call.means, content: "Let me see.\n" } };
const after: PlayedTurn = within("after", { means: { ...call.means, content: "Now wait." } });
const fenced: PlayedTurn = { group: "lookalike", means: { content: "```\n<tool_call>{}</tool_call>\n```" } };
const thought: PlayedTurn = {
  group: "reasoning",
  thinks: true,
  means: { ...call.means, reasoning: "The user asks\nfor the time." },
};
const broke: PlayedTurn = { group: "malformed", text: '<tool_call>{"name"', tokens: 5, means: { content: '<tool_call>{"name"' } };
const lost = { content: "", calls: [] };
const written = '<tool_call>{"name":"get_time","arguments":{"zone":"CET"}}</tool_call>';

describe.each<[string, ModelCheck, [string, PlayedTurn, object][]]>([
  [
    "content comes back",
    checks.content,
    [
      ["of a text", text, kept(6)],
      ["of a text, whatever whitespace is around it", noon(" It is\n\nnoon.\n"), kept(6)],
      ["of a text unless it is cut off", noon("It is"), contentIs("It is", "It is noon.")],
      ["of what is said before a call", spoken, kept(6)],
      ["of what is said before a call, unless it vanishes", { ...spoken, said: { content: "" } }, contentIs("", "Let me see.\n")],
      ["beside a call without markup", { ...call, said: { content: "<tool_call>" } }, contentIs("<tool_call>", "")],
      ["but for characters beyond ASCII, which have a check", noon("Gre", { means: { content: "Grüße" } }), kept(6)],
      [
        "unless blank lines around characters beyond ASCII go, and words with them",
        noon("Grn x", { means: { content: "Grün\n\nist x" } }),
        contentIs("Grn x", "Grün\n\nist x"),
      ],
      [
        "unless characters beyond ASCII come that nobody said",
        noon("Grüße", { means: { content: "Gre" } }),
        contentIs("Grüße", "Gre"),
      ],
      ["and what is said beside reasoning is for another check", { ...thought, said: { content: "x" } }, none],
      ["and what is said after a call is for another check", { ...after, said: { content: "x" } }, none],
      ["where the model was let speak", noon("It", { said: { content: "It", tokens: 1 } }), cut],
    ],
  ],
  [
    "what is said after a call",
    checks.textAfterCalls,
    [
      ["comes back", after, kept(6)],
      ["does not vanish", { ...after, said: { content: "" } }, contentIs("", "Now wait.")],
      ["does not take the call with it", { ...after, said: { calls: [] } }, wrong('0 calls, expected 1, content "Now wait."')],
      ["is for other checks where it is said before", { ...spoken, said: { content: "" } }, none],
    ],
  ],
  [
    "the layout of a text",
    checks.layout,
    [
      ["stays, but for whitespace around it", noon("\n a\n\n  b ", { means: { content: "a\n\n  b\n" } }), kept(6)],
      ["is not made one line", noon("a b", { means: { content: "a\n\n  b" } }), wrong('"a b", expected "a\\n\\n  b"')],
      [
        "stays where characters beyond ASCII are lost",
        noon(" a\n b ", { means: { content: "ä a\n b".slice(1) + "ü" } }),
        kept(6),
      ],
      [
        "does not stay where whitespace beside such characters goes",
        noon("ab", { means: { content: "a\nüb" } }),
        wrong('"ab", expected "a\\nüb"'),
      ],
      ["is for no check beside calls", { ...spoken, said: { content: "Let me\n\nsee." } }, none],
    ],
  ],
  [
    "what a model says",
    checks.nothingLost,
    [
      ["comes back as a call", call, kept(6)],
      ["comes back as content although a call was meant", { ...call, said: { content: written, calls: [] } }, kept(6)],
      [
        "comes back as reasoning although content was meant",
        { ...text, said: { content: "", reasoning: "It is noon." } },
        kept(6),
      ],
      ["does not vanish", { ...call, said: { calls: [] } }, lostIs(18, written)],
      ["does not vanish but for whitespace", noon(" \n", { said: { content: " \n", reasoning: " " } }), lostIs(3, "It is noon.")],
      ["is for another check where it cannot be read", { ...broke, said: lost }, none],
    ],
  ],
  [
    "a call that cannot be read",
    checks.malformedKept,
    [
      ["is kept as text", broke, kept(6)],
      ["is kept as the call that was meant", { ...broke, said: { content: "", calls: [time] } }, kept(6)],
      ["does not vanish", { ...broke, said: lost }, lostIs(5, '<tool_call>{"name"')],
      [
        "is for another check where the request fails",
        { ...broke, status: 500 },
        { kind: "inconclusive", reason: "no answer to judge: status 500: no message" },
      ],
      ["is none where it can be read", { ...call, said: lost }, none],
    ],
  ],
  [
    "a request whose answer cannot be read",
    checks.malformedAnswered,
    [
      ["is answered", broke, kept(6)],
      ["is answered although the text is lost", { ...broke, said: lost }, kept(6)],
      ["does not fail", { ...broke, status: 500, chunks: ['{"error":"bad JSON"}'] }, wrong("status 500: bad JSON")],
      ["is none where it can be read", { ...call, status: 500 }, none],
    ],
  ],
  [
    "a call of an unknown tool",
    checks.unknownTool,
    [
      ["comes back", within("unknown", call), kept(6)],
      ["comes back as text", within("unknown", { ...call, said: { content: written, calls: [] } }), kept(6)],
      ["does not vanish", within("unknown", { ...call, said: lost }), lostIs(18, written)],
      [
        "does not become one of a known tool",
        within("unknown", { ...call, said: { calls: [stop] } }),
        wrong('call 0 is named "stop", expected "get_time"'),
      ],
      [
        "does not fail the request",
        within("unknown", { ...call, chunks: ['{"error":"no such tool"}'] }),
        wrong("an error within the answer: no such tool"),
      ],
      ["is none where the tool is known", { ...call, said: lost }, none],
    ],
  ],
  [
    "call markup in a fence",
    checks.lookalikes,
    [
      ["is text", fenced, kept(6)],
      ["is no call", { ...fenced, said: { content: "", calls: [stop] } }, wrong("1 call, expected 0")],
      [
        "does not vanish",
        { ...fenced, said: { content: "```\n```" } },
        contentIs("```\n```", "```\n<tool_call>{}</tool_call>\n```"),
      ],
      ["is none in a text", noon("x"), none],
    ],
  ],
  [
    "reasoning",
    checks.reasoning,
    [
      ["is kept apart from a call", thought, kept(6)],
      ["is kept, whatever its whitespace", { ...thought, said: { reasoning: "The user asks for the time.\n" } }, kept(6)],
      [
        "is not handed on as content",
        { ...thought, said: { content: "The user asks", reasoning: "" } },
        wrong('the reasoning "", expected "The user asks\\nfor the time."; content "The user asks"'),
      ],
      ["is not handed on as content too", { ...thought, said: { content: "The user asks" } }, contentIs("The user asks", "")],
      [
        "is not looked at where none is asked for",
        { ...thought, thinks: false, said: { reasoning: "" } },
        besides("the server says that the model cannot be told to reason"),
      ],
      ["is none in a text", { ...text, thinks: true, said: { reasoning: "Hm." } }, none],
    ],
  ],
  [
    "the count of tokens",
    checks.usage,
    [
      ["is told", text, kept(6)],
      ["is told of any text", { ...broke, said: { tokens: null } }, wrong("no token count")],
      ["is not missed of an answer that failed", { ...text, status: 500, said: { tokens: null } }, none],
    ],
  ],
])("%s", (_what, check, rows) => {
  it.each(rows)("%s", (_title, turn, expected) => {
    expect(check.verify(modelTrace({}, turn))).toEqual(expected);
  });

  it.each(rows)("%s, on OpenAI's wire too", (_title, turn, expected) => {
    const openai: Ground = { api: "openai" };
    const chunks = turn.chunks?.map((chunk) => chunk.replace(/"error":(".*?")/, '"error":{"message":$1}'));
    expect(check.verify(modelTrace(openai, chunks === undefined ? turn : { ...turn, chunks }))).toEqual(expected);
  });
});

it("reasoning is looked at where it is asked for in one of two answers", () => {
  const bad = { ...thought, said: { reasoning: "" } };
  expect(checks.reasoning.verify(modelTrace({}, { ...bad, thinks: false }, bad))).toMatchObject({
    kind: "violated",
    evidence: [6, 11],
  });
});

it("reasoning that a family cannot write is left out for its reason", () => {
  expect(checks.reasoning.verify(modelTrace({ skips: ["models of this family do not reason"] }, text))).toEqual(
    besides("models of this family do not reason"),
  );
});
