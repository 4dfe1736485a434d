import type { Provider } from "../provider.ts";
import { geminiRefusal } from "./shared/gemini-refusal.ts";
import { geminiName } from "./shared/gemini-name.ts";

/** Documented of `responseJsonSchema`; that `parametersJsonSchema` goes the same way is likely and not said. */
const service =
  "https://github.com/googleapis/googleapis/blob/master/google/ai/generativelanguage/v1beta/generative_service.proto";

export const geminiJsonSchema: Provider = {
  id: "gemini-json-schema",
  title: "Gemini, parametersJsonSchema",
  where: "functionDeclarations with `parametersJsonSchema`; what is documented of responseJsonSchema is taken to hold",
  docs: "https://ai.google.dev/api/caching#FunctionDeclaration",
  read: "2026-11-23",
  rules: [
    geminiName,
    {
      kind: "root-type",
      says: "the schema must describe an object",
      mend: 'write "type": "object"',
      source: "https://ai.google.dev/api/caching#FunctionDeclaration",
    },
    {
      kind: "without",
      keywords:
        "const pattern minLength maxLength exclusiveMinimum exclusiveMaximum multipleOf uniqueItems contains minContains maxContains allOf not if then else dependentRequired dependentSchemas patternProperties propertyNames minProperties maxProperties unevaluatedItems unevaluatedProperties".split(
          " ",
        ),
      says: "not among the properties that are supported",
      mend: "say it in the description",
      source: service,
      ignored: true,
    },
    {
      kind: "apart",
      keywords: ["$ref"],
      beside:
        "type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required".split(
          " ",
        ),
      says: "beside $ref no other properties may be set, except those that begin with $",
      mend: "write out what $ref leads to",
      source: service,
    },
  ],
  refusal: geminiRefusal("parameters_json_schema"),
};
