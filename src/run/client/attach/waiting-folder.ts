import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { MockScript } from "../../../mock/script/script.ts";

/** What the servers that a client starts over stdio join: the script they play, and the folder their records go to. */
export type Waiting = { readonly script: MockScript; readonly records: string };

type Claim = { readonly pid: number };

const claimIn = (folder: string): string => join(folder, "waiting.json");
const placeOf = (folder: string, pid: number): string => join(folder, String(pid));

/** Where runs wait unless another folder is named: always the same, so that a configuration that names it stays good. */
export function usualFolder(): string {
  const { uid, username } = userInfo();
  return join(tmpdir(), `mcpcheck-attach-${uid === -1 ? username : uid}`);
}

/**
 * Lays out a script for servers to join, and gives the folder of their records; `leave` takes everything away again.
 * @throws McpcheckError `harness` when another run waits there, or the folder is not one's own
 */
export function waitIn(folder: string, script: MockScript): { readonly records: string; readonly leave: () => void } {
  makeOwn(folder);
  const other = claimOf(folder);
  if (other !== undefined)
    throw new McpcheckError("harness", `another run (process ${other.pid}) waits for a client in ${folder}: end it first`);
  const place = placeOf(folder, process.pid);
  const records = join(place, "records");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(records, { recursive: true, mode: 0o700 });
  writeFileSync(join(place, "mock.json"), JSON.stringify(script), { mode: 0o600 });
  writeFileSync(claimIn(folder), JSON.stringify({ pid: process.pid } satisfies Claim), { mode: 0o600 });
  return {
    records,
    leave() {
      rmSync(claimIn(folder), { force: true });
      rmSync(place, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The run that waits in a folder; undefined when none does. */
export function waitingIn(folder: string): Waiting | undefined {
  if (!isOwn(folder)) return undefined;
  const claim = claimOf(folder);
  if (claim === undefined) return undefined;
  const place = placeOf(folder, claim.pid);
  // The run that wrote the file has validated it.
  const script = JSON.parse(readFileSync(join(place, "mock.json"), "utf8")) as MockScript;
  return { script, records: join(place, "records") };
}

function claimOf(folder: string): Claim | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(claimIn(folder), "utf8")) as Claim;
    return Number.isInteger(pid) && isThere(pid) ? { pid } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process is there, whoever's it is. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function makeOwn(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST")
      throw new McpcheckError("harness", `cannot make the folder ${folder}: ${(cause as Error).message}`, { cause });
  }
  if (!isOwn(folder)) throw new McpcheckError("harness", `${folder} is not a folder of yours alone: remove it, then try again`);
}

/** Folders for temporary files are everybody's: nobody else may say what is played here, or read what was recorded. */
function isOwn(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return false;
  if (process.platform === "win32") return true;
  return stats.uid === userInfo().uid && (stats.mode & 0o077) === 0;
}
