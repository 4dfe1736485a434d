import type { Provider } from "../rule.ts";

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
};
