import type { ModelFamily } from "../family.ts";
import { familyLike } from "../family-like.ts";
import { llama3 } from "../meta/llama3.1.ts";

/**
 * Functionary 3.1: the tokens of Llama 3.1, calls as JSON in a tag with the name. Source: the maker's chat template, as llama.cpp
 * ships it (`meetkai-functionary-medium-v3.1.jinja`). llama.cpp knows the family by one line of it.
 */
export const functionary31: ModelFamily = familyLike(llama3, {
  id: "functionary-v3.1",
  title: "Functionary 3.1 (<function=NAME> and JSON)",
  format: "functionary-v3.1",
  layout: {
    knownBy: 'set has_code_interpreter = tools | selectattr("type", "equalto", "code_interpreter") | list | length > 0',
    tools: ["\n\nThese functions can be called:\n", "\nTo call one, answer <function=NAME>ARGUMENTS</function>"],
    calls: { each: "<function=«name»>«args»</function>" },
  },
  manyCalls: true,
  ollama: {},
});
