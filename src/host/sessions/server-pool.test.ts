import { describe, expect, it } from "vitest";
import { manualClock, settled } from "../../../test/host/manual-clock.ts";
import { echoTool, memoryLink, textTool } from "../../../test/host/memory-link.ts";
import { isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { effectiveProfile } from "../profile/effective-profile.ts";
import type { McpTool } from "../tools/mcp-tool.ts";
import type { ServerConnection } from "./server-connection.ts";
import { createServerPool, type ServerPool } from "./server-pool.ts";

const tools = [textTool("t", "fine")];

function poolOf(
  profile: string,
  clock = manualClock(),
  ...set: string[]
): { pool: ServerPool; clock: typeof clock; warnings: string[] } {
  const warnings: string[] = [];
  const effective = effectiveProfile(profile, set);
  return {
    pool: createServerPool({ profile: effective, clock, version: "9", warn: (text) => void warnings.push(text) }),
    clock,
    warnings,
  };
}

async function only(pool: ServerPool, link: ReturnType<typeof memoryLink>, session?: string): Promise<ServerConnection> {
  const [connection] = pool.lease([link], session).connections;
  return await Promise.resolve(connection as ServerConnection);
}

async function listed(connection: ServerConnection): Promise<readonly McpTool[]> {
  const listing = await connection.tools();
  if ("error" in listing) throw new Error(listing.error);
  return listing.tools;
}

const methods = (link: ReturnType<typeof memoryLink>): unknown[] => link.received().map(({ method }) => method);
const paramsOf = (message: JsonObject | undefined): JsonObject => (isObject(message?.["params"]) ? message["params"] : {});

describe("opening a conversation", () => {
  it.each([
    ["ollama", "ollama", "0.1.0", undefined],
    ["ollmcpc", "cpp-mcp-client", "1.0.0", {}],
    ["dolphin", "OurMCPClient", "1.0.0", undefined],
    ["vllm-rs", "vllm-rs", "0.6.0", undefined],
  ])("goes as %s does it (B0-135, B0-136, B2-009, B2-010, B4-010, B4-011, BX-025)", async (profile, name, version, params) => {
    const link = memoryLink("s", { tools });
    await listed(await only(poolOf(profile).pool, link));
    expect(methods(link)).toEqual(["initialize", "notifications/initialized", "tools/list"]);
    expect(paramsOf(link.received()[0])).toEqual({
      protocolVersion: "2024-11-05",
      capabilities: {},
      clientInfo: { name, version },
    });
    expect(link.received()[1]?.["params"]).toEqual(params);
  });

  it("probes for the newest revision in strict and falls back (B0-084)", async () => {
    const legacy = memoryLink("s", { tools });
    await listed(await only(poolOf("strict").pool, legacy));
    expect(methods(legacy)).toEqual(["server/discover", "initialize", "notifications/initialized", "tools/list"]);
    expect(paramsOf(legacy.received()[1])).toMatchObject({
      protocolVersion: "2025-11-25",
      clientInfo: { name: "mcpcheck-host", version: "9" },
    });
    const modern = memoryLink("s", { tools, revisions: ["2026-07-28"] });
    expect(await listed(await only(poolOf("strict").pool, modern))).toHaveLength(1);
    expect(methods(modern)).toEqual(["server/discover", "subscriptions/listen", "tools/list"]);
  });

  it("does not wait for ever for a server that ignores the probe", async () => {
    const { pool, clock } = poolOf("strict");
    const mute = memoryLink("s", { tools, rules: [{ on: "server/discover", do: [{ ignore: true }] }] }, { clock });
    const listing = listed(await only(pool, mute));
    await clock.advance(2000);
    expect(await listing).toHaveLength(1);
  });

  it("starts a server again that died of the probe, and introduces itself by the handshake", async () => {
    const link = memoryLink("s", { tools, rules: [{ on: "server/discover", do: [{ drop: true }] }] });
    expect(await listed(await only(poolOf("strict").pool, link))).toHaveLength(1);
    expect(methods(link)).toEqual(["server/discover", "initialize", "notifications/initialized", "tools/list"]);
    expect(link.opened()).toBe(2);
  });

  it("refuses a revision nobody published in strict, and warns elsewhere (B0-137, BX-026)", async () => {
    const rules = [
      {
        on: "initialize",
        do: [{ result: { protocolVersion: "0.1.0", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } } }],
      },
    ];
    const strict = await only(
      poolOf("strict", manualClock(), "identity.protocol=2025-11-25").pool,
      memoryLink("s", { tools, rules }),
    );
    expect(await strict.tools()).toEqual({ error: expect.stringContaining('"0.1.0"') });
    const { pool, warnings } = poolOf("ollama");
    expect(await listed(await only(pool, memoryLink("s", { tools, rules, omits: ["initialized"] })))).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining('unknown protocol version "0.1.0"')]);
  });

  it("gives up after its time limit and says whose fault it is (B0-139, B0-140, B4-012)", async () => {
    const { pool, clock } = poolOf("ollama");
    const link = memoryLink("slow", { tools, rules: [{ on: "initialize", do: [{ ignore: true }] }] }, { clock });
    const listing = (await only(pool, link)).tools();
    await clock.advance(10_000);
    expect(await listing).toEqual({
      error: expect.stringContaining("MCP server slow failed to initialize: no answer within 10000 ms"),
    });
    expect(methods(link)).toEqual(["initialize"]);
  });
});

