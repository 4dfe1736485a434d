import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../../../src/model/model-message.ts";
import { say } from "../../../src/model/player/say.ts";
import { textOfPieces } from "../../../src/model/player/utterance.ts";
import { loadModelScript } from "../../../src/model/script/load-model.ts";
import { compileModel } from "../../../src/model/scripted/compile-model.ts";
import { families } from "../../../src/model/scripted/families/registry.ts";
import { specOfScript } from "../../../src/model/scripted/spec-of-script.ts";

const marked = loadModelScript("marked", "/");

/** A conversation that has come to a turn: round after round an assistant's message and a tool result with the marker. */
function conversation(markers: readonly (string | null)[], turn: number): ModelMessage[] {
  const rounds = Array.from({ length: turn }, (_, index): ModelMessage[] => [
    { role: "assistant", content: "", toolCalls: [{ id: "abcdefghi", name: "f", arguments: "{}" }] },
    { role: "tool", content: `done ${markers[index + 1] ?? ""}`, toolCallId: "abcdefghi" },
  ]);
  return [{ role: "user", content: `please ${markers[0] ?? ""}` }, ...rounds.flat()];
}

describe("the marked script", () => {
  const sayable = families.filter(({ format }) => format !== "gpt-oss");

  it.each(sayable.map((family) => [family.id, family] as const))("says the same on the wire and as a file: %s", (_, family) => {
    const { scenarios } = compileModel(specOfScript(marked, family, "marked"));
    for (const scenario of scenarios) {
      for (const [index, turn] of scenario.turns.entries()) {
        const markers = scenario.turns.map(({ marker }) => marker);
        const request = { model: "marked", messages: conversation(markers, index), tools: [], stream: false };
        const { pieces } = say({ ...marked, format: family.format }, request);
        const wire = textOfPieces(pieces, "content");
        expect([turn.text, `${turn.text}${turn.end}`]).toContain(wire);
      }
    }
  });
});
