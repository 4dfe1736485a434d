import type { Automaton } from "../automaton/automaton.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { Layout } from "./layout.ts";

/** What the weights are made from. */
export type Blueprint = {
  readonly automaton: Automaton;
  readonly vocabulary: Vocabulary;
  readonly layout: Layout;
  /** Ids of the tokens that show a tool result. */
  readonly signs: readonly number[];
};
