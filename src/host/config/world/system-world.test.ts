import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profiles } from "../../profile/profiles.ts";
import { judgePaths } from "../../policy/path/path-guard.ts";
import { systemWorld } from "./system-world.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "mcpcheck-world-")));
const world = systemWorld({ PATH: `relative:${root}/bin`, HOME: root });

beforeAll(() => {
  for (const folder of ["in", "out", "bin", "open"]) mkdirSync(join(root, folder));
  chmodSync(join(root, "open"), 0o777);
  writeFileSync(join(root, "in/file"), "text");
  writeFileSync(join(root, "out/secret"), "secret");
  writeFileSync(join(root, "bin/tool"), "", { mode: 0o755 });
  writeFileSync(join(root, "bin/data"), "", { mode: 0o644 });
  symlinkSync("../out", join(root, "in/link"));
  symlinkSync("../out/new", join(root, "in/dangling"));
  symlinkSync("loop", join(root, "in/loop"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the machine itself", () => {
  test("B0-033: files, directories and links, dangling ones count as nothing", () => {
    const kinds = ["in", "in/file", "in/link", "in/dangling", "gone"].map((name) => world.kindOf(join(root, name)));
    expect(kinds).toEqual(["directory", "file", "directory", undefined, undefined]);
  });
  test("B0-013: a file that is not there is no error, a directory is one", () => {
    expect(world.readText(join(root, "gone"))).toBeUndefined();
    expect(world.readText(join(root, "in/file"))).toBe("text");
    expect(() => world.readText(join(root, "in"))).toThrow("EISDIR");
  });
  test("commands are looked for along PATH: executable files in absolute directories", () => {
    expect([world.which("tool"), world.which("data"), world.which("gone")]).toEqual([
      join(root, "bin/tool"),
      undefined,
      undefined,
    ]);
  });
  test("B0-185: what anybody may write to", () => {
    expect([world.isWorldWritable(join(root, "open")), world.isWorldWritable(join(root, "in"))]).toEqual([true, false]);
  });
});

describe("B0-190: the path guard on real links", () => {
  const guard = (path: string): boolean => judgePaths({ path }, join(root, "in"), profiles.strict.policy.path, world).allowed;
  test.each(["file", "new/file", "./a/../file", "", "."])("%j stays within", (path) => {
    expect(guard(path)).toBe(true);
  });
  test.each(["link/secret", "link", "link/../in/file/../../out", "dangling", "loop/x", "../out/secret", "~/out", "link/.."])(
    "%j leads outside",
    (path) => {
      expect(guard(path)).toBe(false);
    },
  );
  test("the root may itself be reached through a link", () => {
    symlinkSync("in", join(root, "alias"));
    const through = (path: string): boolean =>
      judgePaths({ path }, join(root, "alias"), profiles.strict.policy.path, world).allowed;
    expect([through("file"), through(join(root, "alias/file")), through(join(root, "in/file")), through("link/secret")]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
