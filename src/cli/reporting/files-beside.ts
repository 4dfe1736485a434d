import { type Dirent, closeSync, openSync, readdirSync, readSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { pageMark } from "../../report/html/page-frame.ts";
import type { ReportTarget } from "../../report/reporter-option.ts";
import type { FilesBeside } from "../../report/reporter.ts";
import type { Io } from "../io.ts";
import { writeWhole } from "./write-whole.ts";

/** The files beside a report that is a file; nothing where it goes to standard output. */
export function filesBeside({ name, file }: ReportTarget, { cwd }: Io): FilesBeside | undefined {
  if (file === null) return undefined;
  const above = dirname(resolve(cwd, file));
  const option = `--reporter ${name}`;
  return {
    write: (path, text) => writeWhole(join(above, path), text, option),
    keepOnly: (folder, paths) => removeOthers(join(above, folder), new Set([...paths].map((path) => join(above, path))), option),
  };
}

/** How the names of our pages begin and end. */
const pageName = /^\d+-[\w.-]*\.html$/;

/** Removes the pages of ours that are not kept, and the folder when nothing is left in it. */
function removeOthers(folder: string, kept: ReadonlySet<string>, option: string): void {
  const entries = entriesOf(folder);
  const stale = entries
    .filter((entry) => entry.isFile() && pageName.test(entry.name))
    .map(({ name }) => join(folder, name))
    .filter((path) => !kept.has(path) && isOurs(path));
  try {
    for (const path of stale) rmSync(path);
    if (stale.length > 0 && stale.length === entries.length) rmdirSync(folder);
  } catch (cause) {
    throw new McpcheckError("usage", `${option}: cannot remove the pages of an earlier run from ${folder}`, { cause });
  }
}

/** Nothing where there is no such folder, or none that can be read: then nothing of it is ours to remove. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Most bytes at the start of a page that are read to know it. */
const mostRead = 512;

function isOurs(path: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(mostRead);
      return bytes.toString("utf8", 0, readSync(file, bytes)).includes(pageMark);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
