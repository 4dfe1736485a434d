import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Figure, median } from "./figure.ts";
import { writeTrivialServer } from "./trivial-server.ts";

/** Seconds from a save to the verdict. */
const bar = 1;
const rounds = 5;
/** How long a round may take altogether, in ms, before something else than slowness is wrong. */
const patience = 120_000;
/** After a round, in ms: files that change at its end count as the server's own. */
const calm = 1000;

/** How soon somebody who keeps `watch` open sees red: a server that was good is saved with a line that breaks it. */
export async function watchFigure(root: string, folder: string): Promise<Figure> {
  const project = join(folder, "watched");
  mkdirSync(project);
  writeTrivialServer(project);
  const file = join(project, "server.mjs");
  const good = readFileSync(file, "utf8");
  const argv = [join(root, "bin/mcpcheck.js"), "watch", "--check", "stdio.*", "--", process.execPath, "server.mjs"];
  const child = spawn(process.execPath, argv, { cwd: project, env: { ...process.env, NO_COLOR: "1" } });
  let said = "";
  let wrong = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (wrong += piece.toString()));
  const closed = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  const seen = async (words: RegExp): Promise<void> => {
    const until = performance.now() + patience;
    while (!words.test(said)) {
      if (performance.now() > until || child.exitCode !== null)
        throw new Error(`watch said nothing of ${words}: ${said}${wrong}`);
      await pause(2);
    }
  };
  const saved = async (text: string, told: RegExp): Promise<number> => {
    await seen(/\(everything,/);
    await pause(calm);
    said = "";
    const begun = performance.now();
    writeFileSync(file, text);
    await seen(told);
    return (performance.now() - begun) / 1000;
  };
  const times: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      times.push(await saved(`console.log("broken");\n${good}`, /failed: [1-9].*\(first look,/));
      await saved(good, /so far: 0 failed.*\(first look,/);
    }
  } finally {
    child.kill("SIGTERM");
    await closed;
  }
  const seconds = median(times);
  return {
    what: "`mcpcheck watch`, from a save to red",
    measured: `${seconds.toFixed(2)} s`,
    bar: `≤ ${bar} s`,
    isKept: seconds <= bar,
    of: `a trivial server is saved with a line that breaks its output: noticing, starting it, its first answers, the verdict; median of ${rounds}`,
  };
}
