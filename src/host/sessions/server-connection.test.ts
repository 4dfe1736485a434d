import { expect, it } from "vitest";
import { manualClock, settled } from "../../../test/host/manual-clock.ts";
import { echoTool, memoryLink } from "../../../test/host/memory-link.ts";
import { effectiveProfile } from "../profile/effective-profile.ts";
import type { McpTool } from "../tools/mcp-tool.ts";
import { createServerConnection } from "./server-connection.ts";

const script = { revisions: ["2025-06-18"], tools: [echoTool("echo")] };
const broken = { ...script, rules: [{ on: "initialize", do: [{ error: { code: -32603, message: "not today" } }] }] };

it.each([
  [0, 1, "no call starts it again"],
  [1, 2, "not today"],
  [2, 3, "not today"],
])("starts a server that died again %i times for one call (BX-013)", async (respawns, starts, says) => {
  const link = memoryLink("s", script);
  const profile = effectiveProfile("strict", [`sessions.respawnsPerCall=${respawns}`]);
  const connection = createServerConnection({ link, profile, clock: manualClock(), version: "0", warn: () => undefined });
  const listing = await connection.tools();
  const [tool] = "error" in listing ? [] : listing.tools;
  link.crash();
  await settled();
  link.become(broken);
  const outcome = await connection.call(tool as McpTool, { text: "x" });
  expect(outcome).toMatchObject({ kind: "lost", message: expect.stringContaining(says) as string });
  expect(link.opened()).toBe(starts);
  await connection.close();
});

it("calls a server that came back at the second start for a call (BX-013)", async () => {
  const link = memoryLink("s", script);
  const profile = effectiveProfile("strict", ["sessions.respawnsPerCall=2"]);
  let opens = 0;
  const open: typeof link.open = (...given) => {
    opens += 1;
    link.become(opens === 2 ? broken : script);
    return link.open(...given);
  };
  const connection = createServerConnection({
    link: { ...link, open },
    profile,
    clock: manualClock(),
    version: "0",
    warn: () => undefined,
  });
  const listing = await connection.tools();
  const [tool] = "error" in listing ? [] : listing.tools;
  link.crash();
  await settled();
  await expect(connection.call(tool as McpTool, { text: "x" })).resolves.toMatchObject({ kind: "result" });
  expect(opens).toBe(3);
  await connection.close();
});
