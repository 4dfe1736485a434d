import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { McpcheckError } from "../mcpcheck-error.ts";
import { packageFile } from "./package-file.ts";

/** Folders of this package of which what is installed has one packed file each: they hold hundreds of small files, or megabytes. */
export const packedFolders = [
  "fixtures/toolcalls",
  "mocks/mutants",
  "suites/client",
  "suites/host",
  "suites/requirements",
] as const;

/** The packed file of one of them, from the package's root: gzipped JSON, an object of the files' texts by their paths. */
export function packedFile(folder: string): string {
  return `dist/data/${folder.replaceAll("/", "-")}.json.gz`;
}

/** Files of data that lie in a folder and the folders in it. */
export type DataFolder = {
  /** Their paths within it, with `/`, sorted; JSON Schemas are left out. */
  readonly names: readonly string[];
  /** The text of one. */
  readonly text: (name: string) => string;
  /** What an error calls one of them. */
  readonly fileOf: (name: string) => string;
};

/** The files of data of a folder on disk: the JSON files, or those with one of these endings. */
export function dataFolder(folder: string, endings: readonly string[] = [".json"]): DataFolder {
  const fileOf = (name: string): string => join(folder, name);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => endings.some((ending) => name.endsWith(ending)) && !name.endsWith(".schema.json"))
    .map((name) => name.replaceAll("\\", "/"));
  return { names: names.toSorted(), text: (name) => readFileSync(fileOf(name), "utf8"), fileOf };
}

/** The files of data of a folder of the checkout: JSON, and tables with tabs. */
export function checkoutFolder(folder: string): DataFolder {
  return dataFolder(folder, [".json", ".tsv"]);
}

/**
 * The files of data of a folder of this package, such as `suites/host`: those of the checkout, or the packed ones of what is installed.
 * @throws McpcheckError `harness` where there are neither
 */
export function packageFolder(path: string): DataFolder {
  const whole = packedFolders.find((folder) => path === folder || path.startsWith(`${folder}/`));
  const packed = whole === undefined ? undefined : packageFile(packedFile(whole));
  // What is installed has the schemas of such a folder, for editors, and nothing else of it.
  const onDisk = existsSync(packageFile("src"));
  if (onDisk || whole === undefined) return checkoutFolder(packageFile(path));
  if (packed === undefined || !existsSync(packed))
    throw new McpcheckError("harness", `${path}: is missing from this installation of mcpcheck; install it again`);
  const prefix = path === whole ? "" : `${path.slice(whole.length + 1)}/`;
  const texts = unpacked(packed);
  return {
    names: Object.keys(texts)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .toSorted(),
    text: (name) => texts[prefix + name] ?? "",
    fileOf: (name) => `${path}/${name}`,
  };
}

const read = new Map<string, Readonly<Record<string, string>>>();

/** A packed file; read once. */
function unpacked(file: string): Readonly<Record<string, string>> {
  const texts = read.get(file) ?? (JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as Record<string, string>);
  read.set(file, texts);
  return texts;
}
