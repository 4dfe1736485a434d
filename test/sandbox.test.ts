import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requireSandbox } from "../src/cli/server/sandbox.ts";
import { runCli, runReport } from "./support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-sandbox-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reason = ((): string | undefined => {
  try {
    requireSandbox();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
})();

/** Tries what a sandbox must not allow and what it must, tells on stderr what it could do, and ends. */
const probe = `
const fs = require("fs"), net = require("net"), can = {};
const tries = (name, what) => { try { what(); can[name] = true; } catch { can[name] = false; } };
tries("writeElsewhere", () => fs.writeFileSync(${JSON.stringify(join(folder, "touched"))}, "x"));
tries("writeHome", () => fs.writeFileSync(process.env.HOME + "/mine", "x"));
tries("writeHere", () => fs.writeFileSync("mine", "x"));
const socket = net.connect(PORT, "127.0.0.1");
const tell = (reached) => { console.error("CAN=" + JSON.stringify({ ...can, network: reached })); process.exit(7); };
socket.on("connect", () => tell(true)).on("error", () => tell(false));`;

test.skipIf(reason !== undefined)(
  `a confined server writes to its own directories only and reaches nobody${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  async () => {
    const { rawServer } = await import("./hostile/http-server.ts");
    const elsewhere = await rawServer(() => false);
    try {
      const port = new URL(elsewhere.url).port;
      const { exitCode, report } = await runReport([
        "run",
        "server",
        "--sandbox",
        "--",
        process.execPath,
        "-e",
        probe.replace("PORT", port),
      ]);
      expect(exitCode).toBe(3);
      expect(JSON.parse(/CAN=(\{.*\})/.exec(report.error?.stderrTail ?? "")?.[1] ?? "{}")).toEqual({
        writeElsewhere: false,
        writeHome: true,
        writeHere: true,
        network: false,
      });
      expect(existsSync(join(folder, "touched"))).toBe(false);
    } finally {
      await elsewhere.close();
    }
  },
);

test("a server that is not started here cannot be confined, and is not judged without", async () => {
  const { exitCode, stderr } = await runCli(["run", "server", "--sandbox", "--url", "http://127.0.0.1:9/mcp"]);
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/--sandbox: .* is not started here/)]);
});
