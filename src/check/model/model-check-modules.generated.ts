// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { ModelCheck } from "./model-check.ts";
import * as calls from "./calls.ts";
import * as characters from "./characters.ts";
import * as choice from "./choice.ts";
import * as streams from "./streams.ts";
import * as texts from "./texts.ts";

/** Every module of checks of inference servers, by its path. */
export const modelCheckModules: readonly Readonly<Record<string, ModelCheck>>[] = [
  calls,
  characters,
  choice,
  streams,
  texts,
];
