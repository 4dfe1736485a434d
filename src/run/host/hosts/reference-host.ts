import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { systemWorld } from "../../../host/config/world/system-world.ts";
import { effectiveProfile } from "../../../host/profile/effective-profile.ts";
import { type HostProfile, profileIds } from "../../../host/profile/host-profile.ts";
import { createApprovalDesk } from "../../../host/surface/approval-desk.ts";
import { type AssembledHost, assembleHost, type HostParts } from "../../../host/surface/assemble-host.ts";
import { serveSurfaces } from "../../../host/surface/serve-surfaces.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { createOllamaBackend } from "../../../model/backend/ollama-backend.ts";
import type { ProcessGuard } from "../../../transport/process/process-guard.ts";
import { writeFileSync } from "node:fs";
import { askSurface, overHttp } from "../ask/ask-surface.ts";
import { environmentOf } from "../ask/environment-of.ts";
import { needsOf } from "../case/case-needs.ts";
import { type Capability, capabilities, type HostCase } from "../case/host-case.ts";
import { leapingTime } from "../host-time.ts";
import { openCommandLine } from "../ask/command-line.ts";
import type { CaseSetting, HostUnderTest, OpenHost, RefusedStart } from "../host-under-test.ts";
import type { ServerEntry } from "../mock/mock-servers.ts";
import { openTerminal } from "../ask/open-terminal.ts";
import { bridgeOf } from "./reference-bridge.ts";
import { overrideWords } from "./override-words.ts";
import { configText } from "../ask/server-config.ts";
import { canTalkAtTerminal } from "../ask/talk-at-terminal.ts";

/** What the reference host needs from the program that judges it. */
export type ReferenceSurroundings = { readonly version: string; readonly guard: ProcessGuard };

const approvalKey = "policy.approval.when";

/** Longest a step may take: beyond every time limit that cases set. */
const stepMs = 20_000;

/** The reference host, in this process, asked over HTTP on loopback. */
export function referenceHost(surroundings: ReferenceSurroundings): HostUnderTest {
  return {
    subject: { kind: "host", transport: "http", name: "mcpcheck reference host", version: surroundings.version },
    capabilities: new Set(capabilities.filter((one: Capability) => one !== "terminal" || canTalkAtTerminal())),
    preferred: "http",
    profiles: profileIds,
    time: () => leapingTime(),
    open: (setting) => openReference(setting, surroundings),
  };
}

async function openReference(setting: CaseSetting, { version, guard }: ReferenceSurroundings): Promise<OpenHost | RefusedStart> {
  const { hostCase, servers, directory, path, modelUrl, modelName, record, time, stop } = setting;
  if (hostCase.steps.some((step) => "cli" in step)) return openCommandLine(setting, guard);
  const atTerminal = hostCase.steps.some((step) => "terminal" in step);
  if (atTerminal) return openTerminal(setting, terminalWords(setting), guard);
  const asked = profileOf(hostCase);
  const env = environmentOf(hostCase, { PATH: path, HOME: directory });
  // Hosts of this form use no configured server by itself: the request brings them.
  const byRequest = asked.configuration.form === "servers" && hostCase.configFile === undefined;
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const assembled = assemble({
    profile: asked,
    file: configurationFile(asked, byRequest ? [] : servers, setting),
    approvalDecided: !(hostCase.requires ?? []).includes("approval") || Object.hasOwn(hostCase.set ?? {}, approvalKey),
    backend: createOllamaBackend({ url: modelUrl }),
    modelApi: "ollama",
    version,
    world: { ...systemWorld(env), cwd: directory },
    clock: time.clock,
    guard,
    warn: note,
  });
  if ("refused" in assembled) return assembled;
  const { host, profile } = assembled;
  await host.start();
  const desk = createApprovalDesk(randomUUID);
  const parts = { host, desk, date: () => new Date(), random: randomUUID, token: undefined, note };
  const bridge = await bridgeOf(parts, setting);
  const served = await serveSurfaces(parts, {
    address: "127.0.0.1",
    port: 0,
    mounts: bridge === undefined ? [] : [bridge.mount],
  });
  bridge?.standsAt(served.url);
  const surface = {
    base: served.url,
    kind: profile.surface.offered.includes("chat") ? ("ollama" as const) : ("openai" as const),
    modelName,
    servers: byRequest ? servers : undefined,
    timeoutMs: stepMs,
    record,
    stop,
  };
  return {
    perform: (step) => askSurface(surface, overHttp(step)),
    async close() {
      await served.close();
      await host.close();
      return { killed: false, output: notes.join("\n") };
    },
  };
}

/** The host, or why it does not take its configuration. */
function assemble(parts: HostParts): AssembledHost | RefusedStart {
  try {
    return assembleHost(parts);
  } catch (error) {
    if (error instanceof McpcheckError && error.code === "usage") return { refused: error.message };
    throw error;
  }
}

/** The file the host is told of: the case's own, none where it has to find one, otherwise one with the servers of the case. */
function configurationFile(
  { configuration }: HostProfile,
  servers: readonly ServerEntry[],
  { hostCase, directory }: CaseSetting,
): string | undefined {
  if (hostCase.configFile !== undefined) return hostCase.configFile === null ? undefined : join(directory, hostCase.configFile);
  const isYaml = configuration.form === "llamafarm";
  const file = join(directory, isYaml ? "llamafarm.yaml" : "servers.json");
  writeFileSync(file, configText(isYaml ? "llamafarm-yaml" : "mcpServers", servers, hostCase.config ?? {}));
  return file;
}

/** The options of `chat` that make it the host of a case. */
function terminalWords(setting: CaseSetting): readonly string[] {
  const { hostCase, servers, modelUrl } = setting;
  const profile = profileOf(hostCase);
  const file = configurationFile(profile, servers, setting);
  const set = overrideWords(overridesOf(hostCase)).filter((word) => !word.startsWith("surface."));
  return [
    "--profile",
    profile.id,
    "--model-url",
    modelUrl,
    ...(file === undefined ? [] : ["--config", file]),
    ...set.flatMap((word) => ["--set", word]),
  ];
}

/**
 * The profile of a case. What a case is not about is out of its way: tools are exposed at once, nobody is asked for approval,
 * and a host for the terminal is asked over HTTP.
 */
function profileOf(hostCase: HostCase): HostProfile {
  return effectiveProfile(hostCase.profile ?? "strict", overrideWords(overridesOf(hostCase)));
}

function overridesOf(hostCase: HostCase): Readonly<Record<string, unknown>> {
  const { profile = "strict", set = {}, requires = [] } = hostCase;
  const needs = needsOf(hostCase);
  const { offered } = effectiveProfile(profile).surface;
  return {
    ...(requires.includes("jit") ? {} : { "tools.exposure": "eager" }),
    ...(requires.includes("approval") ? {} : { [approvalKey]: "off" }),
    ...(needs.has("agent-bridge") ? { "surface.agents": "documented" } : {}),
    ...(offered.includes("chat") || offered.includes("openai") ? {} : { "surface.offered": ["chat", "openai"] }),
    ...set,
  };
}
