import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { judgeCaller } from "../policy/access.ts";
import type { Asker } from "./chat-request.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { ownAnswers } from "./own-server/own-answers.ts";
import { mountServer } from "./own-server/own-server.ts";
import { ownTools } from "./own-server/own-tools.ts";
import type { Mount } from "./mount.ts";
import { pathOf, route, sendError } from "./route.ts";
import type { SurfaceSetup } from "./surface-setup.ts";
import { stopForMany } from "../../base/time/stop-for-many.ts";

/** Surfaces that are listening. `close` ends what is still being answered. */
export type ServedHost = { readonly url: string; readonly close: () => Promise<void> };

/** Where is listened, and what answers before the surfaces do. */
export type ServeOptions = { readonly address: string; readonly port: number; readonly mounts?: readonly Mount[] };

/**
 * Serves the surfaces of a host over HTTP. Port 0 takes a free one.
 * @throws McpcheckError `usage` when the address cannot be listened on
 */
export async function serveSurfaces(
  setup: SurfaceSetup,
  { address, port, mounts: given = [] }: ServeOptions,
): Promise<ServedHost> {
  const mounts = setup.host.setup.profile.surface.offered.includes("server") ? [...given, ownServer(setup)] : given;
  const server = createServer((request, response) => void answer(setup, mounts, request, response));
  server.requestTimeout = 0; // a chat may take as long as its limits say
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new McpcheckError("usage", `cannot listen on ${address}:${port}: ${cause.message}`, { cause })),
    );
    server.listen(port, address, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://${address.includes(":") ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        for (const mount of mounts) mount.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function ownServer(setup: SurfaceSetup): Mount {
  return mountServer({ id: "mcpcheck-host", title: "mcpcheck host", tools: ownTools, live: ownAnswers(setup.host) }, setup);
}

async function answer(
  setup: SurfaceSetup,
  mounts: readonly Mount[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const controller = stopForMany(); // a model may make any number of calls at once
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  response.on("error", () => controller.abort());
  const exchange = { request, response, gone: controller.signal };
  request.once("close", boundBody(setup, exchange));
  try {
    const { host, origin } = request.headers;
    const decision = judgeCaller({ host, origin }, setup.host.setup.profile.policy.access);
    if (!decision.allowed) return sendError(exchange, 403, decision.reason);
    const mount = mounts.find(({ takes }) => takes(pathOf(request.url)));
    if (mount !== undefined) return await mount.answer(exchange, askerOf(setup, request));
    await route(setup, exchange, askerOf(setup, request));
  } catch (cause) {
    setup.note(
      `fault while answering ${request.method} ${request.url}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
    );
    sendError(exchange, 500, "the host failed to answer");
    response.end();
  }
}

/** Waits no longer for a body than it may take, whether anybody reads it or not; gives what ends the waiting. */
function boundBody({ host }: SurfaceSetup, exchange: HttpExchange): () => void {
  const { profile, clock } = host.setup;
  const { bodyMs } = profile.times;
  if (bodyMs === null) return () => undefined;
  const { request, response } = exchange;
  return clock.setTimeout(bodyMs, () => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else sendError(exchange, 408, `the request was not complete within ${bodyMs / 1000} seconds`, { connection: "close" });
  });
}

function askerOf({ token }: SurfaceSetup, { headers, socket }: IncomingMessage): Asker {
  return {
    token,
    caller: {
      host: headers.host,
      origin: headers.origin,
      remoteAddress: socket.remoteAddress,
      forwarded: headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined,
      token: /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1],
      contentType: headers["content-type"],
      site: [headers["sec-fetch-site"]].flat().join(", ") || undefined,
      ownPort: socket.localPort,
    },
  };
}
