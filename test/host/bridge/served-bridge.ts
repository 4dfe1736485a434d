import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/jsonrpc/json.ts";
import { type Bridge, createBridge } from "../../../src/host/bridge/bridge.ts";
import type { BridgeSetup } from "../../../src/host/bridge/bridge-setup.ts";
import { createPoster } from "../../../src/host/bridge/post-bytes.ts";
import { createApprovalDesk } from "../../../src/host/surface/approval-desk.ts";
import { serveSurfaces } from "../../../src/host/surface/serve-surfaces.ts";
import { systemClock } from "../../../src/base/time/clock.ts";
import { post, testHost, type TestHostSetup } from "../served-host.ts";

/** A bridge on loopback until the test is over. Its time stamps grow by a second with each look. */
export async function servedBridge(setup: TestHostSetup & { readonly bridge?: Partial<BridgeSetup> } = {}) {
  const made = testHost({ ...setup, set: ["surface.unknownModel=accept", ...(setup.set ?? [])] });
  const { agents } = made.host.setup.profile.surface;
  let seconds = 0;
  let url = "";
  const surface = {
    host: made.host,
    desk: createApprovalDesk(() => "question"),
    date: () => new Date(Date.UTC(2026, 0, 2, 3, 4, seconds++)),
    random: () => crypto.randomUUID(),
    token: undefined,
    note: (text: string) => void made.notes.push(text),
  };
  const bridge: Bridge = createBridge({
    surface,
    wire: agents === "documented" ? "documented" : "published",
    name: "tester",
    description: "A test",
    skills: [{ id: "answer", name: "Answer", description: "Answers", tags: ["Text"], examples: [] }],
    url: () => url,
    model: "test",
    tools: undefined,
    allowedWebhooks: ["127.0.0.1"],
    workers: [],
    isWorker: false,
    post: createPoster({ allowed: ["127.0.0.1"], clock: systemClock, timeoutMs: 10_000 }),
    ...setup.bridge,
  });
  const served = await serveSurfaces(surface, { address: "127.0.0.1", port: 0, mounts: [bridge] });
  ({ url } = served);
  onTestFinished(async () => {
    await served.close();
    await made.host.close(1000);
  });
  let id = 0;
  const ask = async (method: string, params: JsonObject, headers: Readonly<Record<string, string>> = {}): Promise<JsonObject> => {
    const version = agents === "published" ? { "a2a-version": "1.0" } : {};
    const answered = await post(`${url}/a2a`, { jsonrpc: "2.0", id: ++id, method, params }, { ...version, ...headers });
    return JSON.parse(answered.text) as JsonObject;
  };
  return { ...made, url, bridge, ask };
}

/** What a webhook was sent. */
export type Received = { readonly headers: Readonly<Record<string, unknown>>; readonly body: string };

/** A receiver of webhooks that answers with the statuses given, one after the other, the last for ever. */
export async function webhookSink(statuses: readonly number[] = [200], port = 0) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(statuses[Math.min(received.length, statuses.length) - 1] ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const taken = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${taken}/hook`, port: taken, received, close };
}

/** The data of all events of a stream, but for the mark at the end of one of OpenAI's. */
export function eventsOf(text: string): readonly JsonObject[] {
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = "{}"]) => JSON.parse(data) as JsonObject);
}
