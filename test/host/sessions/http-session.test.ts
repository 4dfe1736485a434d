import { describe, expect, it, onTestFinished } from "vitest";
import { parseScript } from "../../../src/mock/script/load-script.ts";
import { createMockServer } from "../../../src/mock/mock-server.ts";
import { serveHttp } from "../../../src/mock/serve/http/serve-http.ts";
import { systemWorld } from "../../../src/mock/world/system-world.ts";
import { textTool } from "../memory-link.ts";
import { bareWorld } from "../served-host.ts";
import { systemClock } from "../../../src/base/time/clock.ts";
import { createProcessGuard } from "../../../src/transport/process/process-guard.ts";
import { effectiveProfile } from "../../../src/host/profile/effective-profile.ts";
import { linkServer } from "../../../src/host/surface/link-server.ts";
import type { McpTool } from "../../../src/host/tools/mcp-tool.ts";
import { createServerConnection, type ServerConnection } from "../../../src/host/sessions/server-connection.ts";

/** A connection over Streamable HTTP to a mock server with the given members of a script. */
async function connected(profileId: string, script: object): Promise<ServerConnection> {
  const base = {
    id: "http",
    title: "HTTP",
    serverInfo: { name: "http", version: "1" },
    revisions: ["2025-06-18"],
    tools: [textTool("t", "fine")],
  };
  const mock = createMockServer(
    parseScript({ ...base, ...script }, "http.json"),
    systemWorld("http", () => undefined),
  );
  const listening = await serveHttp(mock, { host: "127.0.0.1", port: 0 });
  const profile = effectiveProfile(profileId);
  const definition = {
    name: "remote",
    description: undefined,
    reach: { transport: "http" as const, url: listening.url, headers: {} },
    requiresPath: false,
    pathArgIndex: null,
    capabilities: [],
    autoEnable: "never" as const,
    enableIf: {},
    enabled: true,
    initializeMs: undefined,
    callMs: undefined,
    origin: "file" as const,
    place: "test",
  };
  const setup = {
    profile,
    world: bareWorld(),
    clock: systemClock,
    guard: createProcessGuard(),
    callMs: undefined,
    runners: {},
    warn: () => undefined,
  };
  const link = linkServer({ definition, reach: definition.reach, root: undefined }, setup);
  const connection = createServerConnection({ link, profile, clock: systemClock, version: "0", warn: () => undefined });
  onTestFinished(async () => {
    await connection.close(500);
    await listening.close();
  });
  return connection;
}

async function firstTool(connection: ServerConnection): Promise<McpTool> {
  const listing = await connection.tools();
  if ("error" in listing) throw new Error(listing.error);
  return listing.tools[0] as McpTool;
}

describe("a session over HTTP", () => {
  it("carries its id, and is opened anew once when the server has forgotten it (B0-160)", async () => {
    const rules = [{ on: "tools/call", when: { nth: 1 }, do: [{ answer: true }, { forget: true }] }];
    const connection = await connected("strict", { rules });
    const tool = await firstTool(connection);
    expect(await connection.call(tool, {})).toMatchObject({ kind: "result" });
    expect(await connection.call(tool, {})).toMatchObject({ kind: "result" });
    const opened = connection
      .log()
      .trace()
      .events.filter((event) => event.kind === "http-request" && event.body?.includes('"initialize"') === true);
    expect(opened).toHaveLength(2);
  });

  it("is ended with a DELETE where the profile follows the specification (B0-161)", async () => {
    const connection = await connected("strict", {});
    await firstTool(connection);
    await connection.close();
    const methods = connection
      .log()
      .trace()
      .events.flatMap((event) => (event.kind === "http-request" ? [event.method] : []));
    expect(methods.at(-1)).toBe("DELETE");
  });

  it("says what a server refused (BX-024)", async () => {
    const rules = [{ on: "POST", do: [{ status: 401 }, { body: "no" }] }];
    const connection = await connected("ollama", { rules });
    expect(await connection.tools()).toEqual({
      error: expect.stringContaining("MCP server remote failed to initialize: HTTP 401"),
    });
  });
});
