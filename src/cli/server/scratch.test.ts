import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { planScratch, type Scratch } from "./scratch.ts";

let base = "";
let scratch: Scratch;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "mcpcheck-scratch-"));
  scratch = planScratch();
});
afterEach(() => {
  for (const path of [base, scratch.root]) rmSync(path, { recursive: true, force: true });
});

describe("planScratch", () => {
  it("makes its folders when it is told to, and removes them with what is in them", () => {
    expect(existsSync(scratch.root)).toBe(false);
    scratch.make();
    writeFileSync(join(scratch.work, "file"), "");
    expect([existsSync(scratch.home), scratch.remove(), existsSync(scratch.root)]).toEqual([true, undefined, false]);
    expect(scratch.remove()).toBeUndefined();
  });

  it.skipIf(process.platform !== "linux")(
    "finds its folders where they have been moved to (on Linux: elsewhere nothing tells where)",
    () => {
      scratch.make();
      renameSync(scratch.home, join(base, "home"));
      renameSync(scratch.root, join(base, "root"));
      expect([scratch.remove(), existsSync(join(base, "root")), existsSync(join(base, "home"))]).toEqual([
        undefined,
        false,
        false,
      ]);
    },
  );

  it("leaves alone what a link in their place leads to", () => {
    scratch.make();
    const kept = join(base, "kept");
    mkdirSync(kept);
    writeFileSync(join(kept, "file"), "mine");
    rmSync(scratch.root, { recursive: true });
    symlinkSync(kept, scratch.root);
    expect([scratch.remove(), existsSync(scratch.root), existsSync(join(kept, "file"))]).toEqual([undefined, false, true]);
  });
});
