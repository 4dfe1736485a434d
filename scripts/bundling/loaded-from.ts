import { basename } from "node:path";
import type { Plugin } from "esbuild";

/** Has a source file that is loaded when it is needed loaded from the bundle of its own that it is the entry of. */
export function loadedFrom(entry: string): Plugin {
  const file = basename(entry);
  const path = `./${file.replace(/\.ts$/, ".js")}`;
  return {
    name: `${file} from its own bundle`,
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, (asked) =>
        asked.kind === "dynamic-import" && basename(asked.path) === file ? { path, external: true } : undefined,
      );
    },
  };
}
