import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A directory of its own for what a test writes, gone when the test has ended. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
