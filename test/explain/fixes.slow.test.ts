import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { matchesGlob } from "../../src/base/glob/matches-glob.ts";
import { fixedServers, fixTopics } from "../../src/cli/explain/fixes.ts";
import { judgeServer } from "../../src/library/index.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "mcpcheck-fixes-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const isFixed = (check: string): boolean =>
  fixTopics.flatMap(({ checks }) => checks).some((glob) => matchesGlob(glob, check, true));
/** What this one has no region for. */
const open: Readonly<Record<string, readonly string[]>> = { fastmcp: ["tools.unknown-name", "tools.unknown-name-code"] };

const limit = 600_000;

/** How a server is started here, or why it cannot be. */
function commandOf(file: string): { readonly command: string; readonly args: readonly string[] } | string {
  if (file.endsWith(".mjs")) return { command: process.execPath, args: [join(root, file)] };
  if (file.endsWith(".py")) {
    const python = join(root, ".venv/mcp-2/bin/python");
    return existsSync(python) ? { command: python, args: [join(root, file)] } : "the Python peers are not installed";
  }
  const program = join(scratch, "fixes-go");
  const env = { ...process.env, GOFLAGS: "-mod=readonly", GOPROXY: "off", GOTOOLCHAIN: "local" };
  const cwd = join(root, file, "..");
  const built = spawnSync("go", ["build", "-o", program, "."], { cwd, env, encoding: "utf8", timeout: limit / 2 });
  if (built.status === 0) return { command: program, args: [] };
  // What the compiler says of the code is a failure; that there is no compiler, or no module, is none.
  const said = built.error?.message ?? built.stderr;
  expect(said).not.toMatch(/main\.go:\d+:\d+: (?!no required module|cannot find module|.*module lookup disabled)/);
  return `Go cannot build it here: ${said.split("\n")[0] ?? ""}`;
}

test.for(Object.entries(fixedServers))(
  "what explain shows as a fix with %s is right",
  { timeout: limit },
  async ([key, { file }], { skip }) => {
    const command = commandOf(file);
    if (typeof command === "string") return skip(command);
    const { findings, error } = await judgeServer({ ...command, cwd: root }, { env: process.env, budgetMs: limit / 2 });
    expect(error).toBeNull();
    const judged = findings.filter(({ check }) => isFixed(check) && open[key]?.includes(check) !== true);
    const bad = judged.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
    expect(bad.map(({ check, revision, message }) => `${check} (${revision}): ${message}`)).toEqual([]);
    expect(judged.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(10);
  },
);
