import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../../../src/host/policy/command/command.ts";
import { settingsOf, usual } from "./machine.ts";

const unsafe = "not allowed for security reasons";
const strict = settingsOf("strict");
const ollama = settingsOf("ollama");
const loose = settingsOf("ollama", "arguments=wrappers");
const allowed = { allowed: true };
const refused = (rule: string, reason: string): object => ({ allowed: false, rule, reason });
const blocked = (command: string, target?: string): object =>
  refused("command.block", `the command "${command}"${target === undefined ? "" : ` (it leads to ${target})`} is ${unsafe}`);
const remedy = "(the operator can except it by its path in the list of allowed commands)";
const envs = (count: number, ...last: readonly string[]): readonly string[] => [
  ...Array.from({ length: count }, () => "env"),
  ...last,
];

describe("what a command leads to", () => {
  it.each([
    ["is not told where it is the name itself", "bash", strict, blocked("bash")],
    ["is told of a link at a path", "/opt/mine", strict, blocked("mine", "bash")],
    ["is told of a link along PATH", "innocent", strict, blocked("innocent", "bash")],
    ["is told of a copy", "/opt/copy", strict, blocked("copy", "bash")],
    ["is told of a second name of the file", "/opt/twin", strict, blocked("twin", "bash")],
    ["is told of a link in ollama", "/opt/mine", ollama, blocked("mine", "bash")],
    ["does not count where links are not followed", "/opt/mine", settingsOf("ollama", "followLinks=false"), allowed],
    ["does not count as a copy in ollama", "/opt/copy", ollama, allowed],
    ["does not count as a second name in ollama", "/opt/twin", ollama, allowed],
    ["is nothing where the file is empty", "/opt/empty", strict, allowed],
    ["is nothing where it is a program of its own", "/opt/server", strict, allowed],
    ["does not count where the operator named the path", "/opt/copy", settingsOf("strict", "allow=/opt/copy"), allowed],
    [
      "counts where the operator named another path",
      "/opt/copy",
      settingsOf("strict", "allow=/opt/twins"),
      blocked("copy", "bash"),
    ],
  ])("%s", (_title, command, settings, expected) => {
    expect(judgeCommand(command, [], settings, usual)).toEqual(expected);
  });
});

describe("a script", () => {
  it.each([
    [
      "is refused for its interpreter",
      "/opt/plain.sh",
      strict,
      refused("command.block", `the script "/opt/plain.sh": the command "bash" is ${unsafe} ${remedy}`),
    ],
    [
      "is refused for the interpreter that env finds",
      "/opt/found.sh",
      strict,
      refused("command.block", `the script "/opt/found.sh": the command "bash" is ${unsafe} ${remedy}`),
    ],
    [
      "is refused for the program in the words that env takes apart",
      "/opt/split.js",
      strict,
      refused("command.inline", `the script "/opt/split.js": a program given as text ("node -e") is ${unsafe} ${remedy}`),
    ],
    [
      "is refused for the program its interpreter would take it for",
      "/opt/python.py",
      strict,
      refused("command.inline", `the script "/opt/python.py": a program given as text ("python -c") is ${unsafe} ${remedy}`),
    ],
    [
      "is refused for the interpreter of its interpreter",
      "/opt/outer.py",
      strict,
      refused(
        "command.block",
        `the script "/opt/outer.py": the script "/opt/inner.sh": the command "bash" is ${unsafe} ${remedy} ${remedy}`,
      ),
    ],
    [
      "is refused for its interpreter, whatever it says further down of another",
      "/opt/no-shim.sh",
      strict,
      refused("command.block", `the script "/opt/no-shim.sh": the command "bash" is ${unsafe} ${remedy}`),
    ],
    ["may be started whose interpreter may", "/opt/found.py", strict, allowed],
    ["may be started whose interpreter an installer wrote on the second line", "/opt/shim.py", strict, allowed],
    ["may be started that the operator named", "/opt/plain.sh", settingsOf("strict", "allow=/opt/plain.sh"), allowed],
    ["is not read where only names and links count", "/opt/plain.sh", loose, allowed],
    ["is not read where links are not followed", "/opt/plain.sh", settingsOf("strict", "followLinks=false"), allowed],
    ["is not read where arguments are ignored", "/opt/plain.sh", settingsOf("strict", "arguments=ignore"), allowed],
  ])("%s", (_title, command, settings, expected) => {
    expect(judgeCommand(command, [], settings, usual)).toEqual(expected);
  });

  it.each([[["-S", "node"]], [["-Snode"]], [["--split-string=node"]]])(
    "is refused for the interpreter that env finds, whatever its own arguments are: %j",
    (args) => {
      expect(judgeCommand("/opt/found.sh", args, strict, usual)).toMatchObject({ allowed: false, rule: "command.block" });
      expect(judgeCommand("/opt/found.py", args, strict, usual)).toEqual(allowed);
    },
  );

  it("is refused whose interpreter is a script that has it for its own", () => {
    expect(judgeCommand("/opt/left", [], strict, usual)).toMatchObject({ allowed: false, rule: "command.depth" });
  });
});

describe("the arguments of a command", () => {
  it.each([
    ["are those of a wrapper, which starts a shell", "env", ["bash"], loose, blocked("bash")],
    ["are those of a wrapper, which starts a server", "env", ["node", "server.js"], loose, allowed],
    ["are those of a shell, whatever it is given", "env", ["bash", "x.sh", "-S", "node"], loose, blocked("bash")],
    ["do not count where they are ignored", "env", ["bash"], settingsOf("ollama", "arguments=ignore"), allowed],
    [
      "do not count as a program either where they are ignored",
      "python3",
      ["-c", "1"],
      settingsOf("strict", "arguments=ignore"),
      allowed,
    ],
    [
      "count as a program by the name a link leads to",
      "python3",
      ["-c", "1"],
      strict,
      refused("command.inline", `a program given as text ("python -c") is ${unsafe}`),
    ],
    ["may be a program where only wrappers are judged", "python3", ["-c", "1"], loose, allowed],
    ["are judged behind such a program too", "env", ["nohup", "bash", "-c", "id"], loose, blocked("bash")],
    [
      "are refused by their form as well",
      "env",
      ["../server"],
      loose,
      refused("command.parent", `".." in the command "../server" is ${unsafe}`),
    ],
    ["are refused that start nothing", "env", [""], loose, refused("command.empty", "the command is empty")],
    ["are judged behind a wrapper the operator named", "env", ["bash"], settingsOf("strict", "allow=env"), blocked("bash")],
    ["may be any server behind a wrapper that is named", "env", ["node"], settingsOf("strict", "allow=env"), allowed],
    ["may have eight wrappers in front of them", "env", envs(7, "node"), loose, allowed],
    [
      "must not have nine",
      "env",
      envs(8, "node"),
      loose,
      refused("command.depth", `a command wrapped more than 8 times is ${unsafe}`),
    ],
  ])("%s", (_title, command, args, settings, expected) => {
    expect(judgeCommand(command, args, settings, usual)).toEqual(expected);
  });
});
