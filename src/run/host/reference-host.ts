import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { readEnvironment } from "../../host/config/environment-settings.ts";
import { loadConfiguration } from "../../host/config/load-configuration.ts";
import { problemText } from "../../host/config/problem.ts";
import { systemWorld } from "../../host/config/system-world.ts";
import { effectiveProfile } from "../../host/profile/effective-profile.ts";
import { type HostProfile, profileIds } from "../../host/profile/host-profile.ts";
import { createApprovalDesk } from "../../host/surface/approval-desk.ts";
import { createHost } from "../../host/surface/host.ts";
import { serveSurfaces } from "../../host/surface/serve-surfaces.ts";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { createOllamaBackend } from "../../model/backend/ollama-backend.ts";
import { systemClock } from "../../transport/clock.ts";
import type { ProcessGuard } from "../../transport/process-guard.ts";
import { writeFileSync } from "node:fs";
import { askSurface } from "./ask-surface.ts";
import { capabilities, type HostCase } from "./host-case.ts";
import { type CaseSetting, type HostUnderTest, nextToolCall, type OpenHost } from "./host-under-test.ts";
import { configText, requestEntries } from "./server-config.ts";

/** What the reference host needs from the program that judges it. */
export type ReferenceSurroundings = { readonly version: string; readonly guard: ProcessGuard };

/** Longest a step may take: beyond every time limit that cases set. */
const stepMs = 20_000;

/** The reference host, in this process, asked over HTTP on loopback. */
export function referenceHost(surroundings: ReferenceSurroundings): HostUnderTest {
  return {
    subject: { kind: "host", transport: "http", name: "mcpcheck reference host", version: surroundings.version },
    capabilities: new Set(capabilities),
    preferred: "http",
    profiles: profileIds,
    open: (setting) => openReference(setting, surroundings),
  };
}

async function openReference(setting: CaseSetting, { version, guard }: ReferenceSurroundings): Promise<OpenHost> {
  const { hostCase, servers, directory, modelUrl, modelName, stop } = setting;
  const profile = profileOf(hostCase);
  const env = { PATH: process.env["PATH"], HOME: directory, ...hostCase.environment };
  const world = { ...systemWorld(env), cwd: directory };
  // Hosts of this form use no configured server by itself: the request brings them.
  const byRequest = profile.configuration.form === "servers";
  const isYaml = profile.configuration.form === "llamafarm";
  const file = join(directory, isYaml ? "llamafarm.yaml" : "servers.json");
  writeFileSync(file, configText(isYaml ? "llamafarm-yaml" : "mcpServers", byRequest ? [] : servers, hostCase.config ?? {}));
  const loaded = loadConfiguration(profile, world, file);
  const settings = readEnvironment({ profile, env, origin: "variable" });
  const problems = [...loaded.problems, ...settings.problems];
  if (problems.length > 0) throw new McpcheckError("harness", problems.map(problemText).join("; "));
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const host = createHost({
    profile,
    configuration: loaded.value,
    backend: createOllamaBackend({ url: modelUrl }),
    modelApi: "ollama",
    version,
    world,
    clock: systemClock,
    guard,
    callMs: settings.value.callMs,
    runners: settings.value.runners,
    warn: note,
  });
  await host.start();
  const desk = createApprovalDesk(randomUUID);
  const served = await serveSurfaces(
    { host, desk, date: () => new Date(), random: randomUUID, token: undefined, note },
    { address: "127.0.0.1", port: 0 },
  );
  const body = byRequest ? { mcp_servers: requestEntries(servers) } : {};
  const surface = {
    base: served.url,
    kind: profile.surface.offered.includes("chat") ? ("ollama" as const) : ("openai" as const),
    modelName,
    body,
    timeoutMs: stepMs,
    stop,
    toolCalled: () => nextToolCall(setting.record),
  };
  return {
    perform: (step) => askSurface(surface, step),
    async close() {
      await served.close();
      await host.close();
      return { killed: false, output: notes.join("\n") };
    },
  };
}

/**
 * The profile of a case. What a case is not about is out of its way: tools are exposed at once, nobody is asked for approval,
 * and a host for the terminal is asked over HTTP.
 */
function profileOf({ profile = "strict", set = {}, requires = [] }: HostCase): HostProfile {
  const { offered } = effectiveProfile(profile).surface;
  const overrides = {
    ...(requires.includes("jit") ? {} : { "tools.exposure": "eager" }),
    ...(requires.includes("approval") ? {} : { "policy.approval.when": "off" }),
    ...(offered.includes("chat") || offered.includes("openai") ? {} : { "surface.offered": ["chat", "openai"] }),
    ...set,
  };
  return effectiveProfile(
    profile,
    Object.entries(overrides).map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`),
  );
}
