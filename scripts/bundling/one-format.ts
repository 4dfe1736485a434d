import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import type { ToolCallFormat } from "../../src/toolcall/format.ts";
import { formats } from "../../src/toolcall/formats/registry.ts";
import { startOfHeaded } from "../../src/toolcall/reader/headed.ts";

/** The module that reads one format, and the one it has that format from: the build writes one of these for each format. */
const entry = fileURLToPath(new URL("../../src/library/toolcall-format.ts", import.meta.url));
const chosen = "/the-format.ts";
const library = join(entry, "..");

/** The entry points of `mcpcheck/toolcall/<format>`, for a build with `oneFormat`. */
export const formatEntries = formats.map(({ id }) => ({ in: `one-format:${id}`, out: `toolcall/${id}` }));

/** Makes a module of its own of each format, with what reads this one and no other. */
export const oneFormat: Plugin = {
  name: "one format",
  setup(bundler) {
    bundler.onResolve({ filter: /^one-format:/ }, ({ path }) => ({
      path: path.slice("one-format:".length),
      namespace: "reader",
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

function moduleOf(id: string): string {
  const format = formats.find((one) => one.id === id);
  if (format === undefined) throw new Error(`${chosen}: there is no format ${id}`);
  const engine = `create${format.engine.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Engine`;
  const isHeaded = startOfHeaded(format) !== undefined;
  return [
    `import { ${engine} } from "../toolcall/engine/${format.engine}.ts";`,
    ...(isHeaded ? ['import { readHeadedMessages, startOfHeaded } from "../toolcall/reader/headed.ts";'] : []),
    `export const format = ${dataOf(format)};`,
    "export const readers = {",
    `  engine: (ctx, { syntax }) => ${engine}(ctx, syntax),`,
    ...(isHeaded ? ["  headed: { startOf: startOfHeaded, read: readHeadedMessages },"] : []),
    "};",
  ].join("\n");
}

/** A format as a literal: it is data. @throws Error where it holds what JSON cannot say */
function dataOf(format: ToolCallFormat): string {
  return JSON.stringify(format, (key, value: unknown) => {
    if (typeof value === "function" || value instanceof RegExp) throw new Error(`${format.id}: ${key} is no data`);
    return value;
  });
}
