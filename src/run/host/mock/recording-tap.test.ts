import { expect, test } from "vitest";
import { loadMock } from "../../../mock/script/load-script.ts";
import { createMockServer } from "../../../mock/mock-server.ts";
import { serveHttp } from "../../../mock/serve/http/serve-http.ts";
import { systemWorld } from "../../../mock/world/system-world.ts";
import { createCaseRecord } from "../case/case-record.ts";
import { recordingTap } from "./recording-tap.ts";

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "host", version: "1" } },
});

test("what reaches a server over HTTP and what it answers is recorded, by the session the server gave", async () => {
  const script = loadMock("minimal", ".");
  const record = createCaseRecord();
  const mock = createMockServer(
    script,
    systemWorld("http", () => undefined),
  );
  const tap = recordingTap({ id: "s", transport: "http" }, record);
  const listening = await serveHttp(mock, { host: "127.0.0.1", port: 0, tap });
  try {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const greeted = await fetch(listening.url, { method: "POST", headers, body: initialize });
    const session = greeted.headers.get("mcp-session-id") ?? "none";
    await greeted.text();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" });
    const own = { ...headers, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25", "X-Own": "seen" };
    await (await fetch(listening.url, { method: "POST", headers: own, body })).text();

    const events = record.trace();
    const told = events.flatMap((event) =>
      event.kind === "server-received" || event.kind === "server-sent"
        ? [[event.kind, event.instance, (JSON.parse(event.text) as { id: number }).id]]
        : [],
    );
    expect(told).toEqual([
      ["server-received", "s:first", 1],
      ["server-sent", "s:first", 1],
      ["server-received", `s:${session}`, 2],
      ["server-sent", `s:${session}`, 2],
    ]);
    const asked = events.filter((event) => event.kind === "server-http");
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /mcp", "POST /mcp"]);
    expect(asked[1]?.headers).toMatchObject({ "x-own": "seen" });
    const wire = events.flatMap((event) => (event.kind === "server-wire" ? [event.event.kind] : []));
    expect(wire).toEqual([
      "connect",
      "http-request",
      "http-response",
      "http-body",
      "http-end",
      "http-request",
      "http-response",
      "http-body",
      "http-end",
    ]);
  } finally {
    await listening.close();
  }
});
