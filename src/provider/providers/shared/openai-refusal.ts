import type { RefusalForm } from "../../refuse/refusal-form.ts";

const schema = (wrong: string) => ({
  message: `Invalid schema for function '{tool}': ${wrong}`,
  param: "tools[{index}].function.parameters",
  code: "invalid_function_parameters",
});

const name = (wrong: string, code: string) => ({
  message: `Invalid 'tools[{index}].function.name': ${wrong}`,
  param: "tools[{index}].function.name",
  code,
});

const rootType = schema("schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{type}\"'.");

/** How OpenAI refuses functions, with and without `strict`. */
export const openaiRefusal: RefusalForm = {
  status: 400,
  words: {
    "tool-count": {
      message:
        "Invalid 'tools': array too long. Expected an array with maximum length {limit}, but got an array with length {count} instead.",
      param: "tools",
      code: "array_above_max_length",
    },
    name: name("string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", "invalid_value"),
    "name-length": name(
      "string too long. Expected a string with maximum length {limit}, but got a string with length {length} instead.",
      "string_above_max_length",
    ),
    "root-type": rootType,
    "root-type-absent": rootType,
    "root-without": schema("schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."),
    items: schema("In context={context}, array schema missing items."),
    "closed-objects": schema("In context={context}, 'additionalProperties' is required to be supplied and to be false."),
    "all-required": schema(
      "In context={context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '{missing}'.",
    ),
    without: schema("In context={context}, '{keyword}' is not permitted."),
  },
  otherwise: schema("In context={context}, {says}."),
  source: "https://github.com/anomalyco/opencode/issues/441",
};
