import { expect, it } from "vitest";
import { pathsOn } from "./model-paths.ts";

it.each([
  ["0.20.7", ["template", "parser"]],
  ["0.30.0", ["template", "parser", "gguf"]],
  ["0.32.6-rc0", ["template", "parser", "gguf"]],
  ["1.0.0", ["template", "parser", "gguf"]],
  [null, ["template", "parser"]],
])("an Ollama %s has something for %j", (version, paths) => {
  expect(pathsOn(version)).toEqual(paths);
});
