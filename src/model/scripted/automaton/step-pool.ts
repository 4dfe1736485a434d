import type { EndStep, SharedStep, SharedToken, Step, UniqueStep } from "./step.ts";

/** Makes steps and keeps them, so that texts that end alike share their tokens. */
export type StepPool = {
  readonly end: (token: string) => EndStep;
  readonly shared: (token: SharedToken, next: Step) => SharedStep;
  /** The step of a token of this spelling; undefined when the spelling already stands elsewhere. */
  readonly unique: (label: string, bytes: Uint8Array, next: Step) => UniqueStep | undefined;
  /** A token of one byte, in a tokenizer that can have as many as wanted. */
  readonly byte: (value: number, next: Step) => UniqueStep;
  /** Whether `unique` would give a step. */
  readonly has: (label: string, next: Step | undefined) => boolean;
  /** The unique steps of several bytes that lead to a step. */
  readonly before: (next: Step) => readonly UniqueStep[];
  /** All unique steps, in the order they were made. */
  readonly uniques: () => readonly UniqueStep[];
};

/** A pool without any step. `reserved` are spellings that other tokens have. */
export function createStepPool(reserved: ReadonlySet<string>): StepPool {
  const ends = new Map<string, EndStep>();
  const shareds = new Map<Step, Map<SharedToken, SharedStep>>();
  const bytes = new Map<Step, Map<number, UniqueStep>>();
  const uniques = new Map<string, UniqueStep>();
  const predecessors = new Map<Step, Set<UniqueStep>>();
  const byteCounts = new Map<number, number>();
  return {
    end: (token) => kept(ends, token, () => ({ kind: "end", token })),
    shared: (token, next) =>
      kept(
        kept(shareds, next, () => new Map<SharedToken, SharedStep>()),
        token,
        () => ({ kind: "shared", token, next }),
      ),
    has: (label, next) => !reserved.has(label) && (uniques.get(label)?.next ?? next) === next,
    unique(label, said, next) {
      if (reserved.has(label)) return undefined;
      const step = kept<string, UniqueStep>(uniques, label, () => ({ kind: "unique", bytes: said, label, next }));
      if (step.next !== next) return undefined;
      kept(predecessors, next, () => new Set<UniqueStep>()).add(step);
      return step;
    },
    byte: (value, next) =>
      kept(
        kept(bytes, next, () => new Map<number, UniqueStep>()),
        value,
        () => {
          const count = byteCounts.get(value) ?? 0;
          byteCounts.set(value, count + 1);
          const label = `<0x${value.toString(16).toUpperCase().padStart(2, "0")}>#${count}`;
          const step: UniqueStep = { kind: "unique", bytes: Uint8Array.of(value), label, next };
          uniques.set(label, step);
          return step;
        },
      ),
    before: (next) => [...(predecessors.get(next) ?? [])],
    uniques: () => [...uniques.values()],
  };
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
