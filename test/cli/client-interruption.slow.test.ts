import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { root } from "../support/run-cli.ts";
import { isGone } from "../transport/opened-stdio.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-client-interruption-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A driver that ignores signals, never ends once it is through, and has a child in its group and one in a session of its own. */
const family = `
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
const note = (pid) => appendFileSync(process.env.PIDS, pid + "\\n");
const idle = ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"];
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});
process.exit = () => setInterval(() => {}, 1000);
note(process.pid);
note(spawn(process.execPath, idle, { stdio: "inherit" }).pid);
note(spawn(process.execPath, idle, { stdio: "ignore", detached: true }).pid);
await import(${JSON.stringify(join(root, "examples/clients/typescript-sdk-v1.mjs"))});
`;

const cases = ["stdio", "http"].flatMap((transport) => [50, 600, 1500].map((waitMs) => ({ transport, waitMs })));

test.each(cases)(
  "the family of a client is gone, and reports are whole: Ctrl-C over $transport, $waitMs ms after its start",
  async ({ transport, waitMs }) => {
    const own = join(folder, `${transport}-${waitMs}`);
    mkdirSync(join(own, "tmp"), { recursive: true });
    const [driver, pidFile, json, trace] = ["driver.mjs", "pids", "run.json", "run.ndjson"].map((name) => join(own, name));
    writeFileSync(driver ?? "", family);
    const words = [
      "run",
      "client",
      "--transport",
      transport,
      "--env",
      "PIDS",
      "--reporter",
      `json=${json}`,
      "--trace",
      trace ?? "",
    ];
    const run = spawn(process.execPath, [join(root, "bin/mcpcheck.js"), ...words, "--", process.execPath, driver ?? ""], {
      stdio: "ignore",
      env: { ...process.env, PIDS: pidFile, TMPDIR: join(own, "tmp") },
    });
    const ended = new Promise<number | null>((resolve) => run.once("exit", resolve));
    await vi.waitFor(() => expect(existsSync(pidFile ?? "")).toBe(true), { timeout: 120_000, interval: 10 });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    run.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(JSON.parse(readFileSync(json ?? "", "utf8"))).toMatchObject({ exitCode: 130, interrupted: "SIGINT" });
    expect(readFileSync(trace ?? "", "utf8")).toContain("probe.what-it-speaks");
    const pids = readFileSync(pidFile ?? "", "utf8")
      .trim()
      .split("\n")
      .map(Number);
    await vi.waitFor(() => expect(pids.filter((pid) => !isGone(pid))).toEqual([]), { timeout: 60_000, interval: 20 });
    expect(readdirSync(join(own, "tmp")).filter((name) => name.startsWith("mcpcheck-"))).toEqual([]);
  },
);
