import { randomUUID } from "node:crypto";
import { commandLineServer } from "../../host/config/command-line-server.ts";
import { readEnvironment } from "../../host/config/environment-settings.ts";
import { systemWorld } from "../../host/config/world/system-world.ts";
import type { World } from "../../host/config/world/world.ts";
import type { Tell } from "../../host/log/host-event.ts";
import { effectiveProfile } from "../../host/profile/effective-profile.ts";
import type { HostProfile } from "../../host/profile/host-profile.ts";
import { visible } from "../../base/visible.ts";
import { assembleHost } from "../../host/surface/assemble-host.ts";
import type { Host } from "../../host/surface/host.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { createOllamaBackend } from "../../model/backend/ollama-backend.ts";
import { createOpenaiBackend } from "../../model/backend/openai-backend.ts";
import type { ModelBackend } from "../../model/model-backend.ts";
import { formatById, formats } from "../../toolcall/formats/registry.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { systemClock } from "../../base/time/clock.ts";
import { createProcessGuard, type ProcessGuard } from "../../transport/process/process-guard.ts";
import { scaledClock } from "../../base/time/scaled-clock.ts";
import type { Io } from "../io.ts";
import { openHostLog } from "./host-log.ts";
import { version } from "../version.ts";
import { withoutEnd } from "../../base/without-end.ts";

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
  readonly timeScale?: string;
  readonly trace?: string;
  readonly logLevel?: string;
};

/** A host made from the command line, and what keeps its children from outliving it. */
export type OpenedHost = {
  readonly host: Host;
  readonly profile: HostProfile;
  readonly world: World;
  readonly guard: ProcessGuard;
  /** The configuration file that was read, if any. */
  readonly file: string | undefined;
};

const defaultUrls = { ollama: "http://127.0.0.1:11434", openai: "http://127.0.0.1:8000/v1" };

/**
 * Makes a host from options, environment and files. Warnings go to standard error; `hear` is told what the host does besides.
 * @throws McpcheckError `usage` for whatever cannot be used
 */
export function openHost(options: HostOptions, io: Io, hear?: Tell): OpenedHost {
  const scale = scaleOf(options.timeScale);
  const asked = withRealWork(effectiveProfile(options.profile, options.set), scale);
  const world: World = { ...systemWorld(io.env), cwd: io.cwd };
  const file = options.config ?? options.mcpConfig;
  const single = commandLineServer({ command: options.mcpCommand, args: options.mcpArgs, config: file });
  const guard = createProcessGuard();
  const modelApi = apiOf(options.modelApi);
  const format = formatOf(options.format);
  const clock = scale === 1 ? systemClock : scaledClock(systemClock, scale);
  const { debug } = readEnvironment({ profile: asked, env: io.env, origin: "variable" }).value;
  const log = openHostLog({ trace: options.trace, level: options.logLevel, debug }, io, clock.now);
  const tell: Tell | undefined =
    log.tell === undefined && hear === undefined
      ? undefined
      : (event) => {
          log.tell?.(event);
          hear?.(event);
        };
  const {
    host,
    profile,
    file: read,
  } = assembleHost({
    profile: asked,
    file,
    single,
    // What the command line sets goes before what the file says.
    approvalDecided: options.set.some((one) => one.startsWith("policy.approval.when=")),
    backend: backendOf(modelApi, options.modelUrl, io),
    modelApi,
    world,
    clock,
    guard,
    version: version(),
    warn: (text) => (log.warns ? io.stderr(`mcpcheck: ${visible(text)}\n`) : undefined),
    ...(tell === undefined ? {} : { tell }),
    random: randomUUID,
    ...(format === undefined ? {} : { format }),
  });
  const close = (withinMs?: number): Promise<void> => host.close(withinMs).finally(() => log.close());
  return { host: { ...host, close }, profile, world, guard, file: read };
}

function apiOf(name: string): "ollama" | "openai" {
  if (name === "ollama" || name === "openai") return name;
  throw new McpcheckError("usage", `--model-api must be ollama or openai, not ${name}`);
}

function backendOf(api: "ollama" | "openai", given: string | undefined, io: Io): ModelBackend {
  const url = given ?? defaultUrls[api];
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new McpcheckError("usage", `--model-url: ${url} is not an http(s) address`);
  if (api === "ollama") return createOllamaBackend({ url });
  const apiKey = io.env["OPENAI_API_KEY"];
  return createOpenaiBackend({ url: withVersion(url), ...(apiKey === undefined ? {} : { apiKey }) });
}

/** An address without any path means the usual one. */
function withVersion(url: string): string {
  return new URL(url).pathname === "/" ? `${withoutEnd(url, "/")}/v1` : url;
}

/** Time limits of a host that is judged from outside need not be waited for in full. */
function scaleOf(given: string | undefined): number {
  if (given === undefined) return 1;
  const factor = Number(given);
  if (Number.isInteger(factor) && factor >= 1) return factor;
  throw new McpcheckError("usage", `--time-scale: expected a whole number of at least 1, got "${given}"`);
}

/**
 * The profile whose limits of real work stay what they are when the clock runs faster: programs do not start, connections do not stand,
 * and models do not answer any sooner for that.
 */
function withRealWork(profile: HostProfile, scale: number): HostProfile {
  const real = (ms: number | null): number | null => (ms === null ? null : ms * scale);
  const { times } = profile;
  const kept = {
    bodyMs: real(times.bodyMs),
    connectMs: real(times.connectMs),
    initializeMs: real(times.initializeMs),
    runnerInitializeMs: real(times.runnerInitializeMs),
    listMs: real(times.listMs),
    modelMs: real(times.modelMs),
  };
  return scale === 1 ? profile : { ...profile, times: { ...times, ...kept } };
}

function formatOf(id: string | undefined): ToolCallFormat | undefined {
  if (id === undefined) return undefined;
  const format = formatById(id);
  if (format !== undefined) return format;
  throw new McpcheckError("usage", `--format: there is no format ${id} (there are ${formats.map((one) => one.id).join(", ")})`);
}
