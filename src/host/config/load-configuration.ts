import { dirname } from "node:path";
import type { HostProfile } from "../profile/host-profile.ts";
import { type HostConfiguration, emptyConfiguration } from "./configuration.ts";
import type { Problem, Reading } from "./read/problem.ts";
import { readConfiguration } from "./read/read-configuration.ts";
import type { ServerDefinition } from "./server-definition.ts";
import { absolutePath, expandHome } from "./world/tools-path.ts";
import type { World } from "./world/world.ts";

/** What a host starts with, and the file it came from. */
export type LoadedConfiguration = HostConfiguration & { readonly file: string | undefined };

type Loading = Reading<LoadedConfiguration>;

/**
 * The configuration of a host: the file named, or the first of the profile's files that loads; a builtin definition underneath; the
 * definitions of the environment variable over it, name by name. Where the profile goes on without a file that is malformed, its
 * problems are warnings and its sound entries are used.
 */
export function loadConfiguration(profile: HostProfile, world: World, file?: string): Loading {
  const fromFile = file === undefined ? firstFile(profile, world) : namedFile(file, profile, world);
  const builtin = profile.configuration.builtinFilesystem ? [builtinFilesystem] : [];
  const base = { ...fromFile.value, servers: merged(builtin, fromFile.value.servers) };
  const variable = fromVariable(profile, world);
  return {
    value: {
      ...base,
      servers: variable.value.replace ? variable.value.servers : merged(base.servers, variable.value.servers),
      secrets: [...new Set([...base.secrets, ...variable.value.secrets])],
    },
    problems: [...fromFile.problems, ...variable.problems],
    warnings: [...fromFile.warnings, ...variable.warnings],
  };
}

/** Definitions over others: a later one of the same name takes the place of the earlier. */
function merged(under: readonly ServerDefinition[], over: readonly ServerDefinition[]): ServerDefinition[] {
  return [...new Map([...under, ...over].map((definition) => [definition.name, definition])).values()];
}

const builtinFilesystem: ServerDefinition = {
  name: "filesystem",
  description: "Files below the directory given",
  reach: { transport: "stdio", command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem"], env: {}, cwd: undefined },
  requiresPath: true,
  pathArgIndex: null,
  capabilities: [],
  autoEnable: "with_path",
  enableIf: {},
  enabled: true,
  initializeMs: undefined,
  callMs: undefined,
  origin: "builtin",
  place: "builtin",
};

function firstFile(profile: HostProfile, world: World): Loading {
  const warnings: Problem[] = [];
  for (const candidate of profile.configuration.files) {
    const path = absolutePath(candidate, world);
    const loading = readFile(path, profile, world);
    if (loading === undefined) continue;
    const skipped = profile.configuration.malformedFile === "skip" && loading.problems.length > 0;
    const unusable = skipped && loading.problems.some(({ pointer }) => pointer.length === 0);
    if (!unusable) {
      const found = skipped ? demoted(loading) : withoutServers(loading, profile.configuration.failure);
      return { ...found, warnings: [...warnings, ...found.warnings] };
    }
    warnings.push(...loading.problems, ...loading.warnings);
  }
  return { value: { ...emptyConfiguration, file: undefined }, problems: [], warnings };
}

function namedFile(file: string, profile: HostProfile, world: World): Loading {
  const path = absolutePath(file, world);
  const missing: Problem = { source: path, position: undefined, pointer: [], message: "there is no such file" };
  const loading = readFile(path, profile, world) ?? {
    value: { ...emptyConfiguration, file: undefined },
    problems: [missing],
    warnings: [],
  };
  return withoutServers(loading, profile.configuration.namedFailure);
}

/** Some hosts go on without any server rather than stop. */
function withoutServers(loading: Loading, failure: HostProfile["configuration"]["failure"]): Loading {
  if (loading.problems.length === 0 || failure === "stop") return loading;
  return demoted({ ...loading, value: { ...emptyConfiguration, file: loading.value.file, secrets: loading.value.secrets } });
}

function demoted({ value, problems, warnings }: Loading): Loading {
  return { value, problems: [], warnings: [...problems, ...warnings] };
}

function readFile(path: string, profile: HostProfile, world: World): Loading | undefined {
  let text: string | undefined;
  try {
    text = world.readText(path);
  } catch (cause) {
    const message = `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
    const problem: Problem = { source: path, position: undefined, pointer: [], message };
    return { value: { ...emptyConfiguration, file: path }, problems: [problem], warnings: [] };
  }
  if (text === undefined) return undefined;
  const { value, problems, warnings } = readConfiguration(text, path, { profile, env: world.env, origin: "file" });
  const servers = value.servers.map((server) => placed(server, path, profile, world));
  return { value: { ...value, servers, file: path }, problems, warnings };
}

/** A definition of a file with its own directory to start in, and with `~/` in arguments expanded, where the profile does so. */
function placed(server: ServerDefinition, file: string, profile: HostProfile, world: World): ServerDefinition {
  const { workingDirectory, homeInArguments } = profile.configuration;
  if (server.reach.transport !== "stdio") return server;
  const { args, cwd } = server.reach;
  const folder = workingDirectory === "file" ? dirname(file) : world.cwd;
  return {
    ...server,
    reach: {
      ...server.reach,
      args: homeInArguments ? args.map((argument) => expandHome(argument, world.home)) : args,
      cwd:
        cwd === undefined && workingDirectory === "host"
          ? undefined
          : absolutePath(cwd ?? ".", { home: world.home, cwd: folder }),
    },
  };
}

/** Malformed text in the variable is always an error: nobody would see a silent one. */
function fromVariable(profile: HostProfile, world: World): Reading<HostConfiguration> {
  const name = profile.configuration.serversVariable;
  const text = name === null ? undefined : world.env[name];
  if (name === null || text === undefined || text.trim() === "") return { value: emptyConfiguration, problems: [], warnings: [] };
  return readConfiguration(text, name, { profile, env: world.env, origin: "variable" });
}
