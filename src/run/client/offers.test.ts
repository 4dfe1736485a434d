import { expect, test } from "vitest";
import type { ClientDriver } from "./driver/client-driver.ts";
import { findOffers } from "./offers.ts";

type Send = (method: "POST" | "GET", message?: object) => Promise<Response>;

/** Asks for 2025-11-25, names it in every header whatever was agreed, and gives up when it is refused. */
function stubborn(goesOn: (send: Send) => Promise<void>): ClientDriver {
  return async ({ mock: { url = "" } }) => {
    const headers = new Headers({
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2025-11-25",
    });
    const send: Send = (method, message) =>
      method === "GET"
        ? fetch(url, { headers })
        : fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "stubborn", version: "1" } };
    const opened = await send("POST", { id: 1, method: "initialize", params });
    headers.set("mcp-session-id", opened.headers.get("mcp-session-id") ?? "");
    await opened.body?.cancel();
    await goesOn(send);
  };
}

const listens = async (send: Send): Promise<boolean> => {
  const stream = await send("GET");
  await stream.body?.cancel();
  return stream.ok;
};

const initialized = { method: "notifications/initialized" };

test.each([
  ["listens before it goes on", async (send: Send) => void ((await listens(send)) && (await send("POST", initialized)))],
  ["goes on before it listens", async (send: Send) => void ((await send("POST", initialized)).ok && (await listens(send)))],
])("a client that names the wrong version in its header speaks a revision all the same: it %s", async (_, goesOn) => {
  const wanted = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;
  const stop = new AbortController().signal;
  const { offers } = await findOffers({ driver: stubborn(goesOn), transport: "http", wanted, timeoutMs: 10_000, stop });
  expect(offers).toEqual(wanted.map((revision) => ({ revision, speaks: true, instead: "" })));
});

test("a client that leaves after the answer to initialize does not speak what was offered there", async () => {
  const driver = stubborn(async () => undefined);
  const stop = new AbortController().signal;
  const { offers } = await findOffers({ driver, transport: "http", wanted: ["2025-06-18"], timeoutMs: 10_000, stop });
  const instead = "it did not go on with a server that speaks only this one";
  expect(offers).toEqual([{ revision: "2025-06-18", speaks: false, instead }]);
});
