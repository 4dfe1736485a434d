import type { Provider } from "../provider.ts";

const types = "https://github.com/ollama/ollama/blob/main/api/types.go";

export const ollama: Provider = {
  id: "ollama",
  title: "Ollama",
  where: "tools of /api/chat, which are read into ToolFunction before a template or renderer shows them to the model",
  docs: "https://docs.ollama.com/capabilities/tool-calling",
  read: "2026-11-23",
  opaque: ["items", "$defs"],
  rules: [
    {
      kind: "one-type",
      root: true,
      says: "the type of the parameters is one string",
      mend: 'write "type": "object"',
      source: types,
    },
    {
      kind: "no-boolean-schemas",
      says: "a property is read into a struct",
      mend: "write {} for true; leave the property out for false",
      source: types,
    },
    {
      kind: "root-without",
      keywords: ["oneOf", "anyOf", "allOf", "not", "if", "dependentRequired", "dependentSchemas", "patternProperties"],
      says: "of the parameters only type, $defs, items, required and properties are kept",
      mend: "make one object of it, or say it in the description",
      source: types,
      ignored: true,
    },
    {
      kind: "without",
      keywords:
        "$ref const oneOf allOf not format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems patternProperties dependentRequired dependentSchemas if then else".split(
          " ",
        ),
      says: "of a property only anyOf, type, items, description, enum, properties and required are kept: models do not see it",
      mend: "say it in the description",
      source: types,
      ignored: true,
    },
  ],
  refusal: {
    status: 400,
    words: {
      "one-type": {
        message: "json: cannot unmarshal array into Go struct field ChatRequest.tools.function.parameters.type of type string",
      },
    },
    otherwise: {
      message:
        "json: cannot unmarshal bool into Go struct field ChatRequest.tools.function.parameters.properties of type api.ToolProperty",
    },
    source: "https://github.com/ollama/ollama/issues/10328",
  },
};
