import { basename } from "node:path";
import { build, type BuildOptions, type BuildResult, type Metafile, type Plugin } from "esbuild";

/** What was built with `splitting`, and has not been written. */
export type Split = BuildResult<{ readonly metafile: true; readonly write: false }>;

/**
 * Writes what was built, with what the first of the `starts` loads at once in few files: what it shares with others are many small ones,
 * and to find a hundred files takes a start longer than to read them. Those become one that the same of the starts want; who wants
 * one of them loads all. Each start is named by the entry points it loads.
 *
 * @throws Error where a start names what is no entry point of the build
 */
export async function writeMerged(
  { metafile, outputFiles }: Split,
  starts: readonly (readonly string[])[],
  options: BuildOptions,
): Promise<void> {
  const graph = graphOf(metafile);
  const fileOfPart = partsOf(graph, starts);
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const left = [...graph.keys()].filter((file) => !fileOfPart.has(file));
  await build({
    ...options,
    entryPoints: [...new Set(fileOfPart.values()), ...left].map((file) => ({ in: file, out: basename(file, ".js") })),
    packages: "external",
    metafile: false,
    plugins: [mergedParts(graph, fileOfPart, texts)],
  });
}

/** A file of the build: what it loads at once, what others may take from it, and the module it is the entry of. */
type Chunk = { readonly loads: readonly string[]; readonly exports: readonly string[]; readonly entry: string | undefined };

/** The files of a build, by their names. */
type Graph = ReadonlyMap<string, Chunk>;

function graphOf({ outputs }: Metafile): Graph {
  return new Map(
    Object.entries(outputs).map(([path, { imports, exports, entryPoint }]) => {
      const loads = imports.filter(({ kind, external }) => kind === "import-statement" && external !== true);
      return [basename(path), { loads: loads.map((one) => basename(one.path)), exports, entry: entryPoint }];
    }),
  );
}

/** The name of the file that each part becomes part of. An entry keeps its own, for others load it by its name. */
function partsOf(graph: Graph, starts: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const [first = new Set<string>(), ...others] = starts.map((entries) => loadedBy(graph, entries));
  const parts = [...first].filter((file) => graph.get(file)?.entry === undefined);
  const key = (file: string): string => others.map((other) => (other.has(file) ? "1" : "0")).join("");
  return new Map(parts.map((file) => [file, `parts-${key(file)}.js`]));
}

function loadedBy(graph: Graph, entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const entry of entries) {
    const files = [...graph].flatMap(([file, chunk]) => (chunk.entry === entry ? [file] : []));
    if (files.length === 0) throw new Error(`${entry} is no entry point of the build`);
    for (const file of files) found.add(file);
  }
  for (const file of found) for (const next of graph.get(file)?.loads ?? []) found.add(next);
  return found;
}

/** Makes one file of the parts that belong to it, and has whoever takes something from one of them take it from there. */
function mergedParts(graph: Graph, fileOfPart: ReadonlyMap<string, string>, texts: ReadonlyMap<string, string>): Plugin {
  const files = new Set(fileOfPart.values());
  const nameIn = (part: string, name: string): string => `$${part.replaceAll(/\W|^chunk|js$/g, "")}${name}`;
  /** What is loaded for its effects alone exports nothing, and is loaded all the same. */
  const passedOn = (part: string, from: string, pair: (name: string) => string): string => {
    const names = graph.get(part)?.exports ?? [];
    return names.length === 0 ? `import "./${from}";` : `export { ${names.map(pair).join(", ")} } from "./${from}";`;
  };
  return {
    name: "merged parts",
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, ({ path, importer, kind, namespace }) => {
        const file = basename(path);
        if (kind === "entry-point") return { path: file, namespace: files.has(file) ? "merged" : "part" };
        const its = kind === "import-statement" && path.startsWith("./") ? fileOfPart.get(file) : undefined;
        if (its === undefined) return { path, external: true };
        const here = namespace === "merged" ? importer : fileOfPart.get(importer);
        return { path: file, namespace: its === here ? "part" : "passed on" };
      });
      bundler.onLoad({ filter: /./, namespace: "part" }, ({ path }) => ({ contents: texts.get(path) ?? "" }));
      bundler.onLoad({ filter: /./, namespace: "merged" }, ({ path }) => ({
        contents: [...fileOfPart]
          .filter(([, its]) => its === path)
          .map(([part]) => passedOn(part, part, (name) => `${name} as ${nameIn(part, name)}`))
          .join("\n"),
      }));
      bundler.onLoad({ filter: /./, namespace: "passed on" }, ({ path }) => ({
        contents: passedOn(path, fileOfPart.get(path) ?? "", (name) => `${nameIn(path, name)} as ${name}`),
      }));
    },
  };
}
