import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { profileKeys } from "../../src/host/profile/effective-profile.ts";
import { runCli } from "./run-cli.ts";

/** A configuration with a secret in every place that has some. */
function configuration(): string {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "servers.json");
  const stdio = {
    command: "npx",
    args: ["--key=${env:KEY}"],
    env: { OWN: "planted-own" },
    description: "Files",
    requires_path: true,
  };
  const http = { url: "http://127.0.0.1:1/mcp", headers: { Authorization: "Bearer ${env:KEY}" }, enabled: false };
  writeFileSync(file, JSON.stringify({ mcpServers: { files: stdio, remote: http } }));
  return file;
}

const env = { KEY: "planted-key", HOME: tmpdir() };

describe("config show", () => {
  it("prints file, servers and profile, and no secret (B0-013, B1-074, B1-083)", async () => {
    const file = configuration();
    const { exitCode, stdout } = await runCli(["config", "show", "--config", file], { env });
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/name: files[\s\S]*OWN: "\*\*\*"[\s\S]*maxRounds: 15/)]);
    expect(stdout).toContain(file);
    expect(stdout).not.toMatch(/planted/);
  });

  it("says what a profile leaves open, compared with strict", async () => {
    const { stdout } = await runCli(["config", "show", "--json", "--profile", "ollama"], { env });
    const { leaves_open } = JSON.parse(stdout) as { leaves_open: string[] };
    expect(leaves_open).toContainEqual(expect.stringMatching(/^any page of a program on this machine starts programs/));
    const strict = await runCli(["config", "show", "--config", configuration()], { env });
    expect(strict.stdout).toMatch(/leaves_open:\n {2}- commands are refused by a list of names, which cannot be/);
  });

  it("prints every value that was overridden (BX-034)", async () => {
    const { stdout } = await runCli(["config", "show", "--json", "--config", configuration(), "--set", "loop.maxRounds=3"], {
      env,
    });
    const shown = JSON.parse(stdout) as { profile: { loop: object }; mcp: { servers: object[] } };
    expect(shown.profile.loop).toMatchObject({ maxRounds: 3, loopGuard: 3 });
    expect(shown.mcp.servers).toMatchObject([{ args: ["--key=***"] }, { headers: { Authorization: "***" }, enabled: false }]);
  });
});

describe("chat --list-tools", () => {
  it("prints a table of what is defined (B0-010)", async () => {
    const { exitCode, stdout } = await runCli(["chat", "m", "--list-tools", "--config", configuration()], { env });
    expect([exitCode, stdout.split("\n")]).toEqual([
      0,
      [
        "NAME    DESCRIPTION  AUTO-ENABLE  REQUIRES-PATH  CAPABILITIES",
        "files   Files        never        yes            -",
        "remote  -            off          no             -",
        "",
      ],
    ]);
  });

  it("says that there are none", async () => {
    const { stdout } = await runCli(["chat", "m", "--list-tools"], { env, cwd: tmpdir() });
    expect(stdout).toBe("no servers are defined\n");
  });
});

describe("settings", () => {
  it("config show --diff gives what a profile has otherwise than another, with both values", async () => {
    const { exitCode, stdout } = await runCli(["config", "show", "--profile", "dolphin", "--diff", "strict", "--json"]);
    const shown = JSON.parse(stdout) as { readonly settings: Readonly<Record<string, unknown>> };
    expect(exitCode).toBe(0);
    expect(shown.settings["loop.maxRounds"]).toEqual({ strict: 15, here: 1 });
    expect(Object.keys(shown.settings)).not.toContain("limits.maxServers");
    const same = await runCli(["config", "show", "--set", "loop.maxRounds=3", "--diff", "strict", "--json"]);
    expect(JSON.parse(same.stdout)).toMatchObject({ settings: { "loop.maxRounds": { strict: 15, here: 3 } } });
    expect((await runCli(["config", "show", "--diff", "strikt"])).exitCode).toBe(2);
  });

  it("list settings knows the meaning of every key, its usual value and who differs", async () => {
    const { stdout } = await runCli(["list", "settings", "--json"]);
    const items = JSON.parse(stdout) as readonly { readonly id: string; readonly means: string; readonly profiles: object }[];
    expect(items.map(({ id }) => id)).toEqual(profileKeys);
    expect(items.filter(({ means }) => means.length < 10).map(({ id }) => id)).toEqual([]);
    expect(items.find(({ id }) => id === "loop.maxRounds")?.profiles).toMatchObject({ llamafarm: 10, dolphin: 1 });
  });
});
