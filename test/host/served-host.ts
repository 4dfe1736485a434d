import { onTestFinished } from "vitest";
import { emptyConfiguration, type HostConfiguration } from "../../src/host/config/configuration.ts";
import type { World } from "../../src/host/config/world/world.ts";
import { effectiveProfile } from "../../src/host/profile/effective-profile.ts";
import type { ServerLink } from "../../src/host/sessions/server-link.ts";
import { createApprovalDesk } from "../../src/host/surface/approval-desk.ts";
import { createHost, type Host } from "../../src/host/surface/host.ts";
import { serveSurfaces } from "../../src/host/surface/serve-surfaces.ts";
import type { ScriptBackend } from "../../src/model/backend/script-backend.ts";
import { type Clock, systemClock } from "../../src/base/time/clock.ts";
import { createProcessGuard } from "../../src/transport/process/process-guard.ts";
import { modelThat } from "./play-turn.ts";

/** A machine with nothing on it but one directory. */
export function bareWorld(env: Readonly<Record<string, string>> = {}, directories: readonly string[] = ["/project-dir"]): World {
  return {
    env,
    home: "/home/test",
    cwd: "/project-dir",
    readText: () => undefined,
    kindOf: (path) => (directories.includes(path) ? "directory" : undefined),
    realpath: (path) => path,
    readlink: () => undefined,
    isWorldWritable: () => false,
    which: (name) => `/usr/bin/${name}`,
    fileOf: () => undefined,
    headOf: () => undefined,
    sameContent: () => false,
  };
}

/** What a test host is made of; everything has a small usual value. */
export type TestHostSetup = {
  readonly profile?: string;
  readonly set?: readonly string[];
  readonly configuration?: Partial<HostConfiguration>;
  readonly turns?: readonly object[];
  readonly backend?: ScriptBackend;
  readonly links?: readonly ServerLink[];
  readonly clock?: Clock;
  readonly modelApi?: "ollama" | "openai";
  readonly world?: World;
};

/** A host in this process with a scripted model. */
export function testHost(setup: TestHostSetup): {
  readonly host: Host;
  readonly backend: ScriptBackend;
  readonly notes: string[];
} {
  const clock = setup.clock ?? systemClock;
  const backend = setup.backend ?? modelThat(setup.turns ?? [{ say: "hello there" }], clock);
  const notes: string[] = [];
  const host = createHost({
    profile: effectiveProfile(setup.profile ?? "strict", setup.set ?? []),
    configuration: { ...emptyConfiguration, ...setup.configuration },
    backend,
    modelApi: setup.modelApi ?? "ollama",
    world: setup.world ?? bareWorld(),
    clock,
    guard: createProcessGuard(),
    callMs: undefined,
    runners: {},
    warn: (text) => void notes.push(text),
    version: "0.0.0",
    links: setup.links ?? [],
  });
  return { host, backend, notes };
}

/** A test host whose surfaces listen on loopback until the test is over. */
export async function servedHost(setup: TestHostSetup): Promise<ReturnType<typeof testHost> & { readonly url: string }> {
  const made = testHost(setup);
  const served = await serveSurfaces(
    {
      host: made.host,
      desk: createApprovalDesk(() => `question-${made.notes.length}`),
      date: () => new Date("2026-01-02T03:04:05.000Z"),
      random: () => crypto.randomUUID(),
      token: undefined,
      note: (text) => void made.notes.push(text),
    },
    { address: "127.0.0.1", port: 0 },
  );
  onTestFinished(async () => {
    await served.close();
    await made.host.close(1000);
  });
  return { ...made, url: served.url };
}

/** POSTs a body, JSON unless it is a text, and gives status, type and text. */
export async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, type: response.headers.get("content-type") ?? "", text: await response.text() };
}

/** The JSON objects of an NDJSON text. */
export function linesOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
