import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Place, PlaceOf } from "../../report/place.ts";
import type { Subject } from "../../trace/trace.ts";
import type { Io } from "../io.ts";
import { configNames } from "../options/config-names.ts";

/** Files that say what a project is or starts, from its root, in the order they are asked for a place to show findings at. */
const manifests = [
  ".mcp.json",
  "mcp.json",
  ".vscode/mcp.json",
  ".cursor/mcp.json",
  "package.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "composer.json",
  "Gemfile",
];

/** Most bytes of a file that is looked into for a line. */
const mostBytes = 1_000_000;

/**
 * Finds for each subject the file of the repository its findings are shown at: what its command names, else the file that
 * configures it, the manifest, or the workflow that runs this. `argv` is the command line of the run.
 */
export function projectPlaces({ cwd, env }: Pick<Io, "cwd" | "env">, argv: readonly string[] = []): PlaceOf {
  const root = rootOf(cwd);
  const inProject = (file: string | undefined): string | undefined => {
    if (file === undefined) return undefined;
    const path = readable(() => {
      const whole = realpathSync(resolve(cwd, file));
      return statSync(whole).isFile() ? whole : undefined;
    });
    if (path === undefined) return undefined;
    // Services that show files do not follow links.
    const inside = relative(root, path);
    return inside.startsWith("..") || inside.split(sep).includes("node_modules") ? undefined : inside;
  };
  const general = [
    ...["--config", "--adapter"].map((option) => optionOf(argv, option)),
    ...configNames,
    ...manifests.map((name) => join(root, name)),
    workflowOf(root, env),
    join(root, "README.md"),
  ];
  return (subject: Subject | undefined, subjectId: string) => {
    const files = [...(subject?.command ?? []).filter((word) => !word.startsWith("-")), ...general];
    for (const file of files) {
      const path = inProject(file);
      if (path !== undefined) return lineIn(root, path, subjectId);
    }
    return { path: "README.md", line: 1, length: 1 };
  };
}

/** What is read of the file system; undefined where it cannot be: a report does without it. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The folder of the repository `cwd` is in; `cwd` itself where it is in none, or has been removed. */
function rootOf(cwd: string): string {
  const real = readable(() => realpathSync(cwd)) ?? cwd;
  for (let folder = real; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return real;
  }
}

/** The value of an option of the run itself, not of the command behind `--`. */
function optionOf(argv: readonly string[], option: string): string | undefined {
  const dashes = argv.indexOf("--");
  const own = dashes === -1 ? argv : argv.slice(0, dashes);
  const at = own.indexOf(option);
  return at === -1 ? undefined : own[at + 1];
}

/** The workflow this runs in (`owner/repo/.github/workflows/ci.yml@ref`), or else the first there is. */
function workflowOf(root: string, env: Io["env"]): string | undefined {
  const [, running] = /^[^/]+\/[^/]+\/(.+)@/.exec(env["GITHUB_WORKFLOW_REF"] ?? "") ?? [];
  if (running !== undefined && existsSync(join(root, running))) return join(root, running);
  const folder = join(root, ".github/workflows");
  const [first] = (readable(() => readdirSync(folder)) ?? []).filter((name) => /\.ya?ml$/.test(name)).toSorted();
  return first === undefined ? join(root, ".gitlab-ci.yml") : join(folder, first);
}

/** The line of a file that names the subject in quotes, or else its first. */
function lineIn(root: string, path: string, subjectId: string): Place {
  const shown = path.split(sep).join("/");
  const whole = join(root, path);
  const text = readable(() => (statSync(whole).size > mostBytes ? undefined : readFileSync(whole, "utf8")));
  if (text === undefined) return { path: shown, line: 1, length: 1 };
  const lines = text.split(/\r?\n/);
  const named = lines.findIndex((line) => line.includes(JSON.stringify(subjectId)));
  const index = Math.max(named, 0);
  return { path: shown, line: index + 1, length: lines[index]?.length ?? 0 };
}
