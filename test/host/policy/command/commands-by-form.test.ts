import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../../../src/host/policy/command/command.ts";
import { settingsOf, usual } from "./machine.ts";

const unsafe = "not allowed for security reasons";
const strict = settingsOf("strict");
const ollama = settingsOf("ollama");
const only = settingsOf("strict", "mode=allow", "allow=node,some-server");
const allowed = { allowed: true };
const refused = (rule: string, reason: string): object => ({ allowed: false, rule, reason });
const control = refused("command.control", `a command with control characters is ${unsafe}`);
const parent = (command: string): object => refused("command.parent", `".." in the command "${command}" is ${unsafe}`);
const blank = (command: string): object =>
  refused("command.blank", `a blank in the command "${command}" is ${unsafe}; arguments belong into args`);
const elsewhere = (command: string): object =>
  refused("command.place", `a command below /proc or /dev ("${command}") is ${unsafe}`);

describe("a command", () => {
  it.each([
    ["that is nothing is refused", "", strict, refused("command.empty", "the command is empty")],
    [
      "that is nothing is refused as such where only named ones start",
      "",
      only,
      refused("command.empty", "the command is empty"),
    ],
    ["that rings the bell is refused", "node\u0007", strict, control],
    ["that is written from right to left is refused", "node\u202e", strict, control],
    ["with the end of a line of Unicode is refused", "node\u2028", strict, control],
    ["with the end of a paragraph of Unicode is refused", "node\u2029", strict, control],
    ["with an invisible letter is refused in ollama as well", "no\u200bde", ollama, control],
    ["above the directory is refused", "../server", strict, parent("../server")],
    ["above a directory of Windows is refused", "C:\\tools\\..\\server", strict, parent("C:\\tools\\..\\server")],
    ["with two dots within its name may be started in strict", "my..server", strict, allowed],
    ["with two dots within its name is refused in ollama", "my..server", ollama, parent("my..server")],
    ["with its arguments is refused", "node server.js", strict, blank("node server.js")],
    ["with a blank nobody sees is refused", "node\u00a0server.js", strict, blank("node\u00a0server.js")],
    ["whose name has a blank is refused although there is such a program", "my server", strict, blank("my server")],
    ["of that kind is refused by its name, not by its place", "/opt/my tools/none", strict, blank("/opt/my tools/none")],
    ["at a path with a blank may be started where there is such a file", "/opt/my tools/server", strict, allowed],
    ["at such a path may be started in ollama as well", "/opt/my tools/server", ollama, allowed],
  ])("%s", (_title, command, settings, expected) => {
    expect(judgeCommand(command, [], settings, usual)).toEqual(expected);
  });
});

describe("a command at a place", () => {
  it.each([
    ["below /proc is refused", "/proc/self/exe", strict, elsewhere("/proc/self/exe")],
    ["that is /proc itself is refused", "/proc", strict, elsewhere("/proc")],
    ["of an open file is refused", "/dev/fd/3", strict, elsewhere("/dev/fd/3")],
    ["of the standard input is refused", "/dev/stdin", strict, elsewhere("/dev/stdin")],
    ["that is a link to an open file is refused", "/opt/pipe", strict, elsewhere("/opt/pipe")],
    ["with proc further down may be started", "/opt/proc/server", strict, allowed],
    ["that only begins like /proc may be started", "/process/server", strict, allowed],
    ["that is a link to a server may be started", "/opt/alias", strict, allowed],
    ["where there is nothing yet may be started, and fails by itself", "/opt/none", strict, allowed],
    [
      "that is a link to nothing is refused, for it may lead anywhere later",
      "/opt/gone",
      strict,
      refused("command.place", 'the command "/opt/gone" is a link that leads nowhere'),
    ],
    ["that is a link to nothing is none of ollama's business", "/opt/gone", ollama, allowed],
    ["below /proc is none of ollama's business", "/proc/self/exe", ollama, allowed],
  ])("%s", (_title, command, settings, expected) => {
    expect(judgeCommand(command, [], settings, usual)).toEqual(expected);
  });

  it.each([
    ["is looked for from the directory of the server, where it is a shell", "./run", "/project", "bash"],
    ["is looked for from the directory of the host where the server has none", "./run", undefined, "bash"],
    ["is looked for from the directory of the server, where it is a server", "./run", "/work", undefined],
  ])("that is relative %s", (_title, command, cwd, leadsTo) => {
    const reason = `the command "run" (it leads to ${leadsTo}) is ${unsafe}`;
    expect(judgeCommand(command, [], strict, usual, { cwd })).toEqual(
      leadsTo === undefined ? allowed : refused("command.block", reason),
    );
  });
});

describe("where only named commands are started", () => {
  it.each([
    ["one of them is", "node", ["server.js"], only, allowed],
    ["another one of them is", "some-server", [], only, allowed],
    [
      "another is refused, and all of the names are said",
      "/opt/server",
      [],
      only,
      refused("command.allow", `the command "server" is ${unsafe}: only node, some-server may be started`),
    ],
    [
      "none is where none is named",
      "node",
      [],
      settingsOf("strict", "mode=allow"),
      refused("command.allow", `the command "node" is ${unsafe}: only nothing may be started`),
    ],
    [
      "a program as text is refused even so",
      "node",
      ["-e", "process.exit()"],
      only,
      refused("command.inline", `a program given as text ("node -e") is ${unsafe}`),
    ],
    ["a shell that is named is, for its operator said so", "bash", [], settingsOf("strict", "mode=allow", "allow=bash"), allowed],
  ])("%s", (_title, command, args, settings, expected) => {
    expect(judgeCommand(command, args, settings, usual)).toEqual(expected);
  });
});
