import { describe, expect, it } from "vitest";
import { failure, fakeSystem } from "../../../test/support/fake-system.ts";
import { isAlive, membersOf, send, signalGroup } from "./process-group.ts";
import type { System } from "./system.ts";

const failing = (code: string) => (): never => {
  throw failure(code);
};

// What is done on Windows and macOS: nobody has run it there.
describe("a signal", () => {
  it("ends the whole tree on Windows, the first one, for it would end the process and lose the others", () => {
    const windows = fakeSystem({ platform: "win32" });
    signalGroup(70, "SIGTERM", windows);
    signalGroup(70, "SIGKILL", windows);
    expect(windows.asked).toEqual(["taskkill /pid 70 /T /F", "taskkill /pid 70 /T /F"]);
  });

  it.each(["linux", "darwin"] as const)("goes to the group on %s", (platform) => {
    const system = fakeSystem({ platform, processes: [{ pid: 70 }] });
    signalGroup(70, "SIGTERM", system);
    expect(system.asked).toEqual(["kill SIGTERM -70"]);
  });

  it.each(["ESRCH", "EPERM", "ENOENT"])("may reach nobody, which is no error (%s)", (code) => {
    for (const platform of ["win32", "darwin", "linux"] as const) {
      const system: System = { ...fakeSystem({ platform }), kill: failing(code), run: failing(code) };
      expect(() => signalGroup(70, "SIGKILL", system)).not.toThrow();
    }
  });

  it("to one process tells whether that was there", () => {
    const system = fakeSystem({ processes: [{ pid: 70 }] });
    expect([send(70, "SIGTERM", system), send(71, "SIGTERM", system)]).toEqual([true, false]);
    expect(system.asked).toEqual(["kill SIGTERM 70", "kill SIGTERM 71"]);
  });
});

describe("the members of a group", () => {
  const processes = [
    { pid: 70, group: 70, name: "node" },
    { pid: 71, group: 70, name: "a) S (1 2", state: "R" },
    { pid: 72, group: 70, name: "ended", state: "Z" },
    { pid: 73, group: 70, name: "gone", state: "X" },
    { pid: 74, group: 700, name: "other" },
  ];
  const table = [
    "   70 Ss      70 /usr/local/bin/node",
    "   70 R+      71 /Applications/My App.app/Contents/MacOS/My App",
    "   70 Zs      72 (node)",
    "  700 S      74 /bin/zsh",
    "",
  ].join("\n");

  it("are those on Linux that files tell of, by their names, but for the ended", () => {
    const system = fakeSystem({ processes });
    expect(membersOf(70, system)).toEqual([
      { pid: 70, name: "node" },
      { pid: 71, name: "a) S (1 2" },
    ]);
    expect(system.asked).toEqual(["kill 0 -70"]);
  });

  it("are none on Linux that was gone when it was looked at", () => {
    const system = fakeSystem({ processes });
    expect(membersOf(70, { ...system, ids: () => [...system.ids(), 75] })).toHaveLength(2);
  });

  it("are those on macOS that ps lists, by their paths, but for the ended", () => {
    const mac = fakeSystem({ platform: "darwin", processes, output: table });
    expect(membersOf(70, mac)).toEqual([
      { pid: 70, name: "/usr/local/bin/node" },
      { pid: 71, name: "/Applications/My App.app/Contents/MacOS/My App" },
    ]);
    expect(mac.asked).toEqual(["kill 0 -70", "ps -A -o pgid=,stat=,pid=,comm="]);
  });

  it("are none where ps cannot be asked, or writes half a line", () => {
    const mac = fakeSystem({ platform: "darwin", processes, output: "  700" });
    expect([membersOf(70, mac), membersOf(70, { ...mac, run: failing("ENOENT") })]).toEqual([[], []]);
  });

  it.each(["linux", "darwin"] as const)("are none on %s where the group is gone, and nobody is looked at", (platform) => {
    const system = fakeSystem({ platform, processes: [{ pid: 71, group: 71 }], output: table });
    expect(membersOf(70, system)).toEqual([]);
    expect([system.asked, system.looked]).toEqual([["kill 0 -70"], []]);
  });

  it.each(["linux", "darwin"] as const)("are there on %s where the group belongs to somebody else", (platform) => {
    const system = fakeSystem({ platform, processes, output: table });
    expect(membersOf(70, { ...system, kill: failing("EPERM") }).map(({ pid }) => pid)).toEqual([70, 71]);
  });

  it("are none on Windows, where there are no groups and nobody is asked", () => {
    const windows = fakeSystem({ platform: "win32", processes, output: table });
    expect([membersOf(70, windows), windows.asked]).toEqual([[], []]);
  });
});

describe("a process", () => {
  it.each<[string, string, boolean]>([
    ["that sleeps", "S", true],
    ["that runs", "R", true],
    ["that was stopped", "T", true],
    ["that has ended and was not collected", "Z", false],
    ["that is being taken away", "X", false],
  ])("%s is alive or not", (_title, state, alive) => {
    expect(isAlive(70, fakeSystem({ processes: [{ pid: 70, name: "a) Z (b", state }] }))).toBe(alive);
  });

  it("that is gone is not alive", () => {
    expect(isAlive(70, fakeSystem())).toBe(false);
  });
});
