import type { Provider } from "../provider.ts";
import { geminiRefusal } from "./shared/gemini-refusal.ts";
import { geminiName } from "./shared/gemini-name.ts";

/** The message `Schema` that `parameters` is read as. */
const schemaMessage = "https://ai.google.dev/api/caching#Schema";

export const gemini: Provider = {
  id: "gemini",
  title: "Gemini, parameters",
  where: "functionDeclarations with `parameters`, which are read as a subset of OpenAPI schemas",
  docs: "https://ai.google.dev/api/caching#FunctionDeclaration",
  read: "2026-11-23",
  rules: [
    geminiName,
    {
      kind: "root-type",
      says: "parameters are an object schema",
      mend: 'write "type": "object"',
      source: schemaMessage,
    },
    {
      kind: "only",
      keywords:
        "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum".split(
          " ",
        ),
      says: "“Unknown name …: Cannot find field”",
      mend: "leave it out and say it in the description, or send parametersJsonSchema",
      source: schemaMessage,
    },
    {
      kind: "one-type",
      says: "“Proto field is not repeating, cannot start list”",
      mend: 'write one type, and "nullable": true for null',
      source: "https://github.com/zed-industries/zed/issues/53919",
    },
    {
      kind: "types",
      only: ["string", "number", "integer", "boolean", "array", "object"],
      says: "null is not among the types this form was first documented with",
      mend: 'write "nullable": true',
      source: "https://github.com/googleapis/googleapis/blob/master/google/ai/generativelanguage/v1beta/content.proto",
    },
    {
      kind: "string-enums",
      says: "“enum: only allowed for STRING type”",
      mend: 'say "type": "string" and make the values strings, or say them in the description',
      source: "https://github.com/directus/directus/issues/27100",
    },
    {
      kind: "formats",
      type: "string",
      only: ["enum", "date-time"],
      says: "“only 'enum' and 'date-time' are supported for STRING type”",
      mend: "say the format in the description",
      source: "https://github.com/google-gemini/gemini-cli/issues/3178",
    },
    {
      kind: "items",
      usual: { type: "string" },
      says: "“items: missing field”",
      mend: 'add "items"',
      source: "https://github.com/cline/cline/issues/7339",
    },
    {
      kind: "no-boolean-schemas",
      says: "a schema is an object there",
      mend: "write a schema",
      source: schemaMessage,
    },
  ],
  refusal: geminiRefusal("parameters"),
};
