import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { isProgram, programIn, programOf } from "./program-of.ts";
import { spawnFailure } from "./spawn-failure.ts";
import { behindWrapper, hand } from "./wrapper.ts";
import { scratchFolder } from "../../../test/support/scratch-folder.ts";

describe("why a command could not be started", () => {
  const failure = (code: string, platform: NodeJS.Platform = "linux", cwd?: string): string =>
    spawnFailure({ command: "a b", cwd }, Object.assign(new Error("what the system says\nin detail"), { code }), platform);
  const onWindows = "; on Windows a script such as npx is started by: cmd /c npx …";

  it.each<[string, NodeJS.Platform, string]>([
    ["ENOENT", "linux", "command not found (ENOENT)"],
    ["ENOENT", "win32", `command not found (ENOENT)${onWindows}`],
    ["EINVAL", "linux", "it cannot be started by itself (EINVAL)"],
    ["EINVAL", "win32", `it cannot be started by itself (EINVAL)${onWindows}`],
    ["EACCES", "linux", "not executable (EACCES)"],
    ["E2BIG", "linux", "arguments and environment are too long (E2BIG)"],
    ["EMFILE", "linux", "what the system says"],
  ])("is told for %s on %s", (code, platform, words) => {
    expect(failure(code, platform)).toBe(`could not start "a b": ${words}`);
  });

  it("is the folder where that is not there, or is none", () => {
    const folder = scratchFolder();
    const file = join(folder, "file");
    writeFileSync(file, "");
    const missing = (cwd: string): string => `could not start "a b": the working directory ${JSON.stringify(cwd)} does not exist`;
    expect(failure("ENOENT", "linux", folder)).toBe('could not start "a b": command not found (ENOENT)');
    expect(failure("ENOENT", "linux", join(folder, "gone"))).toBe(missing(join(folder, "gone")));
    expect(failure("ENOENT", "linux", file)).toBe(missing(file));
  });
});

describe("how a child behind a wrapper ended", () => {
  it.each<[string, number | null, string | null, object]>([
    ["in order", 0, null, { code: 0, signal: null }],
    ["with a code of its own", 3, null, { code: 3, signal: null }],
    ["by a signal that the wrapper tells by a number", 128 + constants.signals.SIGKILL, null, { code: null, signal: "SIGKILL" }],
    ["with a code beyond all signals", 255, null, { code: 255, signal: null }],
    ["by a signal that ended the wrapper too", null, "SIGTERM", { code: null, signal: "SIGTERM" }],
  ])("%s", (_title, code, signal, ended) => {
    expect(behindWrapper(code, signal)).toEqual(ended);
  });

  it("does not matter to what the wrapper was to read", () => {
    const read: string[] = [];
    const pipe = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void read.push(chunk.toString())) });
    hand(pipe, undefined);
    expect(pipe.writableEnded).toBe(false);
    hand(null, Buffer.from("rules"));
    hand(pipe, Buffer.from("rules"));
    expect([read, pipe.writableEnded]).toEqual([["rules"], true]);
    expect(() => pipe.emit("error", new Error("EPIPE"))).not.toThrow();
  });
});

describe.skipIf(process.platform === "win32")("the file a command stands for (POSIX)", () => {
  const folderOf = (): { readonly folder: string; readonly run: string; readonly plain: string } => {
    const folder = scratchFolder();
    mkdirSync(join(folder, "bin", "sub"), { recursive: true });
    const run = join(folder, "bin", "run");
    const plain = join(folder, "bin", "plain");
    writeFileSync(run, "#! /bin/sh -e\n");
    chmodSync(run, 0o755);
    writeFileSync(plain, "");
    chmodSync(plain, 0o644);
    return { folder, run, plain };
  };

  it("is found in the PATH, or from where it is started", () => {
    const { folder, run } = folderOf();
    const bin = join(folder, "bin");
    expect(programOf({ command: "run", env: { PATH: `/nowhere:${bin}` } })).toBe(run);
    expect(programOf({ command: "run", env: { PATH: "bin" }, cwd: folder })).toBe(run);
    expect(programOf({ command: "./bin/run", env: {}, cwd: folder })).toBe(run);
    expect(programOf({ command: run, env: {} })).toBe(run);
    expect(programOf({ command: "sh", env: {} })).toBe("/bin/sh");
    expect(programIn(bin, "run")).toBe(run);
  });

  it("is none that may not run, is a folder or is not there", () => {
    const { folder } = folderOf();
    const env = { PATH: join(folder, "bin") };
    for (const command of ["plain", "sub", "gone", "./bin/plain", "./bin/sub", "./bin/gone"])
      expect(programOf({ command, env, cwd: folder })).toBeUndefined();
  });

  it("is a program only if that is there which its first line names", () => {
    const { folder, run, plain } = folderOf();
    const orphan = join(folder, "orphan");
    writeFileSync(orphan, "#!/nowhere/at/all -x\n");
    expect([run, orphan, plain, undefined].map((file) => isProgram(file))).toEqual([true, false, true, false]);
    expect(isProgram(join(folder, "unreadable"))).toBe(true);
  });
});
