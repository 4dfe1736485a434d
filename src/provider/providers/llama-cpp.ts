import type { Provider } from "../provider.ts";

const readme = "https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md";
const converter = "https://github.com/ggml-org/llama.cpp/blob/master/common/json-schema-to-grammar.cpp";

export const llamaCpp: Provider = {
  id: "llama-cpp",
  title: "llama.cpp",
  where: "schemas of tools that llama-server turns into a grammar",
  docs: "https://github.com/ggml-org/llama.cpp/blob/master/docs/function-calling.md",
  read: "2026-11-23",
  rules: [
    {
      kind: "local-refs",
      says: "references other than #/… cannot be resolved",
      mend: "write out what it leads to",
      source: converter,
    },
    {
      kind: "anchored-patterns",
      says: "patterns must start with ^ and end with $",
      mend: "write ^.* in front and .*$ behind",
      source: readme,
    },
    {
      kind: "without",
      keywords:
        "patternProperties uniqueItems contains minContains maxContains not if then else dependentSchemas $anchor prefixItems".split(
          " ",
        ),
      says: "not supported, or broken; such features are skipped silently",
      mend: "say it in the description",
      source: readme,
      ignored: true,
    },
    {
      kind: "without",
      keywords: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
      types: ["number"],
      says: "limits count for integers only",
      mend: "say the limit in the description, or make it an integer",
      source: readme,
      ignored: true,
    },
    {
      kind: "apart",
      keywords: ["properties"],
      beside: ["anyOf", "oneOf"],
      says: "properties cannot be mixed with anyOf or oneOf in the same schema",
      mend: "write the properties into each alternative",
      source: readme,
      ignored: true,
    },
  ],
  refusal: {
    status: 400,
    body: { error: { code: 400, message: "{message}", type: "invalid_request_error" } },
    words: {
      "local-refs": { message: "JSON schema conversion failed:\nUnsupported ref: {ref}" },
      "anchored-patterns": { message: "JSON schema conversion failed:\nPattern must start with '^' and end with '$'" },
    },
    otherwise: { message: "JSON schema conversion failed:\n{says}" },
    source: "https://github.com/ggml-org/llama.cpp/pull/17572",
  },
};
