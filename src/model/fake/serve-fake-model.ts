import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { askedOf, replyOn } from "../../base/http/node-exchange.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { answerAsModel } from "./answer-as-model.ts";
import type { FakeModel } from "./fake-model.ts";
import { foreignTo } from "./foreign-to.ts";
import { sendText } from "./http-text.ts";

/** A fake model that is listening. */
export type ServedFakeModel = {
  /** Scheme, host and port. */
  readonly url: string;
  /** Cuts what is still open. */
  readonly close: () => Promise<void>;
};

/**
 * Where a fake model listens, and the most bytes of a request it reads: by default more than any history a host sends. `names` are those
 * it may be asked by besides addresses and `localhost`.
 */
export type ServeOptions = {
  readonly host?: string;
  readonly port?: number;
  readonly mostBytes?: number;
  readonly names?: readonly string[];
};

/**
 * Serves a fake model until it is closed. Port 0 takes a free one.
 * @throws McpcheckError `usage` when the address cannot be listened on
 */
export async function serveFakeModel(
  fake: FakeModel,
  { host = "127.0.0.1", port = 0, mostBytes, names = [] }: ServeOptions = {},
): Promise<ServedFakeModel> {
  const open = new Set<AbortController>();
  const http = createServer((request, response) => {
    const foreign = foreignTo([host, ...names], request.headers);
    const reply = replyOn(response);
    if (foreign !== undefined) return sendText(reply, 403, JSON.stringify({ error: foreign }), { connection: "close" });
    const gone = new AbortController();
    open.add(gone);
    reply.onClose(() => {
      open.delete(gone);
      gone.abort();
    });
    const limit = mostBytes === undefined ? {} : { mostBytes };
    void answerAsModel(fake, askedOf(request), reply, { ...limit, signal: gone.signal });
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", (cause) =>
      reject(new McpcheckError("usage", `cannot listen on ${host}:${port}: ${cause.message}`, { cause })),
    );
    http.listen(port, host, resolve);
  });
  const taken = (http.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        for (const gone of open) gone.abort();
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
