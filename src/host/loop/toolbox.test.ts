import { expect, it } from "vitest";
import { effectiveProfile } from "../profile/effective-profile.ts";
import type { Listing } from "../sessions/tools/list-tools.ts";
import type { ServerConnection } from "../sessions/server-connection.ts";
import { newMemory } from "../sessions/session-memory.ts";
import { type McpTool, readTool } from "../tools/mcp-tool.ts";
import { anyNames } from "../tools/provider-names.ts";
import { createToolbox, type Toolbox } from "./toolbox.ts";

/** A toolbox over one server whose lists are never fresh, and how often it was asked for one. */
function overStaleServer(jit: boolean, listing: Listing): { readonly toolbox: Toolbox; readonly asked: () => number } {
  let asked = 0;
  const connection = {
    link: { name: "s" },
    status: () => "active",
    tools: () => {
      asked += 1;
      return Promise.resolve(listing);
    },
  } as unknown as ServerConnection;
  const { tools: settings } = effectiveProfile("strict");
  const toolbox = createToolbox({
    settings,
    connections: [connection],
    memory: newMemory(),
    clientTools: [],
    jit,
    cap: 5,
    names: anyNames,
  });
  return { toolbox, asked: () => asked };
}

const echo: Listing = { tools: [readTool({ name: "echo" }) as McpTool] };

it("asks a server it connected ahead for its tools once, and again from the second need on (B0-056)", async () => {
  const { toolbox, asked } = overStaleServer(false, echo);
  await toolbox.connectAll();
  expect(asked()).toBe(1);
  await expect(toolbox.offered()).resolves.toMatchObject({ tools: [{ name: "s:echo" }] });
  expect(asked()).toBe(1);
  await toolbox.offered();
  expect(asked()).toBe(2);
});

it("offers the meta-tool alone though servers were connected ahead (B0-056)", async () => {
  const { toolbox, asked } = overStaleServer(true, echo);
  await toolbox.connectAll();
  await expect(toolbox.offered()).resolves.toMatchObject({ tools: [{ name: "mcp_discover" }] });
  expect(asked()).toBe(1);
});

it("tells once of a server that failed when it was connected ahead, and does not try it again", async () => {
  const { toolbox, asked } = overStaleServer(false, { error: "it is not there" });
  await toolbox.connectAll();
  await expect(toolbox.offered()).resolves.toEqual({ tools: [], problems: ["it is not there"] });
  await expect(toolbox.offered()).resolves.toEqual({ tools: [], problems: [] });
  expect(asked()).toBe(1);
});
