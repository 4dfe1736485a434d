import { isGate } from "../automaton/step.ts";
import type { Blueprint } from "./blueprint.ts";
import { buildAttention } from "./build-attention.ts";
import { buildFeedForward } from "./build-feed-forward.ts";
import { type Codes, codesOf } from "./codes-of.ts";
import { codeSize, flagAt, sharedAt } from "./layout.ts";
import { filled, type Matrix, put, zeros } from "./matrix.ts";
import type { ModelWeights } from "./model-weights.ts";

/** Ranks of markers are below; the unique tokens before shared ones count on from here. */
const firstGateOrder = 8;
/** Most unique tokens before shared ones in one text. */
export const mostGates = 48;

/**
 * The weights of an automaton. A unique token carries the code of its successor; attention fetches the anchor of the highest
 * order, the feed-forward network looks up what follows anchor and current token.
 */
export function buildWeights(blueprint: Blueprint): ModelWeights {
  const { layout } = blueprint;
  const codes = codesOf(blueprint);
  return {
    embedding: buildEmbedding(blueprint, codes),
    ...buildAttention(layout),
    ...buildFeedForward(blueprint, codes),
    attentionNorm: filled(layout.width, 1),
    feedForwardNorm: filled(layout.width, 1),
    outputNorm: filled(layout.width, 1),
    output: buildOutput(blueprint, codes),
  };
}

/** How loud a token that is not part of a script says the default start. */
const whisper = 0.25;
const outputGain = 4;
/** Makes the end of the answer second choice within a text, for servers that forbid the first. */
const endGain = 110;

function buildEmbedding({ automaton, vocabulary, layout, signs }: Blueprint, codes: Codes): Matrix {
  const matrix = zeros(vocabulary.tokens.length, layout.width);
  const fallback = codes.target(vocabulary.idOfStep(automaton.otherwise));
  const flag = (id: number, name: Parameters<typeof flagAt>[1], value = 1): void => put(matrix, id, flagAt(layout, name), value);
  const anchor = (id: number, code: Int8Array, order: number): void => {
    code.forEach((sign, index) => put(matrix, id, codeSize(layout) + index, sign));
    flag(id, "anchor");
    flag(id, "order", order / 16);
  };
  const uniqueIds = new Set(automaton.uniques.map((step) => vocabulary.idOfUnique(step)));
  for (const id of vocabulary.tokens.keys()) {
    flag(id, "constant");
    if (uniqueIds.has(id)) continue;
    fallback.forEach((sign, index) => put(matrix, id, index, whisper * sign));
    flag(id, "any");
  }
  for (const id of signs) flag(id, "sign");
  for (const [index, token] of codes.shared.entries()) put(matrix, vocabulary.idOf(token), sharedAt(layout, index), 1);
  for (const token of codes.leading) flag(vocabulary.idOf(token), "any", 0);
  for (const [marker, rank] of automaton.markers) anchor(vocabulary.idOf(marker), codes.anchor(marker), rank);
  for (const step of automaton.uniques) {
    const id = vocabulary.idOfUnique(step);
    codes.target(vocabulary.idOfStep(step.next)).forEach((sign, index) => put(matrix, id, index, sign));
    flag(id, "unique");
    if (isGate(step)) anchor(id, codes.anchor(step), firstGateOrder + mostGates - codes.gatesFrom(step));
  }
  fill(matrix, flagAt(layout, "fill"));
  return matrix;
}

/** Gives every row the length that makes normalization change nothing. */
function fill({ rows, columns, data }: Matrix, at: number): void {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < columns; column++) sum += (data[row * columns + column] ?? 0) ** 2;
    data[row * columns + at] = Math.sqrt(columns - sum);
  }
}

function buildOutput({ automaton, vocabulary, layout }: Blueprint, codes: Codes): Matrix {
  const matrix = zeros(vocabulary.tokens.length, layout.width);
  for (const id of codes.targets) {
    codes.target(id).forEach((sign, index) => put(matrix, id, index, outputGain * sign));
  }
  for (const { end } of automaton.turns) put(matrix, vocabulary.idOf(end), flagAt(layout, "unique"), endGain);
  return matrix;
}
