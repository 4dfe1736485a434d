import { findWorkers } from "../../../host/bridge/colleagues.ts";
import { createBridge } from "../../../host/bridge/bridge.ts";
import { createPoster } from "../../../host/bridge/post-bytes.ts";
import type { Mount } from "../../../host/surface/mount.ts";
import type { SurfaceSetup } from "../../../host/surface/surface-setup.ts";
import { needsOf } from "../case/case-needs.ts";
import type { CaseSetting } from "../host-under-test.ts";

/** How long a receiver may take, in ms of the host's time. */
const webhookMs = 10_000;

/** Receivers of a case listen on loopback; every other private address stays forbidden. */
const allowed = ["127.0.0.1"];

/** The reference host's bridge, where a case needs one; `standsAt` tells it its own address once that is known. */
export async function bridgeOf(
  surface: SurfaceSetup,
  { hostCase, agents, modelName, time }: CaseSetting,
): Promise<{ readonly mount: Mount; readonly standsAt: (url: string) => void } | undefined> {
  const needs = needsOf(hostCase);
  if (![...needs].some((one) => one.startsWith("agent"))) return undefined;
  let url = "";
  const delegates = needs.has("agent-delegation") ? agents.map((one) => one.url) : [];
  const { agents: spoken } = surface.host.setup.profile.surface;
  const mount = createBridge({
    surface,
    wire: spoken === "documented" ? "documented" : "published",
    name: "reference",
    description: "The reference host",
    skills: [
      { id: "answer", name: "Answer", description: "Answers with a model that may use tools", tags: ["text"], examples: [] },
    ],
    url: () => url,
    model: modelName,
    tools: undefined,
    allowedWebhooks: allowed,
    workers: await findWorkers(delegates, time.clock, surface.note),
    isWorker: false,
    post: createPoster({ allowed, clock: time.clock, timeoutMs: webhookMs }),
  });
  return { mount, standsAt: (found) => (url = found) };
}
