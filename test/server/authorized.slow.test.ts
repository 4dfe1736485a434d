import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-auth-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is found of the server that verifies its tokens but for what it is careless about. */
async function judged(careless: string): Promise<{ readonly accused: readonly string[]; readonly stdout: string }> {
  const file = join(folder, "auth.json");
  writeFileSync(file, JSON.stringify({ scope: ["tools"], narrow: ["files"] }));
  const trust = ["--auth", file, "--env", "ISSUER={issuer}", "--env", "JWKS={jwks}", "--env", `CARELESS=${careless}`];
  const server = ["node", "test/server/jwt-server.mjs", "{port}", "{audience}"];
  const how = ["--spec", "2025-11-25", "--suite", "auth", "--reporter", "json"];
  const { stdout } = await runCli(["run", "server", ...how, ...trust, "--", ...server]);
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly check: string; readonly verdict: string; readonly promised: boolean }[];
  };
  const bad = findings.filter(
    ({ verdict, promised }) => verdict === "fail" || verdict === "warn" || (verdict === "untested" && promised),
  );
  return { accused: bad.map(({ check }) => check), stdout };
}

describe("a server that is told whom to trust", () => {
  test.each([
    ["nothing", []],
    ["audience", ["auth.token-audience"]],
    ["issuer", ["auth.token-signed"]],
    ["expiry", ["auth.token-lifetime"]],
    ["session", ["auth.session-bound"]],
  ])("and is careless about %s", async (careless, expected) => {
    const { accused, stdout } = await judged(careless);
    expect(accused).toEqual(expected);
    expect(stdout).not.toMatch(/eyJ/); // how every token begins
  });
});
