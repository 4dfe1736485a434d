import type { Provider } from "../provider.ts";

export const anthropic: Provider = {
  id: "anthropic",
  title: "Anthropic",
  where: "tools of the Messages API, without strict",
  docs: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
  read: "2026-11-23",
  rules: [
    {
      kind: "name",
      pattern: "^[a-zA-Z0-9_-]{1,128}$",
      longest: 128,
      says: "“String should match pattern '^[a-zA-Z0-9_-]{1,128}$'”",
      mend: "give it a shorter name of such characters",
      source: "https://github.com/MariaDB/mcp/issues/36",
    },
    {
      kind: "root-type",
      says: "input_schema is an object schema",
      mend: 'write "type": "object"',
      source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
    },
    {
      kind: "root-without",
      keywords: ["oneOf", "allOf", "anyOf"],
      says: "“input_schema does not support oneOf, allOf, or anyOf at the top level”",
      mend: "make one object with optional properties, or put the alternatives into a property",
      source: "https://github.com/anthropics/claude-code/issues/40075",
    },
    {
      kind: "property-names",
      pattern: "^[a-zA-Z0-9_.-]{1,64}$",
      longest: 64,
      says: "“Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'”",
      mend: "rename the property",
      source: "https://github.com/anthropics/claude-code/issues/79418",
    },
  ],
  refusal: {
    status: 400,
    words: {
      name: { message: "tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'" },
      "root-type-absent": { message: "tools.{index}.custom.input_schema.type: Field required" },
      "root-type": { message: "tools.{index}.custom.input_schema.type: Input should be 'object'" },
      "root-without": {
        message: "tools.{index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
      },
      "property-names": {
        message: "tools.{index}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
      },
    },
    otherwise: { message: "tools.{index}.custom.input_schema{dotted}: {says}" },
    source: "https://github.com/Kilo-Org/kilocode/issues/12238",
  },
};
