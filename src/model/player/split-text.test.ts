import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Split } from "../script/turn.ts";
import { createOllamaBackend } from "../backend/ollama-backend.ts";
import { createOpenaiBackend } from "../backend/openai-backend.ts";
import { createScriptBackend } from "../backend/script-backend.ts";
import { ask, eventsOf, hurriedClock, messageOf, turnsOf } from "../../../test/support/fake-models.ts";
import { createFakeModel } from "../fake/fake-model.ts";
import { serveFakeModel } from "../fake/serve-fake-model.ts";
import { splitText } from "./split-text.ts";

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const anySplit: fc.Arbitrary<Split> = fc.oneof(
  fc.constantFrom<Split>("whole", "characters", "tokens", "asked"),
  fc.integer({ min: 1, max: 9 }).map((every) => ({ every })),
  fc.array(fc.integer({ min: 1, max: 70 }), { maxLength: 5 }).map((at) => ({ at })),
  text.map((only) => ({ pieces: [only] })),
);
const marks = { "<tool_call>": 7, "[END]": 8 };

describe("splitting", () => {
  it("loses and adds nothing, and makes no empty piece", () => {
    fc.assert(
      fc.property(text, anySplit, fc.boolean(), (whole, split, ids) => {
        const pieces = splitText(whole, split, { user: "split:2,5", tokens: marks, ids });
        expect(pieces.map((piece) => piece.text).join("")).toBe(whole);
        expect(pieces.filter((piece) => piece.text === "")).toEqual([]);
      }),
    );
  });

  it("gives no id to a word that every object has as a member", () => {
    const pieces = splitText("valueOf<tool_call>", "tokens", { user: "", tokens: marks, ids: true });
    expect(pieces).toEqual([
      { text: "valueOf", tokenIds: [] },
      { text: "<tool_call>", tokenIds: [7] },
    ]);
  });

  it("into tokens keeps markers whole, each with its id", () => {
    const parts = fc.array(fc.oneof(text, fc.constantFrom(...Object.keys(marks))), { maxLength: 6 });
    fc.assert(
      fc.property(parts, (list) => {
        const whole = list.join("");
        const marked = splitText(whole, "tokens", { user: "", tokens: marks, ids: true }).filter(
          (piece) => piece.tokenIds?.length === 1,
        );
        const expected = whole.match(/<tool_call>|\[END\]/g) ?? [];
        expect(marked).toEqual(expected.map((marker) => ({ text: marker, tokenIds: [marker === "[END]" ? 8 : 7] })));
      }),
    );
  });
});

describe("whatever the split and the size of writes", () => {
  const turn = fc.record({
    reasoning: text,
    say: text,
    after: text,
    calls: fc.array(fc.record({ name: text, arguments: fc.dictionary(text, fc.jsonValue()) }), { maxLength: 3 }),
    split: anySplit,
  });
  const size = fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined });

  it("every client sees the message of the script", async () => {
    const property = fc.asyncProperty(
      turn,
      size,
      fc.boolean(),
      async ({ reasoning, say, after, calls, split }, writes, stream) => {
        const script = turnsOf([{ reasoning, say, after, calls, split }], writes === undefined ? {} : { writes });
        const fake = createFakeModel({ scripts: [script], clock: hurriedClock, date: () => new Date(0) });
        const { url, close } = await serveFakeModel(fake);
        const backends = [
          createScriptBackend({ scripts: [script], clock: hurriedClock }),
          createOllamaBackend({ url }),
          createOpenaiBackend({ url: `${url}/v1` }),
        ];
        const said = [];
        for (const backend of backends) said.push(messageOf(await eventsOf(backend.chat(ask("x", { stream })))));
        await close();
        const made = calls.map(({ name, arguments: args }, index) => ({
          id: `call0000${index}`,
          name,
          arguments: normal(JSON.stringify(args)),
        }));
        const expected = {
          reasoning,
          content: say + after,
          calls: made,
          end: calls.length > 0 ? "done tool-calls" : "done stop",
        };
        const plain = said.map((one) => ({
          ...one,
          calls: one.calls.map((call) => ({ ...call, arguments: normal(call.arguments) })),
        }));
        expect(plain).toEqual([expected, expected, expected]);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });
});

/** JSON without the choices a writer has, so that only values are compared. */
function normal(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
