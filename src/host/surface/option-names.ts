/** The settings that both wires have, under their names on each. */
const pairs: readonly (readonly [ollama: string, openai: string])[] = [
  ["num_predict", "max_tokens"],
  ["temperature", "temperature"],
  ["top_p", "top_p"],
  ["seed", "seed"],
  ["stop", "stop"],
  ["frequency_penalty", "frequency_penalty"],
  ["presence_penalty", "presence_penalty"],
];

/** The options of a request as the model's server calls them; those it has no name for are left out where the wires differ. */
export function optionsFor(
  options: Readonly<Record<string, unknown>>,
  from: "ollama" | "openai",
  to: "ollama" | "openai",
): Readonly<Record<string, unknown>> {
  if (from === to) return options;
  const renamed = pairs.flatMap(([ollama, openai]) => {
    const [own, other] = from === "ollama" ? [ollama, openai] : [openai, ollama];
    return options[own] === undefined ? [] : [[other, options[own]]];
  });
  return Object.fromEntries(renamed) as Readonly<Record<string, unknown>>;
}
