import { basename, join } from "node:path";
import type { FileView } from "./file-view.ts";

/** What is prepared so that a package runner finds what it has fetched before, and can write beside it. */
export type RunnerCaches = {
  /** Variables by which the runner finds it, and knows that there is no network. */
  readonly env: Readonly<Record<string, string>>;
  /** Copied before the start: what the runner changes even when it only reads. */
  readonly copies: readonly Place[];
  /** Links made before the start, to what the sandbox shows at its own place. */
  readonly links: readonly Place[];
  /** Written before the start: the settings without which the runner does not know what it has fetched. */
  readonly settings: readonly { readonly to: string; readonly text: string }[];
};

/** Where something is, and where the runner looks for it. */
export type Place = { readonly from: string; readonly to: string };

/** Where the caches really are, and the home directory of the command. */
export type RunnerHomes = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** What npm's own settings of the user say. */
  readonly npmrc: string;
  readonly files: FileView;
};

/** What the package runners that a command names need of what they have fetched before. */
export function runnerCaches(words: readonly string[], homes: RunnerHomes): RunnerCaches {
  const parts = words.flatMap((word) => word.split(/\s+/u));
  const names = new Set(parts.map((word) => basename(word)));
  const of = runners.filter((runner) => runner.names.some((name) => names.has(name))).map(({ caches }) => caches(homes, parts));
  return {
    env: Object.assign({}, ...of.map(({ env }) => env)) as Record<string, string>,
    copies: of.flatMap(({ copies }) => copies),
    links: of.flatMap(({ links }) => links),
    settings: of.flatMap(({ settings }) => settings),
  };
}

const runners: readonly {
  readonly names: readonly string[];
  readonly caches: (homes: RunnerHomes, words: readonly string[]) => RunnerCaches;
}[] = [
  { names: ["npx", "npm"], caches: npmCaches },
  { names: ["uvx", "uv"], caches: uvCaches },
];

/** npm locks and checks the folder of what it runs, and rewrites the entries of its index as it reads them. */
function npmCaches({ env, home, npmrc, files }: RunnerHomes, words: readonly string[]): RunnerCaches {
  const from = env["npm_config_cache"];
  const to = join(home, ".npm");
  const fixed = { npm_config_cache: to, npm_config_offline: "true" };
  const settings = [{ to: join(home, ".npmrc"), text: registriesOf(npmrc) }];
  if (from === undefined) return { env: fixed, copies: [], links: [], settings };
  const place = (path: string): Place => ({ from: join(from, path), to: join(to, path) });
  const there = (path: string): boolean => files.kind(join(from, path)) !== undefined;
  const installed = files.names(join(from, "_npx")).map((name) => join("_npx", name));
  const wanted = installed.filter((folder) =>
    packagesOf(files.head(join(from, folder, "package.json"))).some((name) => words.includes(name)),
  );
  return {
    env: fixed,
    copies: [join("_cacache", "index-v5"), ...wanted].filter(there).map(place),
    links: [join("_cacache", "content-v2")].filter(there).map(place),
    settings,
  };
}

/** The packages, as they were named, for which npx has made a folder: it notes them in the folder's package.json. */
function packagesOf(manifest: string): string[] {
  return [...manifest.matchAll(/"([^"]+)"/gu)].flatMap(([, text]) => text ?? []);
}

/** The lines that name registries, by whose addresses npm knows what it has fetched; none with a user or password in it. */
function registriesOf(npmrc: string): string {
  const lines = npmrc.split(/\r?\n/u).filter((line) => /^\s*(?:@[^:=\s]+:)?registry\s*=\s*https?:\/\/[^@]*$/u.test(line));
  return lines.map((line) => `${line}\n`).join("");
}

/** Folders of uv's cache it writes to whatever it does: those of its builds, and its environments, which are links. */
const written = /^(?:builds|environments)-v\d+$/u;

/** uv makes locks and temporary folders in its cache and beside its tools. */
function uvCaches({ env, home, files }: RunnerHomes): RunnerCaches {
  const parts = [
    { variable: "UV_CACHE_DIR", from: env["UV_CACHE_DIR"], to: join(home, ".cache", "uv") },
    { variable: "UV_TOOL_DIR", from: env["UV_TOOL_DIR"], to: join(home, ".local", "share", "uv", "tools") },
  ];
  const places = parts.flatMap(({ from, to }): Place[] =>
    (from === undefined ? [] : files.names(from)).map((name) => ({ from: join(from ?? "", name), to: join(to, name) })),
  );
  const folders = places.filter(({ from }) => files.kind(from) === "folder");
  return {
    env: { UV_OFFLINE: "1", ...Object.fromEntries(parts.map(({ variable, to }) => [variable, to])) },
    copies: folders.filter(({ from }) => basename(from).startsWith("environments-")),
    links: folders.filter(({ from }) => !written.test(basename(from))),
    settings: [],
  };
}
