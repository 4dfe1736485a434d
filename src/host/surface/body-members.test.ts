import { expect, test } from "vitest";
import { fromOllama, fromOpenai } from "./body-members.ts";

const schema = { type: "object", properties: { city: { type: "string" } } };

test.each([
  [{ format: "json", keep_alive: "5m", think: true }, { response_format: { type: "json_object" } }],
  [{ format: schema }, { response_format: { type: "json_schema", json_schema: { name: "answer", schema } } }],
  [{ think: "high", format: "" }, { reasoning_effort: "high" }],
])("members of Ollama's API %j", (given, options) => {
  expect(fromOllama(given, "ollama")).toEqual({ members: given, options: {} });
  expect(fromOllama(given, "openai")).toEqual({ members: {}, options });
});

test.each([
  [{ response_format: { type: "json_object" } }, { format: "json" }],
  [{ response_format: { type: "json_schema", json_schema: { name: "x", schema } } }, { format: schema }],
  [{ response_format: { type: "text" }, reasoning_effort: "low" }, { think: "low" }],
  [{ reasoning_effort: "none" }, { think: false }],
])("settings of OpenAI's API %j", (given, members) => {
  expect(fromOpenai(given, "ollama")).toEqual(members);
  expect(fromOpenai(given, "openai")).toEqual({});
});