describe("the list of tools", () => {
  it("is followed over its pages, to the end of a cursor that repeats (BX-001)", async () => {
    const many = memoryLink("s", { tools: [textTool("t", "x", { copies: 7 })], pageSize: 3 });
    expect(await listed(await only(poolOf("ollama").pool, many))).toHaveLength(7);
    const rules = [{ on: "tools/list", do: [{ result: { tools: [{ name: "a", inputSchema: {} }], nextCursor: "same" } }] }];
    expect(await listed(await only(poolOf("ollama").pool, memoryLink("s", { tools, rules })))).toHaveLength(2);
  });

  it("is empty without tools in the result, and not asked for without the capability (B4-013, B4-022)", async () => {
    const rules = [{ on: "tools/list", do: [{ result: {} }] }];
    expect(await listed(await only(poolOf("dolphin").pool, memoryLink("s", { tools, rules })))).toEqual([]);
    const none = memoryLink("s", {});
    expect(await listed(await only(poolOf("strict").pool, none))).toEqual([]);
    expect(methods(none)).not.toContain("tools/list");
  });

  it("is kept for its time and asked for once by many (B0-232, B1-077, B1-081, B1-082)", async () => {
    const { pool, clock } = poolOf("llamafarm");
    const link = memoryLink("s", { tools }, { clock });
    const connection = await only(pool, link);
    await Promise.all([connection.tools(), connection.tools(), connection.tools()]);
    await clock.advance(299_000);
    await connection.tools();
    const lists = (): number => methods(link).filter((method) => method === "tools/list").length;
    expect([link.opened(), lists()]).toEqual([1, 1]);
    await clock.advance(2000);
    await connection.tools();
    expect([link.opened(), lists()]).toEqual([1, 2]);
  });

  it("is asked for again after list_changed, where the profile heeds it (BX-002, B3-005)", async () => {
    const change = echoTool("t", { answers: { echo: true, changes: { lists: ["tools"] } } });
    for (const [profile, times] of [
      ["ollama", 2],
      ["vllm-rs", 1],
    ] as const) {
      const link = memoryLink("s", { tools: [change] });
      const connection = await only(poolOf(profile).pool, link);
      const [tool] = await listed(connection);
      await connection.call(tool as McpTool, {});
      await settled();
      await connection.tools();
      expect(methods(link).filter((method) => method === "tools/list")).toHaveLength(times);
    }
  });

  it("is asked for once more when the server ended as it was asked (BX-013)", async () => {
    const link = memoryLink("s", { tools, rules: [{ on: "tools/list", do: [{ drop: true }] }] });
    const connection = await only(poolOf("ollama").pool, link);
    const listing = connection.tools();
    link.become({ tools });
    expect(await listing).toMatchObject({ tools: [{ name: "t" }] });
    expect(link.opened()).toBe(2);
    const gone = memoryLink("s", { tools, rules: [{ on: "tools/list", do: [{ drop: true }] }] });
    expect(await (await only(poolOf("ollama").pool, gone)).tools()).toMatchObject({ error: expect.any(String) });
    expect(gone.opened()).toBe(2);
  });

  it("waits no longer than its limit; a failure is not remembered (B0-200, B1-082, B4-021)", async () => {
    const { pool, clock } = poolOf("ollama");
    const link = memoryLink("s", { tools, rules: [{ on: "tools/list", when: { nth: 1 }, do: [{ ignore: true }] }] }, { clock });
    const connection = await only(pool, link);
    const first = connection.tools();
    await clock.advance(10_000);
    expect(await first).toEqual({ error: expect.stringContaining("tools/list: no answer within 10000 ms") });
    expect(await listed(connection)).toHaveLength(1);
  });
});

