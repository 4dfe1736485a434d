import { expect, it } from "vitest";
import { parse } from "yaml";
import type { ServerEntry } from "../mock/mock-servers.ts";
import { ownConfigText, ownForm } from "./own-config.ts";

const servers: readonly ServerEntry[] = [
  { id: "near", transport: "stdio", command: ["node", "a.js", "--x"], env: { A: "1" }, more: {} },
  { id: "far", transport: "http", url: "http://127.0.0.1:1/mcp", headers: { "x-a": "b" }, more: {} },
  { id: "old", transport: "sse", url: "http://127.0.0.1:2/sse", more: { timeout: 5 } },
];

it("writes a map of entries with names of its own, and leaves out what a server has not", () => {
  const form = ownForm.parse({
    form: "own",
    at: "mcp",
    entries: {
      stdio: { type: "local", command: "{words}", environment: "{env}", headers: "{headers}", enabled: true },
      http: { type: "remote", url: "{url}", options: { headers: "{headers}", env: "{env}" } },
      sse: { url: "{url}", options: { headers: "{headers}" } },
    },
  });
  expect(JSON.parse(ownConfigText(form, servers, { model: "m" }))).toEqual({
    model: "m",
    mcp: {
      near: { type: "local", command: ["node", "a.js", "--x"], environment: { A: "1" }, enabled: true },
      far: { type: "remote", url: "http://127.0.0.1:1/mcp", options: { headers: { "x-a": "b" } } },
      old: { url: "http://127.0.0.1:2/sse", timeout: 5 },
    },
  });
});

it("writes a list of entries as YAML", () => {
  const form = ownForm.parse({
    form: "own",
    syntax: "yaml",
    list: true,
    entries: { stdio: { name: "{id}", command: "{program}", args: "{args}" }, http: { name: "{id}", url: "{url}" }, sse: {} },
  });
  expect(parse(ownConfigText(form, servers.slice(0, 2), {}))).toEqual({
    mcpServers: [
      { name: "near", command: "node", args: ["a.js", "--x"] },
      { name: "far", url: "http://127.0.0.1:1/mcp" },
    ],
  });
});

it("writes TOML with everything quoted", () => {
  const form = ownForm.parse({
    form: "own",
    syntax: "toml",
    at: "mcp_servers",
    entries: { stdio: { command: "{program}", args: "{args}", env: "{env}" } },
  });
  expect(ownConfigText(form, servers.slice(0, 1), { model: 'a"b\u007F', features: { apps: false, n: 1 } })).toBe(
    [
      String.raw`"model" = "a\"b\u007F"`,
      '"features" = { "apps" = false, "n" = 1 }',
      '"mcp_servers" = { "near" = { "command" = "node", "args" = ["a.js", "--x"], "env" = { "A" = "1" } } }',
      "",
    ].join("\n"),
  );
});
