import { expect, it } from "vitest";
import { isBuiltIn } from "./built-in-tools.ts";

it.each([
  [{ naming: "mcp__{server}__{tool}" }, ["mcp__s__read", "mcp__my_db__list"], ["read", "mcp__t__read", "s__read"]],
  [{ naming: "double-underscore" }, ["s__read", "my_db__list"], ["read_file", "task"]],
  [{ naming: "bare" }, ["read", "anything"], []],
  [{ naming: "bare", ownTools: ["Read", "Todo*"] }, ["read", "Toread"], ["Read", "TodoWrite"]],
  [{}, ["read"], []],
])("tells with %j which tools are the host's own", (adapter, ofServers, own) => {
  const isOwn = isBuiltIn(adapter, ["s", "my db"]);
  expect(ofServers.filter(isOwn)).toEqual([]);
  expect(own.filter((name) => !isOwn(name))).toEqual([]);
});

it("knows by their form alone the tools of servers of which nobody says how they are called", () => {
  const isOwn = isBuiltIn({ naming: "mcp__{server}__{tool}", ownTools: ["mcp__own__*"] }, undefined);
  expect(["mcp__local__read", "mcp__a b__read", "read", "mcp__own__read"].map(isOwn)).toEqual([false, false, true, true]);
  expect(["local:echo", "read"].map(isBuiltIn({ naming: "colon" }, undefined))).toEqual([false, true]);
});
