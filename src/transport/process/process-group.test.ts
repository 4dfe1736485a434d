import { expect, test } from "vitest";
import { membersOf, signalGroup, type System } from "./process-group.ts";
import { spawnFailure } from "./spawn-failure.ts";

/** A system that writes down what is asked of it. These tests show what is done on Windows and macOS; nobody has run it there. */
function fake(platform: NodeJS.Platform, output = ""): System & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    platform,
    asked,
    kill: (pid, signal) => void asked.push(`kill ${signal} ${pid}`),
    run: (program, args) => {
      asked.push([program, ...args].join(" "));
      return output;
    },
  };
}

test("on Windows the first signal ends the whole tree, for it would end the process and lose the others", () => {
  const windows = fake("win32");
  signalGroup(70, "SIGTERM", windows);
  signalGroup(70, "SIGKILL", windows);
  expect(windows.asked).toEqual(["taskkill /pid 70 /T /F", "taskkill /pid 70 /T /F"]);
});

test("elsewhere a signal goes to the group", () => {
  for (const platform of ["linux", "darwin"] as const) {
    const system = fake(platform);
    signalGroup(70, "SIGTERM", system);
    expect(system.asked).toEqual(["kill SIGTERM -70"]);
  }
});

test("that nobody is left to signal, or taskkill is not there, is no error", () => {
  const gone = (): never => {
    throw Object.assign(new Error("gone"), { code: "ESRCH" });
  };
  for (const platform of ["win32", "darwin"] as const)
    expect(() => signalGroup(70, "SIGKILL", { platform, kill: gone, run: gone })).not.toThrow();
  expect(membersOf(70, { platform: "darwin", kill: gone, run: gone })).toEqual([]);
});

test("on macOS ps says who belongs to a group; who has ended and was not collected does not count", () => {
  const table = [
    "   70 S+       70 /usr/local/bin/node",
    "   70 S       71 /Applications/My App.app/Contents/MacOS/My App",
    "   70 Z       72 (node)",
    "  700 S      700 /bin/zsh",
    "",
  ].join("\n");
  const mac = fake("darwin", table);
  expect(membersOf(70, mac)).toEqual([
    { pid: 70, name: "/usr/local/bin/node" },
    { pid: 71, name: "/Applications/My App.app/Contents/MacOS/My App" },
  ]);
  expect(mac.asked).toEqual(["kill 0 -70", "ps -A -o pgid=,stat=,pid=,comm="]);
});

test("a group of another user counts as there, and Windows has none", () => {
  const denied = (): never => {
    throw Object.assign(new Error("not yours"), { code: "EPERM" });
  };
  expect(membersOf(70, { ...fake("darwin", "70 S 70 node"), kill: denied })).toEqual([{ pid: 70, name: "node" }]);
  const windows = fake("win32");
  expect([membersOf(70, windows), windows.asked]).toEqual([[], []]);
});

test("on Windows what only its shell starts is said to be", () => {
  const failed = (code: string, platform: NodeJS.Platform): string =>
    spawnFailure({ command: "npx" }, Object.assign(new Error(`spawn npx ${code}`), { code }), platform);
  expect(failed("ENOENT", "win32")).toBe(
    'could not start "npx": command not found (ENOENT); on Windows a script such as npx is started by: cmd /c npx …',
  );
  expect(failed("EINVAL", "win32")).toContain("cmd /c npx");
  expect(failed("ENOENT", "darwin")).toBe('could not start "npx": command not found (ENOENT)');
});
