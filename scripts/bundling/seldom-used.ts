import type { BuildOptions, Plugin } from "esbuild";

/** What is used of a module that is seldom used; the file it is bundled to, if it is not one of Node's own. */
export type Seldom = { readonly module: string; readonly file?: string; readonly names: readonly string[] };

/**
 * Modules of which most starts of a program, and most who import, need nothing. A name that is missing is an error of the build; a
 * value that is neither a function nor a class cannot be among them.
 */
export const seldom: readonly Seldom[] = [
  {
    module: "node:crypto",
    names: ["createHash", "createHmac", "randomBytes", "randomInt", "randomUUID", "timingSafeEqual"],
  },
  { module: "ajv", file: "ajv", names: ["Ajv"] },
  { module: "ajv/dist/2020.js", file: "ajv", names: ["Ajv2020"] },
  { module: "idn-hostname", file: "idn-hostname", names: ["isIdnHostname"] },
  {
    module: "yaml",
    file: "yaml",
    names: ["LineCounter", "Parser", "isMap", "isNode", "isScalar", "isSeq", "parse", "parseDocument", "stringify", "visit"],
  },
];

/** Has a module, or the file with it, loaded when the first function of it is called. */
export function loadedWhenUsed({ module, file, names }: Seldom): Plugin {
  const namespace = `${module} when used`;
  const path = file === undefined ? module : `./${file}.cjs`;
  return {
    name: namespace,
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, (asked) => {
        if (asked.namespace === namespace) return { path, external: true };
        return asked.path === module ? { path: module, namespace } : undefined;
      });
      bundler.onLoad({ filter: /./, namespace }, () => ({
        contents: names.map((name) => forwarded(name, path)).join("\n"),
      }));
    },
  };
}

/** A function or class that is looked up when it is called. */
const forwarded = (name: string, path: string): string =>
  `export function ${name}(...given) {
    const { ${name}: found } = require("${path}");
    return new.target === undefined ? found(...given) : new found(...given);
  }`;

/** What the files of the packages are made of, below `root`. */
export function seldomFiles(root: string): Pick<BuildOptions, "entryNames" | "stdin">[] {
  return [...new Set(seldom.flatMap(({ file = [] }) => file))].map((file) => ({
    entryNames: file,
    stdin: {
      contents: seldom
        .filter((one) => one.file === file)
        .map(({ module, names }) => `export { ${names.join(", ")} } from "${module}";`)
        .join("\n"),
      resolveDir: root,
    },
  }));
}
