import type { SharedToken, Step, UniqueStep } from "../automaton/step.ts";
import { isGate } from "../automaton/step.ts";
import type { Blueprint } from "./blueprint.ts";
import { type CodeWord, codeWords } from "./codes.ts";

/** The code words of a file. */
export type Codes = {
  /** Ids of the tokens that are ever said. */
  readonly targets: readonly number[];
  readonly target: (id: number) => CodeWord;
  readonly anchors: number;
  readonly anchor: (anchor: string | UniqueStep) => CodeWord;
  /** Tokens that are in many places of the script. */
  readonly shared: readonly SharedToken[];
  /** Those of them that some text begins with. */
  readonly leading: readonly SharedToken[];
  /** Unique tokens before shared ones from a step to the end. */
  readonly gatesFrom: (step: Step) => number;
};

/** Deals out code words: to what is said, and to what is remembered. */
export function codesOf({ automaton, vocabulary, layout }: Pick<Blueprint, "automaton" | "vocabulary" | "layout">): Codes {
  const { uniques, transitions, otherwise, markers } = automaton;
  const steps = [otherwise, ...transitions.map(({ target }) => target), ...uniques.map(({ next }) => next)];
  const targets = [...new Set(steps.map(vocabulary.idOfStep))];
  const targetIndex = new Map(targets.map((id, index) => [id, index + 1]));
  const anchors: readonly (string | UniqueStep)[] = [...markers.keys(), ...uniques.filter(isGate)];
  const anchorIndex = new Map(anchors.map((anchor, index) => [anchor, index + 1]));
  const currents = transitions.flatMap(({ anchor, current }) => (current === null ? [] : [{ anchor, current }]));
  const starts = currents.filter(({ anchor }) => anchor === null || typeof anchor === "string");
  const targetWord = kept(codeWords(layout.codeDegree));
  const anchorWord = kept(codeWords(layout.anchorDegree));
  return {
    targets,
    target: (id) => targetWord(targetIndex.get(id) ?? 0),
    anchors: anchors.length,
    anchor: (anchor) => anchorWord(anchorIndex.get(anchor) ?? 0),
    shared: [...new Set(currents.map(({ current }) => current))],
    leading: [...new Set(starts.map(({ current }) => current))],
    gatesFrom: gateCounter(),
  };
}

function kept(word: (index: number) => CodeWord): (index: number) => CodeWord {
  const words = new Map<number, CodeWord>();
  return (index) => {
    const found = words.get(index) ?? word(index);
    words.set(index, found);
    return found;
  };
}

/** Counts from the end, each step once. */
function gateCounter(): (step: Step) => number {
  const counts = new Map<Step, number>();
  return (from) => {
    const way: Step[] = [];
    let at = from;
    while (!counts.has(at)) {
      way.push(at);
      if (at.kind === "end") break;
      at = at.next;
    }
    for (const step of way.toReversed()) {
      const below = step.kind === "end" ? 0 : (counts.get(step.next) ?? 0);
      counts.set(step, below + (isGate(step) ? 1 : 0));
    }
    return counts.get(from) ?? 0;
  };
}
