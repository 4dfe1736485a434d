import type { Plugin } from "esbuild";
import { statements } from "../../src/check/statements.ts";

/** Puts what the checks state into the program as data, in the place of the module that takes it from their code. */
export const statementsAsData: Plugin = {
  name: "statements as data",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]check[\\/]statements\.ts$/ }, () => ({
      contents: `export const statements = ${literalOf(statements)};`,
    }));
  },
};

/** Data are read faster by a JSON parser than by that of the language. */
const literalOf = (data: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(data))})`;
