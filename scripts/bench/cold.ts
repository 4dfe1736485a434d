import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figure.ts";
import { localRegistry } from "./registry.ts";
import { writeTrivialServer } from "./trivial-server.ts";

/** Seconds from the command to the verdict. */
const bar = 8;
const rounds = 3;

/**
 * What somebody waits for who has nothing: `npx mcpcheck run server` on a trivial server, with an empty cache, from a registry on loopback
 * that has the packed package and what it needs.
 */
export async function coldFigure(root: string, folder: string): Promise<Figure> {
  const registry = await localRegistry(root, folder);
  try {
    const runs: { readonly seconds: number; readonly said: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const project = join(folder, `project-${round}`);
      mkdirSync(project);
      writeTrivialServer(project);
      const begun = performance.now();
      const said = await npx(project, registry.url, join(folder, `cache-${round}`));
      runs.push({ seconds: (performance.now() - begun) / 1000, said });
    }
    const [best] = runs.toSorted((a, b) => a.seconds - b.seconds);
    const seconds = best?.seconds ?? Number.NaN;
    return {
      what: "`npx mcpcheck run server` from an empty cache",
      measured: `${seconds.toFixed(1)} s`,
      bar: `≤ ${bar} s`,
      isKept: seconds <= bar,
      of: `installing from a registry on loopback, starting a trivial server, judging all of it; best of ${rounds}: ${best?.said ?? ""}`,
    };
  } finally {
    registry.close();
  }
}

/** Runs the command; the last line it wrote. */
async function npx(cwd: string, registry: string, cache: string): Promise<string> {
  const env = {
    ...process.env,
    NO_COLOR: "1",
    npm_config_cache: cache,
    npm_config_registry: registry,
    npm_config_update_notifier: "false",
  };
  const child = spawn("npx", ["--yes", "mcpcheck", "run", "server", "--", "node", "server.mjs"], { cwd, env });
  let said = "";
  let wrong = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (wrong += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  // A server that is not quite right is judged all the same: what counts is that there is a verdict.
  if (code !== 0 && code !== 1) throw new Error(wrong + said);
  return said.trim().split("\n").at(-1) ?? "";
}
