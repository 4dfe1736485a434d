import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { checkoutFolder, packedFile, packedFolders } from "../src/base/files/package-folder.ts";
import { parseHostSuite } from "../src/run/host/case/load.ts";
import { parseSuite, suiteFiles } from "../src/run/suites/load-suites.ts";
import { digestOf, validatedFile } from "../src/run/suites/validated-suites.ts";
import { formatEntries, oneFormat } from "./bundling/one-format.ts";
import { writeMerged } from "./bundling/merged-chunks.ts";
import { loadedWhenUsed, seldom, seldomFiles } from "./bundling/seldom-used.ts";
import { statementsAsData } from "./bundling/statements-as-data.ts";

/**
 * Bundles the program into `dist`: a run starts the command line and recorded mock servers hundreds of times, and most of what a
 * start costs is the loading of modules one by one. Beside the bundles lie the licences of what is in them.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};
/** Parsers that ours is compared with, where they are installed: what is compared is the package, not what was bundled of it. */
const compared = ["@ai-sdk-tool/parser", "@modelcontextprotocol/sdk", "@streamparser/json", "partial-json"];

const shared = {
  absWorkingDir: root,
  outdir: "dist",
  entryNames: "[name]",
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  // Packages that bring ES modules are taken as such; the others ask for Node's own modules by require().
  mainFields: ["module", "main"],
  banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' },
  external: [...compared, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })],
  // Lines stay short: an error that nobody catches is shown with its own. What is shorter is loaded sooner. Functions are not given
  // their names back: that would cost something for each of them, whenever one is made, two fifths of what a parser run takes.
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  lineLimit: 160,
  logLevel: "warning",
  metafile: true,
} satisfies BuildOptions;

/** The class of our errors is a file of its own, so that whatever is imported throws the same one. */
const oneErrorClass: Plugin = {
  name: "one class of errors",
  setup(bundler) {
    bundler.onResolve({ filter: /\/mcpcheck-error\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./mcpcheck-error.js", external: true },
    );
  },
};

/** The command that is started most and waited for, and what else is started or imported often, each by what it loads at once. */
const starts = [
  ["src/cli/main.ts", "src/cli/dispatch.ts", "src/cli/commands/run/run-server.ts"],
  ["src/cli/main.ts"],
  ["src/cli/dispatch.ts"],
  ["src/run/judging/judging-worker.ts"],
  ["src/run/annotate/oracle-worker.ts"],
  ["src/cli/host/case-driver.ts"],
  ["src/cli/parser/parser-worker.ts"],
  ["src/cli/commands/parse.ts"],
  ["src/library/index.ts"],
];

/** Puts a module without files in the place of the one that reads them from a disk. */
const withoutFiles: Plugin = {
  name: "no files",
  setup(bundler) {
    const contents = `export const shippedFiles = () => new Map();
      export const pathFrom = (_folder, file) => file;
      export const textOfFile = () => { throw new Error("browsers read no files: hand over the script itself"); };`;
    bundler.onLoad({ filter: /[\\/]shipped-files\.ts$/ }, () => ({ contents, loader: "js" }));
  },
};

const seldomUsed = seldom.map(loadedWhenUsed);

const program = await build({
  ...shared,
  banner: {},
  write: false,
  entryPoints: [
    "src/cli/main.ts",
    "src/cli/host/case-driver.ts",
    "src/cli/parser/parser-worker.ts",
    "src/run/annotate/oracle-worker.ts",
    "src/run/judging/judging-worker.ts",
    "src/library/index.ts",
    "src/library/vitest.ts",
    "src/library/node-test.ts",
  ],
  splitting: true,
  chunkNames: "[name]-[hash]",
  plugins: [oneErrorClass, statementsAsData, ...seldomUsed],
});
await writeMerged(program, starts, shared);
// What tests import: apart from the program, whose many small chunks cost more to find than to read.
const imported = await build({
  ...shared,
  entryPoints: ["src/library/mock.ts", "src/library/model.ts", "src/library/msw.ts"],
  splitting: true,
  chunkNames: "shared-[hash]",
  plugins: [oneErrorClass, ...seldomUsed],
});
// What browsers load too: no module of Node, and as short as it gets.
const portable = await build({
  ...shared,
  entryPoints: [{ in: "src/library/toolcall.ts", out: "toolcall" }],
  platform: "neutral",
  target: "es2023",
  banner: {},
  plugins: [oneErrorClass],
});
// Who catches one reads its name.
await build({
  ...shared,
  entryPoints: [{ in: "src/base/mcpcheck-error.ts", out: "mcpcheck-error" }],
  platform: "neutral",
  target: "es2023",
  minifyIdentifiers: false,
  banner: {},
});
// The same for one format alone: who bundles it gets what reads this one.
const singly = await build({
  ...shared,
  entryPoints: [...formatEntries],
  entryNames: "[dir]/[name]",
  platform: "neutral",
  target: "es2023",
  banner: {},
  splitting: true,
  chunkNames: "toolcall-[hash]",
  plugins: [oneFormat],
});
// A browser has no disk to read scripts from.
const browser = await build({
  ...shared,
  entryPoints: [{ in: "src/library/msw.ts", out: "msw-browser" }],
  platform: "browser",
  target: "es2023",
  banner: {},
  plugins: [oneErrorClass, withoutFiles],
});
// It is started most often, and nobody reads a trace of its stack. Node loads a CommonJS module faster.
const mock = await build({
  ...shared,
  entryPoints: [
    { in: "src/run/recorded-mock.ts", out: "recorded-mock" },
    { in: "src/library/mock/stdio-relay.ts", out: "mock-relay" },
  ],
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  banner: {},
  plugins: seldomUsed,
});
const apart = await Promise.all(
  seldomFiles(root).map(
    async (file) =>
      // Node loads a CommonJS module faster.
      await build({ ...shared, ...file, outExtension: { ".js": ".cjs" }, format: "cjs", banner: {} }),
  ),
);
mkdirSync(join(dist, "data"), { recursive: true });
for (const folder of packedFolders) {
  const { names, text } = checkoutFolder(join(root, folder));
  const texts = JSON.stringify(Object.fromEntries(names.map((name) => [name, text(name)])));
  writeFileSync(join(root, packedFile(folder)), gzipSync(texts, { level: 9 }));
}
writeFileSync(join(root, validatedFile), JSON.stringify([...suiteFiles().map(validated), ...hostSuites()]));
writeFileSync(
  join(dist, "THIRD-PARTY-LICENSES.txt"),
  licences([program, imported, portable, singly, browser, mock, ...apart].map(({ metafile }) => metafile)),
);

/** The digest of a suite that fits its schema. */
function validated(file: string): string {
  const text = readFileSync(file, "utf8");
  parseSuite(text, file);
  return digestOf(text);
}

/** The same of the suites for hosts. */
function hostSuites(): string[] {
  const { names, text, fileOf } = checkoutFolder(join(root, "suites/host"));
  return names
    .filter((name) => !name.includes("/"))
    .map((name) => {
      parseHostSuite(text(name), fileOf(name));
      return digestOf(text(name));
    });
}

/** The licence texts of the packages of which something is in the bundles. */
function licences(metafiles: readonly Metafile[]): string {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const packages = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []);
  return [...new Set(packages)].toSorted().map(licence).join("\n");
}

function licence(folder: string): string {
  const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Record<
    string,
    string
  >;
  if (file === undefined) throw new Error(`${folder}: no file with its licence, which has to be passed on with it`);
  const text = readFileSync(join(root, folder, file), "utf8");
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
