import { methodsOf } from "./methods.ts";
import { revisions } from "./revision.ts";
import type { Shape } from "./shape.ts";
import { shapes } from "./shape-registry.ts";

let words: ReadonlySet<string> | undefined;

/** Whether a word is one that messages are made of: a method, a member, a value the protocol names, a revision. It can be no secret. */
export function isProtocolWord(word: string): boolean {
  words ??= new Set([
    ...revisions,
    ...revisions.flatMap(methodsOf).map(({ name }) => name),
    ...[...shapes.values()].flatMap(wordsOf),
  ]);
  return words.has(word);
}

function wordsOf(shape: Shape): string[] {
  switch (shape.kind) {
    case "literal":
      return [String(shape.value)];
    case "one-of":
      return [...shape.values];
    case "list":
    case "record":
      return wordsOf(shape.of);
    case "union":
      return shape.branches.flatMap(wordsOf);
    case "object":
      return Object.entries(shape.fields).flatMap(([name, fields]) => [
        name,
        ...[fields].flat().flatMap((field) => wordsOf(field.shape)),
      ]);
    default:
      return [];
  }
}
