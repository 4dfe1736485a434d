import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeTree } from "./remove-tree.ts";

let base = "";
beforeEach(() => (base = mkdtempSync(join(tmpdir(), "mcpcheck-tree-"))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

const name = "d".repeat(200);

/** Makes folders in folders, deeper than any path can be written. */
function deep(root: string): void {
  mkdirSync(root);
  const script = `for (let i = 0; i < 40; i += 1) { fs.mkdirSync("${name}"); process.chdir("${name}"); fs.writeFileSync("f", ""); }`;
  expect(spawnSync(process.execPath, ["-e", script], { cwd: root }).status).toBe(0);
}

describe("removeTree", () => {
  it("removes folders that are deeper than a path can be", () => {
    deep(join(base, "tree"));
    expect(removeTree(join(base, "tree"))).toBeUndefined();
    expect(existsSync(join(base, "tree"))).toBe(false);
  });

  it("removes links and not what they lead to, at any depth", () => {
    const kept = join(base, "kept");
    mkdirSync(kept);
    writeFileSync(join(kept, "file"), "mine");
    deep(join(base, "tree"));
    symlinkSync(kept, join(base, "tree", "link"));
    symlinkSync(kept, join(base, "tree", name, name, "link"));
    expect(removeTree(join(base, "tree"))).toBeUndefined();
    symlinkSync(kept, join(base, "tree"));
    expect(removeTree(join(base, "tree"))).toBeUndefined();
    expect([existsSync(join(base, "tree")), existsSync(join(kept, "file"))]).toEqual([false, true]);
  });

  it("removes what nobody may enter or write to", () => {
    const tree = join(base, "tree");
    mkdirSync(join(tree, "a", "b", "c"), { recursive: true });
    writeFileSync(join(tree, "a", "b", "c", "file"), "");
    // Root may do anything; so it is somebody else then.
    const isRoot = process.getuid?.() === 0;
    for (const path of [base, tree, join(tree, "a"), join(tree, "a/b"), join(tree, "a/b/c")])
      if (isRoot) chownSync(path, 65534, 65534);
    chmodSync(join(tree, "a/b/c"), 0o400);
    chmodSync(join(tree, "a/b"), 0o000);
    chmodSync(join(tree, "a"), 0o500);
    chmodSync(tree, 0o500);
    if (isRoot) process.seteuid?.(65534);
    try {
      expect(removeTree(tree)).toBeUndefined();
      expect(existsSync(tree)).toBe(false);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it("is content when there is nothing", () => {
    expect(removeTree(join(base, "nothing"))).toBeUndefined();
  });

  it("tells why something stays", () => {
    const tree = join(base, "tree");
    mkdirSync(tree);
    const file = join(tree, "file");
    writeFileSync(file, "");
    const isImmutable = process.getuid?.() === 0 && spawnSync("chattr", ["+i", file]).status === 0;
    const why = removeTree(tree);
    spawnSync("chattr", ["-i", file]);
    expect([why, existsSync(tree)]).toEqual(isImmutable ? ["EPERM", true] : [undefined, false]);
  });
});
