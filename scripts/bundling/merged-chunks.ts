import { basename } from "node:path";
import { build, type BuildOptions, type BuildResult, type Metafile, type Plugin } from "esbuild";

/** What was built with `splitting`, and has not been written. */
export type Split = BuildResult<{ readonly metafile: true; readonly write: false }>;

/**
 * Writes what was built, with what one entry point loads at once in few files: what it shares with others are many small ones, and to find
 * a hundred files takes a start longer than to read them. They become one by the name `merged`; who wants one of them loads all.
 *
 * @throws Error where `entry` is no entry point of the build
 */
export async function writeMerged(
  { metafile, outputFiles }: Split,
  merged: string,
  entry: string,
  options: BuildOptions,
): Promise<void> {
  const graph = graphOf(metafile);
  const parts = partsOf(graph, entry);
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const left = [...graph.keys()].filter((file) => !parts.has(file));
  const names = [...left, `${merged}.js`];
  await build({
    ...options,
    entryPoints: names.map((file) => ({ in: file, out: basename(file, ".js") })),
    packages: "external",
    metafile: false,
    plugins: [mergedInto(`${merged}.js`, { graph, parts, texts })],
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

/** What an entry point loads at once, without what is an entry point itself: that keeps its file, for others load it by its name. */
function partsOf(graph: Graph, entry: string): ReadonlySet<string> {
  const [first] = [...graph].flatMap(([file, chunk]) => (chunk.entry === entry ? [file] : []));
  if (first === undefined) throw new Error(`${entry} is no entry point of the build`);
  const found = new Set([first]);
  for (const file of found) for (const next of graph.get(file)?.loads ?? []) found.add(next);
  return new Set([...found].filter((file) => graph.get(file)?.entry === undefined));
}

type Parts = { readonly graph: Graph; readonly parts: ReadonlySet<string>; readonly texts: ReadonlyMap<string, string> };

/** Makes one file of the parts, and has whoever takes something from one of them take it from there. */
function mergedInto(merged: string, { graph, parts, texts }: Parts): Plugin {
  const nameIn = (part: string, name: string): string => `${part.replaceAll(/\W/g, "_")}_${name}`;
  /** What is loaded for its effects alone exports nothing, and is loaded all the same. */
  const passedOn = (part: string, from: string, pair: (name: string) => string): string => {
    const names = graph.get(part)?.exports ?? [];
    return names.length === 0 ? `import "./${from}";` : `export { ${names.map(pair).join(", ")} } from "./${from}";`;
  };
  return {
    name: "merged chunks",
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, ({ path, importer, kind, namespace }) => {
        const file = basename(path);
        if (kind === "entry-point") return { path: file, namespace: file === merged ? "merged" : "part" };
        const isPart = kind === "import-statement" && path.startsWith("./") && parts.has(file);
        if (!isPart) return { path, external: true };
        const isInside = namespace === "merged" || parts.has(importer);
        return { path: file, namespace: isInside ? "part" : "passed on" };
      });
      bundler.onLoad({ filter: /./, namespace: "part" }, ({ path }) => ({ contents: texts.get(path) ?? "" }));
      bundler.onLoad({ filter: /./, namespace: "merged" }, () => ({
        contents: [...parts].map((part) => passedOn(part, part, (name) => `${name} as ${nameIn(part, name)}`)).join("\n"),
      }));
      bundler.onLoad({ filter: /./, namespace: "passed on" }, ({ path }) => ({
        contents: passedOn(path, merged, (name) => `${nameIn(path, name)} as ${name}`),
      }));
    },
  };
}
