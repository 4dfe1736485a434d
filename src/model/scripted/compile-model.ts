import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { type Automaton, automatonOf, type SaidTurn } from "./automaton/automaton.ts";
import type { CompiledModel, CompiledScenario, CompileOptions } from "./compiled-model.ts";
import { ggufOf } from "./gguf/gguf-of.ts";
import { huggingFaceOf } from "./hf/hugging-face-of.ts";
import type { ModelParts } from "./model-parts.ts";
import type { ScriptedModelSpec } from "./scripted-model-spec.ts";
import { validateSpec } from "./validate-spec.ts";
import { type Vocabulary, vocabularyOf } from "./vocabulary.ts";
import { buildWeights, mostGates } from "./weights/build-weights.ts";
import { codesOf } from "./weights/codes-of.ts";
import { capacityOf, type Layout, layouts } from "./weights/layout.ts";
import { shapeOf } from "./weights/shape-of.ts";

/** Prompts are a token per byte, so that a conversation about two tools takes over a thousand. */
const leastContext = 2048;
const defaultContext = 32_768;

/**
 * A model file that says exactly the texts of a script, whatever the sampling. The same script gives the same bytes.
 * @throws McpcheckError `usage` naming file and place: texts that cannot be cut, markers that clash, too much for a file
 */
export function compileModel(spec: ScriptedModelSpec, options: CompileOptions = {}): CompiledModel {
  const { architecture = "llama", tokenizer = "spm", pieces = "word", contextLength = defaultContext } = options;
  const { family, file } = spec;
  validateSpec(spec);
  const automaton = automatonOf(spec, tokenizer, pieces);
  const vocabulary = vocabularyOf(family, tokenizer, automaton.markers.keys(), automaton.uniques);
  const layout = layoutFor(automaton, vocabulary, file);
  const scenarios = scenariosOf(automaton.turns, vocabulary);
  validateContext(contextLength, scenarios, file);
  const weights = buildWeights({ automaton, vocabulary, layout, signs: family.toolResultSigns.map(vocabulary.idOf) });
  const parts: ModelParts = {
    id: spec.id,
    title: spec.title,
    family,
    architecture,
    tokenizer,
    layout: layout.name,
    contextLength,
    chatTemplate: options.chatTemplate ?? family.chatTemplate,
    scenarios,
    vocabulary: vocabulary.tokens,
    idOf: vocabulary.idOf,
    weights,
    shape: shapeOf(layout, weights),
  };
  const { idOf: _idOf, weights: _weights, shape: _shape, ...model } = parts;
  return { ...model, gguf: () => ggufOf(parts), huggingFace: () => huggingFaceOf(parts) };
}

function scenariosOf(turns: readonly SaidTurn[], vocabulary: Vocabulary): readonly CompiledScenario[] {
  const scenarios = new Map<string, CompiledScenario>();
  for (const { scenario, cues, step, end } of turns) {
    const tokenIds: number[] = [];
    for (let at = step; at.kind !== "end"; at = at.next) tokenIds.push(vocabulary.idOfStep(at));
    const pieces = tokenIds.map((id) => vocabulary.tokens[id]?.bytes ?? new Uint8Array());
    const text = new TextDecoder().decode(Uint8Array.from(pieces.flatMap((piece) => [...piece])));
    const { marker = null, afterToolResult = null } = cues[0] ?? {};
    const turn = { marker, afterToolResult, text, pieces, tokenIds, end, tokenCount: tokenIds.length };
    const before = scenarios.get(scenario.id)?.turns ?? [];
    scenarios.set(scenario.id, { id: scenario.id, turns: [...before, turn] });
  }
  return [...scenarios.values()];
}

/** The smallest layout with room for everything. @throws McpcheckError `usage` when there is none */
function layoutFor(automaton: Automaton, vocabulary: Vocabulary, file: string): Layout {
  const refused: string[] = [];
  for (const layout of layouts) {
    const { targets, anchors, shared, gatesFrom } = codesOf({ automaton, vocabulary, layout });
    const room = capacityOf(layout);
    const gates = Math.max(...automaton.turns.map(({ step }) => gatesFrom(step)));
    const counts = [
      ["tokens that are said", targets.length, room.targets],
      ["markers and places before special tokens", anchors, room.anchors],
      ["different special tokens", shared.length, room.shared],
      ["places before special tokens in one text", gates, mostGates],
    ] as const;
    const over = counts.find(([, count, most]) => count > most);
    if (over === undefined) return layout;
    refused.push(`${over[1]} ${over[0]}, room for ${over[2]}`);
  }
  throw new McpcheckError("usage", `${file}: too much for one model file: ${refused.at(-1)}; split the script`);
}

function validateContext(contextLength: number, scenarios: readonly CompiledScenario[], file: string): void {
  const longest = Math.max(...scenarios.flatMap(({ turns }) => turns.map(({ tokenCount }) => tokenCount)));
  const least = leastContext + longest;
  if (Number.isInteger(contextLength) && contextLength >= least) return;
  throw new McpcheckError(
    "usage",
    `${file}: a context of ${contextLength} tokens is too small: the longest text has ${longest}, and a prompt with tools, ` +
      `at one token per byte, needs ${leastContext} or more; give at least ${least}`,
  );
}