describe("a call", () => {
  it("that takes too long is given up and cancelled; the next one is answered (B0-198, B0-201, B0-202, B4-026)", async () => {
    const { pool, clock } = poolOf("strict");
    const slow = echoTool("slow", { answers: { slow: 40_000, echo: true } });
    const link = memoryLink("s", { tools: [slow, ...tools] }, { clock });
    const connection = await only(pool, link);
    const [first, second] = await listed(connection);
    const calling = connection.call(first as McpTool, {});
    await clock.advance(30_000);
    expect(await calling).toEqual({ kind: "timeout", message: "the tool did not answer within 30 seconds" });
    expect(link.received().at(-1)).toMatchObject({ method: "notifications/cancelled" });
    expect(await connection.call(second as McpTool, {})).toMatchObject({ kind: "result" });
  });

  it("is not cancelled where a profile does not (B0-202), and warned about once where it does (B4-025)", async () => {
    const { pool, clock, warnings } = poolOf("dolphin", manualClock(), "times.callMs=8000");
    const link = memoryLink(
      "s",
      { tools: [echoTool("slow", { answers: { slow: 40_000, echo: true } })] },
      { clock, callMs: () => 8000 },
    );
    const connection = await only(pool, link);
    const [tool] = await listed(connection);
    const calling = connection.call(tool as McpTool, {});
    await clock.advance(8000);
    expect((await calling).kind).toBe("timeout");
    expect(methods(link)).not.toContain("notifications/cancelled");
    expect(warnings).toEqual([expect.stringContaining("still running after 5000 ms")]);
  });

  it("goes to a dead server that was started again, so many times (B1-080, BX-013)", async () => {
    const link = memoryLink("s", {
      tools: [echoTool("die", { answers: { echo: true } }), ...tools],
      rules: [{ on: "tools/call", when: { params: { name: "die" } }, do: [{ drop: true }] }],
    });
    const connection = await only(poolOf("ollama").pool, link);
    const [die, fine] = await listed(connection);
    for (const starts of [1, 2, 3, 4, 5]) {
      expect(await connection.call(die as McpTool, {})).toMatchObject({
        kind: "lost",
        message: expect.stringContaining("MCP server s was lost"),
      });
      expect(await connection.call(fine as McpTool, {})).toMatchObject({ kind: "result" });
      expect(link.opened()).toBe(starts + 1);
    }
    for (let row = 0; row < 4; row += 1) await connection.call(die as McpTool, {});
    expect(await connection.call(fine as McpTool, {})).toMatchObject({
      kind: "lost",
      message: expect.stringContaining("started 4 times"),
    });
    expect(link.opened()).toBe(9);
  });

  it("carries the server's own name and an object (B0-293, B2-061, B4-048)", async () => {
    const link = memoryLink("s", { tools });
    const connection = await only(poolOf("strict").pool, link);
    const [tool] = await listed(connection);
    await connection.call(tool as McpTool, {});
    expect(link.called()).toEqual([{ name: "t", arguments: {} }]);
  });
});

describe("the pool", () => {
  it("shares configured servers and keeps those of requests apart (B1-027, B1-076, BX-028)", async () => {
    const { pool } = poolOf("strict");
    const own = memoryLink("own", { tools });
    const shared = memoryLink("shared", { tools }, { shared: true });
    for (const _ of [1, 2]) {
      const lease = pool.lease([own, shared]);
      await Promise.all(lease.connections.map((connection) => connection.tools()));
      await lease.release();
    }
    expect([own.opened(), own.openNow(), shared.opened(), shared.openNow()]).toEqual([2, 0, 1, 1]);
    await pool.close();
    expect(shared.openNow()).toBe(0);
  });

  it("keeps the servers of a session until it was idle for its time (B0-228, B0-229)", async () => {
    const { pool, clock } = poolOf("ollama");
    const link = memoryLink("s", { tools }, { clock });
    const use = async (): Promise<void> => {
      const lease = pool.lease([link], "one");
      await lease.connections[0]?.tools();
      await lease.release();
    };
    await use();
    await clock.advance(1_700_000);
    await use();
    expect([link.opened(), link.openNow()]).toEqual([1, 1]);
    await clock.advance(2_200_000);
    expect(link.openNow()).toBe(0);
    await use();
    expect(link.opened()).toBe(2);
    await pool.close();
    expect(clock.pending()).toBe(0);
  });

  it("keeps so many sessions and no more: the one idle longest makes way, for none that is busy (B0-228)", async () => {
    const { pool, clock } = poolOf("strict", manualClock(), "sessions.maxSessions=2");
    const link = memoryLink("s", { tools });
    const use = async (id: string): Promise<ServerConnection | undefined> => {
      const lease = pool.lease([link], id);
      await clock.advance(1);
      await lease.release();
      return lease.connections[0];
    };
    const first = await use("a");
    await use("b");
    expect(await use("a")).toBe(first);
    const held = pool.lease([], "c"); // b makes way
    expect(pool.connections()).toHaveLength(1);
    pool.lease([link], "a");
    const beyond = pool.lease([link], "d");
    expect(pool.connections()).toHaveLength(2);
    await beyond.release();
    expect(pool.connections()).toHaveLength(1);
    await held.release();
  });

  it("makes new connections when a session comes with other servers (B0-230)", async () => {
    const { pool } = poolOf("ollama");
    const [before, after] = [memoryLink("s", { tools }, { key: "1" }), memoryLink("s", { tools }, { key: "2" })];
    for (const link of [before, after]) {
      const lease = pool.lease([link], "one");
      await lease.connections[0]?.tools();
      await lease.release();
    }
    await settled();
    expect([before.openNow(), after.openNow()]).toEqual([0, 1]);
    await pool.close();
  });

  it("leaves out what is beyond the limit and says so (B0-083)", () => {
    const { pool } = poolOf("ollama");
    const lease = pool.lease(Array.from({ length: 11 }, (_, at) => memoryLink(`s${at}`, {})));
    expect(lease.connections).toHaveLength(10);
    expect(lease.problems).toEqual(["s10: maximum number of MCP servers reached (10)"]);
  });
});

