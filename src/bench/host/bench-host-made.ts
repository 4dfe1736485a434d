import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { emptyConfiguration } from "../../host/config/configuration.ts";
import type { ServerDefinition } from "../../host/config/server-definition.ts";
import { systemWorld } from "../../host/config/world/system-world.ts";
import { effectiveProfile } from "../../host/profile/effective-profile.ts";
import { createApprovalDesk } from "../../host/surface/approval-desk.ts";
import { createHost } from "../../host/surface/host.ts";
import type { Mount } from "../../host/surface/mount.ts";
import { serveSurfaces } from "../../host/surface/serve-surfaces.ts";
import type { SurfaceSetup } from "../../host/surface/surface-setup.ts";
import type { ModelBackend } from "../../model/model-backend.ts";
import { systemClock } from "../../base/time/clock.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";

/** A host on loopback, as it is measured. */
export type BenchHost = {
  /** POSTs a chat and gives the whole text of its answer. */
  readonly ask: (path: "/api/chat" | "/v1/chat/completions" | "/a2a", body: object) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** A host in profile `strict`, but for tools that are offered at once and calls that nobody has to approve. `mount`: what else answers. */
export async function benchHost(
  backend: ModelBackend,
  servers: readonly ServerDefinition[],
  mount?: (setup: SurfaceSetup) => Mount,
): Promise<BenchHost> {
  const profile = effectiveProfile("strict", ["tools.exposure=eager", "policy.approval.when=off", "loop.maxRounds=100"]);
  const guard = createProcessGuard();
  const nothing = (): void => undefined;
  const host = createHost({
    profile,
    configuration: { ...emptyConfiguration, servers },
    backend,
    modelApi: "ollama",
    version: "0.0.0",
    world: systemWorld({ PATH: process.env["PATH"], HOME: process.env["HOME"] }),
    clock: systemClock,
    guard,
    callMs: undefined,
    runners: {},
    warn: nothing,
  });
  const setup = {
    host,
    desk: createApprovalDesk(randomUUID),
    date: () => new Date(),
    random: randomUUID,
    token: undefined,
    note: nothing,
  };
  const served = await serveSurfaces(setup, { address: "127.0.0.1", port: 0, mounts: mount === undefined ? [] : [mount(setup)] });
  return {
    ask: (path, body) => post(`${served.url}${path}`, body),
    async close() {
      await served.close();
      await host.close(2000);
      guard.killAll();
    },
  };
}

function post(url: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers: { "content-type": "application/json" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`the host answered ${response.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    sent.once("error", reject);
    sent.end(JSON.stringify({ model: "m", messages: [{ role: "user", content: "go" }], ...body }));
  });
}
