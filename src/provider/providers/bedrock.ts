import type { Provider } from "../provider.ts";

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
  refusal: {
    status: 400,
    words: {
      name: {
        message:
          "1 validation error detected: Value '{tool}' at 'toolConfig.tools.{number}.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
      },
      "name-length": {
        message:
          "1 validation error detected: Value '{tool}' at 'toolConfig.tools.{number}.member.toolSpec.name' failed to satisfy constraint: Member must have length less than or equal to {limit}",
      },
      "description-filled": {
        message:
          "1 validation error detected: Value '' at 'toolConfig.tools.{number}.member.toolSpec.description' failed to satisfy constraint: Member must have length greater than or equal to 1",
      },
    },
    otherwise: {
      message: "The value at toolConfig.tools.{index}.toolSpec.inputSchema.json.type must be one of the following: object.",
    },
    source: "https://github.com/BerriAI/litellm/issues/24668",
  },
};
