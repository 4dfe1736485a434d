import { expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { servedHost } from "./served-host.ts";

it.each(["2025-11-25", "2026-07-28"])(
  "the host's own MCP endpoint conforms to %s, by every check that applies",
  async (revision) => {
    const { url } = await servedHost({ profile: "llamafarm" });
    const { exitCode, stdout } = await runCli(["run", "server", "--url", `${url}/mcp`, "--spec", revision, "--reporter", "json"]);
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly check: string; readonly verdict: string }[];
    };
    expect(findings.filter(({ verdict }) => ["fail", "warn", "error"].includes(verdict))).toEqual([]);
    expect(findings.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(80);
    expect(exitCode).toBe(0);
  },
  120_000,
);
