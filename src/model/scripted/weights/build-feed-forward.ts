import type { Transition } from "../automaton/transition.ts";
import type { Blueprint } from "./blueprint.ts";
import type { Codes } from "./codes-of.ts";
import { anchorSize, codeSize, flagAt, type Layout, sharedAt } from "./layout.ts";
import { type Matrix, put, zeros } from "./matrix.ts";
import type { ModelWeights } from "./model-weights.ts";

/** A neuron that is on gets half of this, one that is off at most minus a quarter. */
const sharpness = 160;
const loudness = 1 / 8;

/** A network that looks up the successor: one neuron per transition. */
export function buildFeedForward(blueprint: Blueprint, codes: Codes): Pick<ModelWeights, "gate" | "up" | "down"> {
  const { automaton, layout, vocabulary } = blueprint;
  const { transitions } = automaton;
  const size = Math.max(64, Math.ceil(transitions.length / 32) * 32);
  const gate = zeros(size, layout.width);
  const up = zeros(size, layout.width);
  const down = zeros(layout.width, size);
  for (const [neuron, transition] of transitions.entries()) {
    writeGate(gate, neuron, transition, layout, codes);
    put(up, neuron, flagAt(layout, "constant"), 1);
    const code = codes.target(vocabulary.idOfStep(transition.target));
    code.forEach((sign, index) => put(down, index, neuron, sign * loudness));
  }
  return { gate, up, down };
}

/**
 * On when anchor, current token and tool result are those of the transition. A token that is an anchor itself sees its own code
 * twice, for which `anchor` is taken off.
 */
function writeGate(gate: Matrix, neuron: number, transition: Transition, layout: Layout, codes: Codes): void {
  const { anchor, current, afterToolResult } = transition;
  const write = (at: number, value: number): void => put(gate, neuron, at, sharpness * value);
  write(current === null ? flagAt(layout, "any") : sharedAt(layout, codes.shared.indexOf(current)), 1);
  if (anchor === null) write(flagAt(layout, "anchored"), -1);
  else {
    codes.anchor(anchor).forEach((sign, index) => write(codeSize(layout) + index, sign / anchorSize(layout)));
    write(flagAt(layout, "anchor"), -1);
  }
  if (afterToolResult !== null) write(flagAt(layout, "seen"), afterToolResult ? 1 : -1);
  const conditions = 1 + (anchor === null ? 0 : 1) + (afterToolResult === true ? 1 : 0);
  write(flagAt(layout, "constant"), 0.5 - conditions);
}
