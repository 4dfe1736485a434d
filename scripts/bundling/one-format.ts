import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import type { ToolCallFormat, ValueDialect } from "../../src/toolcall/format.ts";
import { formats } from "../../src/toolcall/formats/registry.ts";
import { startOfHeaded } from "../../src/toolcall/reader/headed.ts";

/** The module that reads one format, and the one it has that format from: the build writes one of these for each format. */
const entry = fileURLToPath(new URL("../../src/library/toolcall-format.ts", import.meta.url));
const chosen = "/the-format.ts";
const library = join(entry, "..");

/** The entry points of `mcpcheck/toolcall/<format>`, for a build with `oneFormat`. */
export const formatEntries = formats.map(({ id }) => ({ in: `one-format:${id}`, out: `toolcall/${id}` }));

/**
 * Makes a module of its own of each format, with what reads this one and no other. `one-format-parts:<id>` is the format and what it
 * hands to the reader, without the library around it.
 */
export const oneFormat: Plugin = {
  name: "one format",
  setup(bundler) {
    bundler.onResolve({ filter: /^one-format:/ }, ({ path }) => ({
      path: path.slice("one-format:".length),
      namespace: "reader",
    }));
    bundler.onResolve({ filter: /^one-format-parts:/ }, ({ path }) => ({
      path: path.slice("one-format-parts:".length),
      namespace: "format",
    }));
    bundler.onResolve({ filter: /\/the-format\.ts$/ }, ({ importer }) => ({ path: importer, namespace: "format" }));
    bundler.onLoad({ filter: /./, namespace: "reader" }, () => ({
      contents: readFileSync(entry, "utf8"),
      loader: "ts",
      resolveDir: library,
    }));
    bundler.onLoad({ filter: /./, namespace: "format" }, ({ path }) => ({
      contents: moduleOf(path),
      loader: "ts",
      resolveDir: library,
    }));
  },
};

/** Something of `src/toolcall` that reads a format: its name, and the file that exports it. */
type Part = readonly [name: string, file: string];

function moduleOf(id: string): string {
  const format = formats.find((one) => one.id === id);
  if (format === undefined) throw new Error(`${chosen}: there is no format ${id}`);
  const engine: Part = [
    `create${format.engine.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Engine`,
    `engine/${format.engine}`,
  ];
  const parts = partsOf(format);
  const headed: readonly Part[] = [
    ["readHeadedMessages", "reader/headed"],
    ["startOfHeaded", "reader/headed"],
  ];
  const isHeaded = startOfHeaded(format) !== undefined;
  const types: readonly Part[] = format.engine === "tagged-args" ? [["createTypeLookup", "parameter-types"]] : [];
  const tokens: readonly Part[] = Object.keys(format.tokens).length > 0 ? [["createTokenInput", "reader/token-input"]] : [];
  const used = [engine, ...parts, ...(isHeaded ? headed : []), ...types, ...tokens];
  return [
    ...used.map(([name, file]) => `import { ${name} } from "../toolcall/${file}.ts";`),
    `export const format = ${dataOf(format)};`,
    "export const readers = {",
    `  engine: (ctx, { syntax }) => ${engine[0]}(${["ctx", "syntax", ...parts.map(([name]) => name)].join(", ")}),`,
    ...(isHeaded ? ["  headed: { startOf: startOfHeaded, read: readHeadedMessages },"] : []),
    ...types.map(([name]) => `  types: ${name},`),
    ...tokens.map(([name]) => `  tokens: ${name},`),
    "};",
  ].join("\n");
}

/** What the engine of a format is handed beside its syntax, in order. */
function partsOf(format: ToolCallFormat): readonly Part[] {
  switch (format.engine) {
    case "json-envelope":
      return [scannerOf([format.syntax.values])];
    case "header-args": {
      const { values, envelope } = format.syntax;
      const scanner = scannerOf(envelope === undefined ? [values] : [values, envelope.values]);
      return envelope === undefined ? [scanner] : [scanner, ["createEnvelopeReader", "engine/envelope-object"]];
    }
    case "tagged-args":
      return format.syntax.tree === undefined ? [] : [["readTaggedTree", "engine/tagged-tree"]];
    default:
      return [];
  }
}

/** What makes the scanners of these dialects. */
function scannerOf(dialects: readonly ValueDialect[]): Part {
  return dialects.every((dialect) => dialect === "json")
    ? ["createJsonScanner", "value/json-scanner"]
    : ["createValueScanner", "value/dialects"];
}

/** A format as a literal: it is data. @throws Error where it holds what JSON cannot say */
function dataOf(format: ToolCallFormat): string {
  return JSON.stringify(format, (key, value: unknown) => {
    if (typeof value === "function" || value instanceof RegExp) throw new Error(`${format.id}: ${key} is no data`);
    return value;
  });
}
