import { spawnSync } from "node:child_process";
import { getPriority } from "node:os";
import { describe, expect, it } from "vitest";
import { thisSystem } from "./system.ts";

/** Beyond all numbers a system gives out. */
const nobody = 2 ** 30;

describe("the system this process runs on", () => {
  it("signals whom it is told to, and fails where nobody is there", () => {
    expect(() => thisSystem.kill(process.pid, 0)).not.toThrow();
    expect(() => thisSystem.kill(nobody, 0)).toThrow("ESRCH");
  });

  it("runs programs and gives what they write, and fails where they do, or are not there", () => {
    expect(thisSystem.run(process.execPath, ["-p", "6 * 7"])).toBe("42\n");
    expect(() => thisSystem.run(process.execPath, ["-e", "process.exit(3)"])).toThrow("Command failed");
    expect(() => thisSystem.run("no-such-program", [])).toThrow("ENOENT");
  });

  it("has a time that goes on, also while it waits", () => {
    const began = thisSystem.now();
    thisSystem.sleep(3);
    expect(thisSystem.now() - began).toBeGreaterThan(2);
  });

  it("lets a process go first for a time only", () => {
    const before = getPriority();
    const calmDown = thisSystem.hurry();
    expect(getPriority()).toBeLessThanOrEqual(before);
    calmDown();
    expect(getPriority()).toBe(before);
  });
});

describe.skipIf(process.platform !== "linux")("a system with files that tell of processes (Linux)", () => {
  it("lists them by their numbers", () => {
    const ids = thisSystem.ids();
    expect(ids).toContain(process.pid);
    expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
  });

  it("says what the files say, and nothing of one that is gone", () => {
    expect(thisSystem.told(process.pid, "stat")).toMatch(new RegExp(`^${process.pid} \\(`, "u"));
    expect(thisSystem.told("self", "limits")).toMatch(/^Max file locks/mu);
    expect(thisSystem.told(nobody, "stat")).toBe("");
  });

  it("tells which process was started last, until it is no longer watched", () => {
    const { newest, close } = thisSystem.watch();
    const before = newest();
    const { pid } = spawnSync(process.execPath, ["-e", "1"]);
    const after = newest();
    close();
    expect(before).toBeGreaterThan(0);
    // Others start processes too; and at some point the numbers begin anew.
    expect(after >= pid || after < before).toBe(true);
    expect(after).not.toBe(before);
    expect(() => newest()).toThrow("EBADF");
  });
});
