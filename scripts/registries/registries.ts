import { filesOf, identifier, type Source } from "./source.ts";

/** A file of source that names what a folder holds, so that an addition costs its own file alone. */
export type Registry = {
  /** The folder it looks through, from the root: what is in it and in the folders below. It is written there. */
  readonly folder: string;
  /** Its name, without `.generated.ts`. */
  readonly name: string;
  /** Its text below the heading. @throws Error naming a file that breaks the rules of the folder */
  readonly text: (sources: readonly Source[]) => string;
};

/** Every registry. What they hold is read from the text of the files; none of these is run. */
export const registries: readonly Registry[] = [
  {
    folder: "src/check",
    name: "check-modules",
    text: modules("Check", "./check.ts", "checkModules", "Every module of checks of protocol subjects"),
  },
  {
    folder: "src/check/model",
    name: "model-check-modules",
    text: modules("ModelCheck", "./model-check.ts", "modelCheckModules", "Every module of checks of inference servers"),
  },
  {
    folder: "src/toolcall/formats",
    name: "format-files",
    text: values("ToolCallFormat", "../format.ts", "formatFiles", "Every format"),
  },
  {
    folder: "src/model/scripted/families",
    name: "family-files",
    text: values("ModelFamily", "./family.ts", "familyFiles", "Every model family"),
  },
  {
    folder: "src/provider/providers",
    name: "provider-files",
    text: values("Provider", "../provider.ts", "providerFiles", "Every provider"),
  },
  { folder: "src/spec/shapes", name: "shape-modules", text: shapeModules },
  { folder: "src/report", name: "reporters", text: reporters },
  { folder: "src/cli/commands", name: "command-files", text: commands },
  { folder: "src/cli/lists", name: "lists", text: lists },
];

/** Modules that export what is declared with a type, each whole. */
function modules(type: string, typeFile: string, name: string, about: string): Registry["text"] {
  return (sources) => {
    const paths = filesOf(sources, type).map(({ path }) => path);
    return [
      `import type { ${type} } from "${typeFile}";`,
      ...paths.map((path) => `import * as ${identifier(path)} from "./${path}";`),
      "",
      `/** ${about}, by its path. */`,
      `export const ${name}: readonly Readonly<Record<string, ${type}>>[] = [`,
      ...paths.map((path) => `  ${identifier(path)},`),
      "];",
    ].join("\n");
  };
}

/** What files declare with a type, one each. */
function values(type: string, typeFile: string, name: string, about: string): Registry["text"] {
  return (sources) => {
    const files = filesOf(sources, type).map(({ path, exported: [value, ...more] }) => {
      if (value === undefined || more.length > 0) throw new Error(`${path}: exports ${more.length + 1} values; one each file`);
      return { path, value: value.name };
    });
    return [
      `import type { ${type} } from "${typeFile}";`,
      ...files.map(({ path, value }) => `import { ${value} } from "./${path}";`),
      "",
      `/** ${about}, by the path of its file. */`,
      `export const ${name}: readonly ${type}[] = [`,
      ...files.map(({ value }) => `  ${value},`),
      "];",
    ].join("\n");
  };
}

function shapeModules(sources: readonly Source[]): string {
  const names = sources.map(({ path }) => ({ path, name: identifier(path) }));
  return [
    ...names.map(({ path, name }) => `import * as ${name} from "./${path}";`),
    "",
    "/** What all modules of wire shapes export. */",
    "export const shapeModules = {",
    ...names.map(({ name }) => `  ...${name},`),
    "};",
  ].join("\n");
}

function reporters(sources: readonly Source[]): string {
  const found = sources.flatMap(({ path, exported }) =>
    exported.flatMap(({ name }) => (name.endsWith("Reporter") ? [{ path, name, id: name.slice(0, -"Reporter".length) }] : [])),
  );
  return [
    'import type { Reporter, ReporterOptions } from "./reporter.ts";',
    "",
    "/** Every reporter by the name the command line knows it by: `<name>Reporter` is exported by its file; loaded when it is wanted. */",
    "export const reporters: Readonly<Record<string, () => Promise<(options: ReporterOptions) => Reporter>>> = {",
    ...found.map(({ id, path, name }) => `  ${id}: async () => (await import("./${path}")).${name},`),
    "};",
  ].join("\n");
}

function commands(sources: readonly Source[]): string {
  const entries = sources.flatMap(({ path, name, text }) => {
    const summary = /^export const summary =\s+("(?:[^"\\]|\\.)*");$/m.exec(text)?.[1];
    if (summary === undefined) throw new Error(`${path}: has no line: export const summary = "what --help says of the command";`);
    return [
      `  {`,
      `    path: "${name.replaceAll("-", " ")}",`,
      `    summary: ${summary},`,
      `    load: () => import("./${path}"),`,
      "  },",
    ];
  });
  return [
    'import type { CommandEntry } from "../command.ts";',
    "",
    "/** Every command: its words are the name of its file, and it says its summary itself. */",
    "export const commandFiles: readonly CommandEntry[] = [",
    ...entries,
    "];",
  ].join("\n");
}

function lists(sources: readonly Source[]): string {
  const found = sources.flatMap(({ path, name, exported }) =>
    exported.flatMap((one) =>
      /^list[A-Z]\w*$/.test(one.name) ? [`  ${memberName(name)}: async () => (await import("./${path}")).${one.name}(),`] : [],
    ),
  );
  return [
    'import type { Listing } from "./listing.ts";',
    "",
    "/** Every list by its name, which is that of its file; loaded when it is asked for. */",
    "export const lists: Readonly<Record<string, () => Promise<Listing>>> = {",
    ...found,
    "};",
  ].join("\n");
}

/** A name as the member of an object, in quotes where it needs them. */
function memberName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}
