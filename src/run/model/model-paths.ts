import type { ModelFamily, OllamaSettings } from "../../model/scripted/families/family.ts";
import { formatById } from "../../toolcall/formats/registry.ts";

/** Ways an Ollama can be told to treat a model file: its own renderer and parser, a Go template, or what the file brings. */
export const modelPaths = ["template", "parser", "gguf"] as const;
/** A way to treat a model file. */
export type ModelPath = (typeof modelPaths)[number];

/**
 * The ways an Ollama of this version has something for. Before 0.30 it reads no chat template of a file unless it knows it, and a
 * model without one cannot be given tools.
 */
export function pathsOn(version: string | null): readonly ModelPath[] {
  const [, major = "0", minor = "0"] = /^v?(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  const readsTemplates = Number(major) > 0 || Number(minor) >= 30;
  return modelPaths.filter((path) => path !== "gguf" || readsTemplates);
}

/** What `/api/create` is told on a path; undefined where the family has nothing for it. */
export function settingsOn(family: ModelFamily, path: ModelPath): OllamaSettings | undefined {
  const { renderer, parser, template } = family.ollama;
  switch (path) {
    case "template":
      return template === undefined || !isReadByTemplate(family) ? undefined : { template };
    case "parser":
      if (renderer === undefined && parser === undefined) return undefined;
      return {
        ...(renderer === undefined ? {} : { renderer }),
        ...(parser === undefined ? {} : { parser }),
        ...(renderer === undefined && template !== undefined ? { template } : {}),
      };
    case "gguf":
      return {};
  }
}

/**
 * Whether a family's calls are what Ollama looks for after a template: JSON objects with a name and arguments, text without
 * wrappers. It promises nothing for others, and is not judged by them.
 */
function isReadByTemplate({ format: id }: ModelFamily): boolean {
  const format = formatById(id);
  if (format?.engine !== "json-envelope" || format.router !== null || format.contentWrap !== null) return false;
  const { nameKeys, argumentKeys, nameIsKey, values } = format.syntax;
  const isNamed = nameIsKey === true || (nameKeys[0] === "name" && ["arguments", "parameters"].includes(argumentKeys[0] ?? ""));
  return isNamed && values === "json";
}
