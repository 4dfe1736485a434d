import type { Provider } from "../provider.ts";
import type { Rule } from "../rule.ts";
import { openaiRefusal } from "./shared/openai-refusal.ts";
import { openaiFunctions } from "./shared/openai-functions.ts";

const guide = "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas";

const total = (of: Extract<Rule, { kind: "total" }>["of"], most: number): Rule => ({
  kind: "total",
  of,
  most,
  says: `a schema has at most ${most} ${of}`,
  mend: "say less in the schema, or make several tools of it",
  source: guide,
});

export const openaiStrict: Provider = {
  id: "openai-strict",
  title: "OpenAI, strict",
  where: 'function tools with "strict": true',
  docs: "https://platform.openai.com/docs/guides/structured-outputs",
  read: "2026-11-23",
  rules: [
    ...openaiFunctions,
    {
      kind: "without",
      keywords: ["allOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else"],
      says: "these keywords are not supported",
      mend: "write it out without, or say it in the description",
      source: guide,
    },
    {
      kind: "without",
      keywords: ["oneOf"],
      says: "“'oneOf' is not permitted”",
      mend: "write anyOf",
      source: "https://github.com/ai-dynamo/dynamo/pull/15153",
    },
    {
      kind: "closed-objects",
      says: "“'additionalProperties' is required to be supplied and to be false”",
      mend: 'write "additionalProperties": false',
      source: guide,
    },
    {
      kind: "all-required",
      says: "all properties must be required",
      mend: 'require it, and allow null ("type": ["string", "null"]) where it is optional',
      source: guide,
    },
    {
      kind: "depth",
      most: 10,
      says: "a schema has at most 10 levels of nesting",
      mend: "make it flatter",
      source: guide,
    },
    total("properties", 5000),
    total("enum values", 1000),
    total("characters of names and enums", 120_000),
  ],
  refusal: openaiRefusal,
};
