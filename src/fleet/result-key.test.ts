import { expect, test } from "vitest";
import type { FleetServer } from "./fleet-server.ts";
import { resultKey, shardOf } from "./result-key.ts";

const server: FleetServer = { id: "a", version: "1", command: ["node", "server.js"] };
const by = { mcpcheck: "1.0.0", suites: "s" };

test("a result is kept by the server as it is defined, mcpcheck and its suites, and by nothing else", () => {
  const key = resultKey(server, by);
  expect(resultKey({ command: ["node", "server.js"], version: "1", id: "a" }, by)).toBe(key);
  const others = [
    resultKey({ ...server, version: "2" }, by),
    resultKey({ ...server, command: ["node", "other.js"] }, by),
    resultKey(server, { ...by, mcpcheck: "1.0.1" }),
    resultKey(server, { ...by, suites: "t" }),
  ];
  expect(new Set([key, ...others]).size).toBe(5);
});

test("every server is in one shard, whatever else there is, and shards are about as large as each other", () => {
  const shards = Array.from({ length: 1000 }, (_unused, index) => shardOf(`server-${index}`, 4));
  for (const shard of [1, 2, 3, 4]) {
    const size = shards.filter((one) => one === shard).length;
    expect(size).toBeGreaterThan(200);
    expect(size).toBeLessThan(300);
  }
});
