import { describe, expect, it } from "vitest";
import { manualClock, settled } from "../../../../test/host/manual-clock.ts";
import { echoTool, type MemoryLink, memoryLink, textTool } from "../../../../test/host/memory-link.ts";
import { effectiveProfile } from "../../profile/effective-profile.ts";
import type { McpTool } from "../../tools/mcp-tool.ts";
import { createServerConnection, type ServerConnection } from "../server-connection.ts";

const modern = { revisions: ["2026-07-28"] };
const change = echoTool("change", { answers: { echo: true, changes: { lists: ["tools"] } } });
const hour = { ttlMs: 3_600_000, cacheScope: "private" };

function connectionTo(link: MemoryLink, clock = manualClock(), ...set: string[]): ServerConnection {
  const profile = effectiveProfile("strict", ["sessions.listCacheMs=null", ...set]);
  return createServerConnection({ link, profile, clock, version: "0", warn: () => undefined });
}

const times = (link: MemoryLink, method: string): number => link.received().filter((one) => one["method"] === method).length;

async function firstTool(connection: ServerConnection): Promise<McpTool> {
  const listing = await connection.tools();
  if ("error" in listing) throw new Error(listing.error);
  return listing.tools[0] as McpTool;
}

describe("the list of a stateless server", () => {
  it("is fresh as long as the server says, and asked for again after that (server/utilities/caching)", async () => {
    const clock = manualClock();
    const link = memoryLink("s", { ...modern, tools: [textTool("t", "x")], caching: { ttlMs: 5000, cacheScope: "private" } });
    const connection = connectionTo(link, clock);
    await connection.tools();
    await clock.advance(4999);
    await connection.tools();
    expect(times(link, "tools/list")).toBe(1);
    await clock.advance(1);
    await connection.tools();
    expect(times(link, "tools/list")).toBe(2);
  });

  it("is stale at once without a time, and never fresher than the profile allows", async () => {
    const clock = manualClock();
    const stale = memoryLink("s", { ...modern, tools: [textTool("t", "x")] });
    const one = connectionTo(stale, clock);
    await one.tools();
    await one.tools();
    expect(times(stale, "tools/list")).toBe(2);
    const long = memoryLink("s", { ...modern, tools: [textTool("t", "x")], caching: hour });
    const bounded = connectionTo(long, clock, "sessions.listCacheMs=1000");
    await bounded.tools();
    await clock.advance(1000);
    await bounded.tools();
    expect(times(long, "tools/list")).toBe(2);
  });

  it("is subscribed to, and asked for again when it has changed (BX-002)", async () => {
    const link = memoryLink("s", { ...modern, tools: [change], caching: hour });
    const connection = connectionTo(link);
    const tool = await firstTool(connection);
    expect(link.received().find(({ method }) => method === "subscriptions/listen")).toMatchObject({
      params: { notifications: { toolsListChanged: true } },
    });
    await connection.tools();
    expect(times(link, "tools/list")).toBe(1);
    await connection.call(tool, {});
    await settled();
    await connection.tools();
    expect([times(link, "tools/list"), times(link, "subscriptions/listen")]).toEqual([2, 1]);
  });

  it("is subscribed to again after a crash, and not where changes are not announced or not heeded", async () => {
    const link = memoryLink("s", { ...modern, tools: [textTool("t", "x")], caching: hour });
    const connection = connectionTo(link);
    await connection.tools();
    link.crash();
    await settled();
    const tool = await firstTool(connection);
    await connection.call(tool, {});
    expect([link.opened(), times(link, "subscriptions/listen")]).toEqual([2, 2]);
    for (const [script, set] of [
      [{ listChanged: false }, []],
      [{}, ["sessions.listChanged=false"]],
    ] as const) {
      const quiet = memoryLink("s", { ...modern, ...script, tools: [textTool("t", "x")] });
      await connectionTo(quiet, manualClock(), ...set).tools();
      expect(times(quiet, "subscriptions/listen")).toBe(0);
    }
  });

  it("outlives a server that refuses or ends the subscription", async () => {
    for (const act of [{ error: { code: -32601, message: "no" } }, { result: {} }]) {
      const rules = [{ on: "subscriptions/listen", do: [act] }];
      const link = memoryLink("s", { ...modern, tools: [textTool("t", "x")], caching: hour, rules });
      const connection = connectionTo(link);
      await firstTool(connection);
      await settled();
      await firstTool(connection);
      expect(times(link, "subscriptions/listen")).toBeLessThanOrEqual(3);
    }
  });
});

describe("a result of 2026-07-28 (basic/index#resulttype)", () => {
  it.each([
    ["input_required", { kind: "error", message: "the tool asks for input that the host cannot give" }],
    ["odd", { kind: "error", message: expect.stringContaining('"odd"') as string }],
  ])("of the type %s is not a result", async (resultType, outcome) => {
    const rules = [{ on: "tools/call", do: [{ merge: { result: { resultType } } }] }];
    const connection = connectionTo(memoryLink("s", { ...modern, tools: [textTool("t", "x")], rules }));
    expect(await connection.call(await firstTool(connection), {})).toEqual(outcome);
  });

  it("without a type is complete", async () => {
    const rules = [{ on: "tools/call", do: [{ patch: [{ op: "remove", path: "/result/resultType" }] }] }];
    const connection = connectionTo(memoryLink("s", { ...modern, tools: [textTool("t", "x")], rules }));
    expect(await connection.call(await firstTool(connection), {})).toMatchObject({ kind: "result" });
  });
});
