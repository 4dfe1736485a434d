import { randomUUID } from "node:crypto";
import { commandLineServer } from "../../host/config/command-line-server.ts";
import { loadConfiguration } from "../../host/config/load-configuration.ts";
import type { HostConfiguration } from "../../host/config/configuration.ts";
import { readEnvironment } from "../../host/config/environment-settings.ts";
import { type Problem, problemText, usable } from "../../host/config/problem.ts";
import { systemWorld } from "../../host/config/system-world.ts";
import type { World } from "../../host/config/world.ts";
import { effectiveProfile } from "../../host/profile/effective-profile.ts";
import type { HostProfile } from "../../host/profile/host-profile.ts";
import { visible } from "../../host/policy/visible.ts";
import { withSecurity } from "../../host/policy/with-security.ts";
import { withSettings } from "../../host/policy/with-settings.ts";
import { createHost, type Host } from "../../host/surface/host.ts";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { createOllamaBackend } from "../../model/backend/ollama-backend.ts";
import { createOpenaiBackend } from "../../model/backend/openai-backend.ts";
import type { ModelBackend } from "../../model/model-backend.ts";
import { formatById, formats } from "../../toolcall/formats/registry.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { systemClock } from "../../transport/clock.ts";
import { createProcessGuard, type ProcessGuard } from "../../transport/process-guard.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";

/** The options that say what a host is, common to `serve host` and `chat`. */
export type HostOptions = {
  readonly profile: string;
  readonly set: readonly string[];
  readonly config?: string;
  readonly mcpConfig?: string;
  readonly mcpCommand?: string;
  readonly mcpArgs?: string;
  readonly modelUrl?: string;
  readonly modelApi: string;
  readonly format?: string;
};

/** A host made from the command line, and what keeps its children from outliving it. */
export type OpenedHost = {
  readonly host: Host;
  readonly profile: HostProfile;
  readonly world: World;
  readonly guard: ProcessGuard;
};

const defaultUrls = { ollama: "http://127.0.0.1:11434", openai: "http://127.0.0.1:8000/v1" };

/**
 * Makes a host from options, environment and files. Warnings go to standard error.
 * @throws McpcheckError `usage` for whatever cannot be used
 */
export function openHost(options: HostOptions, io: Io): OpenedHost {
  const asked = effectiveProfile(options.profile, options.set);
  const world: World = { ...systemWorld(io.env), cwd: io.cwd };
  const environment = readEnvironment({ profile: asked, env: io.env, origin: "variable" });
  const settings = usable(environment);
  const file = options.config ?? options.mcpConfig;
  // Rows B3-009 to B3-011: one server described by the command line itself.
  const single = commandLineServer({ command: options.mcpCommand, args: options.mcpArgs, config: file });
  const loaded = loadConfiguration(asked, world, file);
  warnOf([...environment.warnings, ...loaded.warnings], io);
  const found = usable(loaded);
  const configuration: HostConfiguration = single === undefined ? found : { ...found, servers: [...found.servers, single] };
  // What the command line sets goes before what the file says.
  const overridden = options.set.some((one) => one.startsWith("policy.approval.when="));
  const told = overridden ? asked : withSettings(asked, configuration.settings);
  const profile = withSecurity(withSecurity(told, configuration.security), settings.security);
  const guard = createProcessGuard();
  const modelApi = apiOf(options.modelApi);
  const format = formatOf(options.format);
  const host = createHost({
    profile,
    configuration,
    backend: backendOf(modelApi, options.modelUrl, io),
    modelApi,
    world,
    clock: systemClock,
    guard,
    callMs: settings.callMs,
    runners: settings.runners,
    version: version(),
    warn: (text) => io.stderr(`mcpcheck: ${visible(text)}\n`),
    random: randomUUID,
    ...(format === undefined ? {} : { format }),
  });
  return { host, profile, world, guard };
}

function warnOf(problems: readonly Problem[], io: Io): void {
  for (const problem of problems) io.stderr(`mcpcheck: warning: ${visible(problemText(problem))}\n`);
}

function apiOf(name: string): "ollama" | "openai" {
  if (name === "ollama" || name === "openai") return name;
  throw new McpcheckError("usage", `--model-api must be ollama or openai, not ${name}`);
}

function backendOf(api: "ollama" | "openai", given: string | undefined, io: Io): ModelBackend {
  const url = given ?? defaultUrls[api];
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new McpcheckError("usage", `--model-url: ${url} is no http(s) address`);
  if (api === "ollama") return createOllamaBackend({ url });
  const apiKey = io.env["OPENAI_API_KEY"];
  return createOpenaiBackend({ url: withVersion(url), ...(apiKey === undefined ? {} : { apiKey }) });
}

/** An address without any path means the usual one. */
function withVersion(url: string): string {
  return new URL(url).pathname === "/" ? `${url.replace(/\/+$/, "")}/v1` : url;
}

function formatOf(id: string | undefined): ToolCallFormat | undefined {
  if (id === undefined) return undefined;
  const format = formatById(id);
  if (format !== undefined) return format;
  throw new McpcheckError("usage", `--format: there is no format ${id} (there are ${formats.map((one) => one.id).join(", ")})`);
}
