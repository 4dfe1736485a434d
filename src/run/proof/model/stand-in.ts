import type { CompiledModel } from "../../../model/scripted/compiled-model.ts";
import type { ModelFamily } from "../../../model/scripted/families/family.ts";
import { parseModelScript } from "../../../model/script/load-model.ts";
import type { ModelScript } from "../../../model/script/model-script.ts";
import type { Turn } from "../../../model/script/turn.ts";
import type { Compile } from "../../model/model-job-setup.ts";
import type { FamilyPlan, PlannedTurn } from "../../model/plan.ts";
import { chatMl } from "../../../model/scripted/families/chat-layout.ts";

/** A family as small as can be; its format is Qwen's, with reasoning. */
export const plainFamily: ModelFamily = {
  id: "plain",
  title: "A family of stand-ins",
  format: "qwen2.5",
  specials: [],
  eos: "<|im_end|>",
  ends: ["<|im_end|>"],
  bos: null,
  toolResultSigns: [],
  layout: { ...chatMl, tools: ["", ""], calls: { each: "«name» «args»" }, reasoning: { wrap: ["<think>", "</think>"] } },
  escapesDisputed: true,
  chatTemplate: "",
  ollama: { template: "{{ .Prompt }}", renderer: "plain", parser: "plain" },
};

/** Stands in for the compiler where no engine runs the file: a token is four characters. */
export const countingCompile: Compile = (spec) =>
  ({
    ...spec,
    scenarios: spec.scenarios.map(({ id, marker: first, turns }) => ({
      id,
      turns: turns.map(({ marker = first, text }) => ({ marker: marker ?? null, text, tokenCount: tokensOf(text) })),
    })),
    gguf: () => new TextEncoder().encode(JSON.stringify(spec.scenarios)),
  }) as unknown as CompiledModel;

/** Tokens of a text, as the stand-in counts them. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4) + 1;

/** What a server says for a turn; given what a right one would. */
export type TurnChange = (right: Turn, planned: PlannedTurn) => Turn;

/**
 * The script of a server that reads the texts of a plan as they are meant: what the wire shows of it is what a right server shows
 * of the model file. `change` makes it a wrong one.
 */
export function meaningScript({ scenarios }: FamilyPlan, change: TurnChange = (right) => right): ModelScript {
  const turns = scenarios.flatMap((scenario) => scenario.turns).toReversed();
  return parseModelScript(
    JSON.stringify({
      id: "stand-in",
      title: "What scripted models mean",
      scenarios: turns.map((planned) => ({
        id: planned.marker.toLowerCase().replaceAll("_", "-"),
        when: { marker: planned.marker },
        turns: [change(rightTurn(planned), planned)],
      })),
    }),
    "stand-in",
  );
}

function rightTurn({ text, means: { content, reasoning, calls } }: PlannedTurn): Turn {
  return {
    ...(reasoning === "" ? {} : { reasoning }),
    ...(content === "" ? {} : { say: content }),
    ...(calls.length === 0 ? {} : { calls: calls.map((call) => ({ name: call.name, text: call.arguments })) }),
    usage: { prompt: 100, completion: tokensOf(text) },
    generated: text,
    split: "tokens",
  };
}
