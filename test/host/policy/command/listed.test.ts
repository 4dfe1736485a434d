import { describe, expect, it } from "vitest";
import { link } from "../../../../src/host/config/world/test-world.ts";
import { isListed, isNamed } from "../../../../src/host/policy/command/listed.ts";
import { machine } from "./machine.ts";

describe("a list of names", () => {
  it.each([
    ["has a name that is on it", ["bash", "node"], "node", true],
    ["has not a name that only begins like one of it", ["bash"], "bas", false],
    ["has a name that is written on it with blanks around", [" bash "], "bash", true],
    ["has a name that is written on it in capitals", ["BASH"], "bash", true],
    ["has a name whose file of Windows is on it", ["cmd.exe"], "cmd", true],
    ["has a name as it is written on it", ["cmd.exe"], "cmd.exe", true],
    ["has nothing where it is empty", [], "bash", false],
  ])("%s", (_title, list, name, expected) => {
    expect(isNamed(list, name)).toBe(expected);
  });

  it("is read again where it is another list of the same names and one more", () => {
    const list = ["bash"];
    expect([isNamed(list, "node"), isNamed([...list, "node"], "node"), isNamed(list, "node")]).toEqual([false, true, false]);
  });
});

const world = machine({
  "/usr/bin/node": "a runtime",
  "/usr/local/bin/both": "a server",
  "/usr/bin/both": "an older server",
  "/usr/bin/npx": link("../lib/npx.js"),
  "/usr/lib/npx.js": "a runner",
  "/opt/node": "something else that is called node",
  "/opt/npx": link("/usr/lib/npx.js"),
  "/opt/server": "a server",
  "/opt/current": link("server"),
  "/srv/my tools/server": "a server",
  "/home/of/server/node": "a runtime of its own",
  "/project/server": link("/opt/server"),
});

describe("the operator's list", () => {
  it.each<[title: string, entry: string, command: string, args: readonly string[], expected: boolean]>([
    ["has a command by its name", "node", "node", ["server.js"], true],
    ["has a command by its name with blanks around", " node ", "node", [], true],
    ["has a command by its path with blanks around", " /opt/server ", "/opt/server", [], true],
    ["has a command by its name with an extension of Windows", "node", "node.exe", [], true],
    ["has a name that no program has, which then starts nothing", "absent", "absent", [], true],
    ["has not a command of another name", "node", "nodes", [], false],
    ["has a command by the path at which its name is found", "node", "/usr/bin/node", [], true],
    ["has not a file elsewhere that is called the same", "node", "/opt/node", [], false],
    ["has not a file in the directory that is called the same", "node", "./node", [], false],
    ["has not a path to a name that no program has", "absent", "/opt/absent", [], false],
    ["has a path that leads to the same file as the name", "npx", "/opt/npx", [], true],
    ["has a command by its path", "/opt/server", "/opt/server", [], true],
    ["has a command by a path where nothing is yet", "/opt/later", "/opt/later", [], true],
    ["has not another path where nothing is yet", "/opt/later", "/opt/sooner", [], false],
    ["has a link to a path that is on it", "/opt/server", "/opt/current", [], true],
    ["has a path a link that is on it leads to", "/opt/current", "/opt/server", [], true],
    ["has a relative path that leads to a path that is on it", "/opt/server", "./server", [], true],
    ["has a name that is found at a path that is on it", "/usr/bin/node", "node", [], true],
    ["has not a name that is found elsewhere", "/opt/node", "node", [], false],
    ["has not a name that is found nowhere", "/opt/server", "absent", [], false],
    ["has a path with a blank in it", "/srv/my tools/server", "/srv/my tools/server", [], true],
    ["has the beginning of a command line", "npx -y some-server", "npx", ["-y", "some-server", "--port", "1"], true],
    ["has a whole command line, however its words are set apart", " npx  -y\tsome-server ", "npx", ["-y", "some-server"], true],
    ["has not a command line with a word less", "npx -y some-server", "npx", ["-y"], false],
    ["has not a command line with another word", "npx -y some-server", "npx", ["-y", "some-servers"], false],
    ["has not a command line with a word in front", "npx -y some-server", "npx", ["-q", "-y", "some-server"], false],
    ["has not a command line of another program", "npx -y some-server", "node", ["-y", "some-server"], false],
    ["has not a command line of a file that is called the same", "node server.js", "/opt/node", ["server.js"], false],
    ["has a command line that begins with a path", "/opt/server --safe", "/opt/current", ["--safe"], true],
    ["has not the path without the word behind it", "/opt/server --safe", "/opt/server", [], false],
  ])("%s", (_title, entry, command, args, expected) => {
    expect(isListed([entry], command, args, world, {})).toBe(expected);
    expect(isListed(["other", entry], command, args, world, {})).toBe(expected);
    expect(isListed(["other"], command, args, world, {})).toBe(false);
  });

  it.each<[title: string, entry: string, command: string, place: { cwd?: string; path?: string }, expected: boolean]>([
    ["has a relative path from the directory of the server", "/opt/server", "./server", { cwd: "/opt" }, true],
    ["has not a relative path that is another file there", "/opt/server", "./server", { cwd: "/srv" }, false],
    ["has a path at which the host has the name, whatever PATH the server has", "node", "/usr/bin/node", { path: "/else" }, true],
    ["has not a name that only the PATH of the server has there", "node", "node", { path: "/home/of/server:/usr/bin" }, false],
    ["has not a path at which only the PATH of the server has the name", "node", "/opt/node", { path: "/opt" }, false],
    ["has a name where the PATH of the server has more in front", "node", "node", { path: "/srv:/usr/bin" }, true],
    ["has a name where the PATH of the server has the host's folders", "both", "both", { path: "/usr/bin:/usr/local/bin" }, true],
    ["has a name where the PATH of the server leads to the host's file", "npx", "npx", { path: "/opt" }, true],
    ["has a name that the PATH of the server has not, which then starts nothing", "node", "node", { path: "/else" }, true],
  ])("%s", (_title, entry, command, place, expected) => {
    expect(isListed([entry], command, [], world, place)).toBe(expected);
  });
});