describe("processes of all sessions together", () => {
  const asProcess = (link: ReturnType<typeof memoryLink>): ReturnType<typeof memoryLink> => ({ ...link, transport: "stdio" });
  const open = (links: readonly ReturnType<typeof memoryLink>[]): number => links.reduce((sum, link) => sum + link.openNow(), 0);

  it("are no more than may run: those that were idle for longest end, and their session keeps what it remembers", async () => {
    const { pool, clock } = poolOf("strict", manualClock(), "limits.maxProcesses=2");
    const links = ["a", "b", "c", "d"].map((name) => asProcess(memoryLink(name, { tools }, { shared: false, key: name })));
    const memories = [];
    for (const [at, link] of links.entries()) {
      const lease = pool.lease([link], `session ${at}`);
      memories.push(lease.memory);
      await listed(lease.connections[0] as ServerConnection);
      await lease.release();
      await clock.advance(1000);
      expect(open(links)).toBeLessThanOrEqual(2);
    }
    expect(links.map((link) => link.openNow())).toEqual([0, 0, 1, 1]);
    const again = pool.lease([links[0] as (typeof links)[0]], "session 0");
    expect(again.memory).toBe(memories[0]);
    await listed(again.connections[0] as ServerConnection);
    expect(links.map((link) => link.openNow())).toEqual([1, 0, 0, 1]);
    await again.release();
  });

  it("are refused where all are in use, and shared ones that nobody uses make way as well", async () => {
    const { pool } = poolOf("strict", manualClock(), "limits.maxProcesses=1");
    const shared = asProcess(memoryLink("s", { tools }, { shared: true }));
    const own = asProcess(memoryLink("o", { tools }, { shared: false, key: "o" }));
    const other = asProcess(memoryLink("p", { tools }, { shared: false, key: "p" }));
    const first = pool.lease([shared]);
    await listed(first.connections[0] as ServerConnection);
    expect(pool.isBusy()).toBe(true);
    await first.release();
    expect(pool.isBusy()).toBe(false);
    const second = pool.lease([own]);
    await listed(second.connections[0] as ServerConnection);
    expect([shared.openNow(), own.openNow(), pool.isBusy()]).toEqual([0, 1, true]);
    const third = pool.lease([other]);
    expect(await third.connections[0]?.tools()).toEqual({ error: expect.stringContaining("runs 1 server processes") });
    await second.release();
    await listed(pool.lease([other]).connections[0] as ServerConnection);
    expect([own.openNow(), other.openNow()]).toEqual([0, 1]);
  });

  it("are not counted where nothing is a process, or any number may run", async () => {
    const { pool } = poolOf("strict", manualClock(), "limits.maxProcesses=1");
    const remote = ["a", "b"].map((name) => ({ ...memoryLink(name, { tools }, { key: name }), transport: "http" as const }));
    for (const connection of pool.lease(remote).connections) await listed(connection);
    const unbounded = poolOf("strict", manualClock(), "limits.maxProcesses=none").pool;
    const many = Array.from({ length: 8 }, (_, at) => asProcess(memoryLink(`m${at}`, { tools }, { key: `m${at}` })));
    for (const connection of unbounded.lease(many).connections) await listed(connection);
    expect([pool.isBusy(), unbounded.isBusy(), open(many)]).toEqual([false, false, 8]);
  });
});
