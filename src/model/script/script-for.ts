import type { ModelScript } from "./model-script.ts";

/** The script that answers to a model name. One script alone answers to any name, unless it lists its names. */
export function scriptFor(scripts: readonly ModelScript[], model: string): ModelScript | undefined {
  const name = model.replace(/:latest$/, "");
  const named = scripts.find(({ id, models }) => id === name || (models ?? []).includes(model) || (models ?? []).includes(name));
  if (named !== undefined) return named;
  const [only, second] = scripts;
  return second === undefined && only?.models === undefined ? only : undefined;
}

/** The names of all models, as lists of models show them. */
export function modelNames(scripts: readonly ModelScript[]): readonly string[] {
  return scripts.flatMap(({ id, models }) => [id, ...(models ?? [])]);
}
