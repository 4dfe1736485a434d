import { expect, test } from "vitest";
import { startsProcesses } from "./case-needs.ts";
import type { HostCase } from "./host-case.ts";
import { loadHostSuites } from "./load.ts";

const plain: HostCase = {
  id: "loop.example",
  title: "An example",
  ring: "must",
  rows: [],
  level: "L1",
  steps: [{ call: { server: "s", tool: "echo", arguments: {} } }],
  expect: [],
};

test.each([
  ["none without a word of it", plain, false],
  ["none for servers over HTTP", { ...plain, servers: [{ id: "s", transport: "http" }] }, false],
  ["some for a server over stdio", { ...plain, servers: [{ id: "s", transport: "stdio" }] }, true],
  ["some for a server with a command", { ...plain, servers: [{ id: "s", command: ["x"] }] }, true],
  ["some for a host on its command line", { ...plain, steps: [{ cli: { args: ["chat"] } }] }, true],
] as const)("a case starts processes: %s", (_what, hostCase, starts) => {
  expect(startsProcesses(hostCase as HostCase)).toBe(starts);
});

test("of the bundled cases some start processes and most do not", () => {
  const cases = loadHostSuites().flatMap((suite) => suite.cases);
  const some = cases.filter(startsProcesses).length;
  expect(some).toBeGreaterThan(100);
  expect(some).toBeLessThan(cases.length / 2);
});
