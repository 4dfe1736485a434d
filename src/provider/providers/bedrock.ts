import type { Provider } from "../rule.ts";

const reference = "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html";

export const bedrock: Provider = {
  id: "bedrock",
  title: "Amazon Bedrock",
  where: "toolSpec of the Converse API; the model behind it may demand more",
  docs: "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html",
  read: "2026-11-23",
  rules: [
    {
      kind: "name",
      pattern: "^[a-zA-Z0-9_-]{1,64}$",
      longest: 64,
      says: "names have 1 to 64 characters of [a-zA-Z0-9_-]",
      mend: "give it a shorter name of such characters",
      source: reference,
    },
    {
      kind: "description-filled",
      says: "a description has at least one character",
      mend: "describe the tool",
      source: reference,
    },
    {
      kind: "root-type",
      says: "“The top level schema type must be object”",
      mend: 'write "type": "object"',
      source: "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolInputSchema.html",
    },
  ],
};
