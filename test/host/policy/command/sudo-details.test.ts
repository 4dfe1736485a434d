import { describe, expect, it } from "vitest";
import { judgeSudo, rewriteSudo, sudoCommand } from "../../../../src/host/policy/command/sudo.ts";

const refused = { allowed: false, rule: "sudo.refused", reason: "a command with sudo is not run by this host" };
const notInFront = { ...refused, reason: "a password can be handed only to a command that begins with sudo" };

describe("a command with sudo is found", () => {
  it.each<[title: string, args: unknown, expected: string | undefined]>([
    ...[
      "command",
      "cmd",
      "commandline",
      "command_line",
      "script",
      "shell",
      "exec",
      "run",
      "args",
      "argv",
      "CommandLine",
      "shell_command",
      "shellCommand",
      "bash-script",
    ].map((name): [string, unknown, string] => [`in the member ${name}`, { [name]: "sudo id" }, "sudo id"]),
    ["in words of a list, which it gives with blanks between", { args: ["-x", ";", "sudo", "id"] }, "-x ; sudo id"],
    ["in words of a list with a number among them", { args: ["sudo", "kill", 1] }, "sudo kill 1"],
    ["in words of a list with more than words among them", { args: ["sudo", null, true, { a: 1 }] }, "sudo true"],
    ["in a command of a list", { steps: [{ command: "id" }, { command: "sudo id" }] }, "sudo id"],
    ["in a command within the arguments of another", { args: { command: "sudo id" } }, "sudo id"],
    ["behind a command without it", { cmd: "id", script: "sudo id" }, "sudo id"],
    ["not in a word of a list that is no command", { args: ["echo", "sudo"] }, undefined],
    ["not in a name that only ends so", { transcript: "sudo id" }, undefined],
    ["not in a name that only begins so", { runbook: "sudo id" }, undefined],
    ["not in a member that is nothing", { command: null, script: undefined }, undefined],
    ["not in an empty list", { command: [] }, undefined],
    ["not in arguments that are a text", "sudo id", undefined],
    ["not in arguments that are a list of texts", ["sudo", "id"], undefined],
    ["not in arguments that are nothing", undefined, undefined],
  ])("%s", (_title, args, expected) => {
    expect(sudoCommand("any_tool", args, "token")).toBe(expected);
  });

  it.each<[title: string, args: unknown, expected: string | undefined]>([
    ["in the one member that is looked at", { command: "sudo id" }, "sudo id"],
    ["not in one that is a text itself", "sudo id", undefined],
    ["not in arguments that are nothing", null, undefined],
    ["not where there is no such member", { script: "sudo id" }, undefined],
    ["not further down", { options: { command: "sudo id" } }, undefined],
  ])("by its first word alone %s", (_title, args, expected) => {
    expect(sudoCommand("run_shell_command", args, "prefix")).toBe(expected);
  });

  it.each([
    ["as a command in 20,000 characters", 20_000, "sudo id ", true],
    ["not as a word in 20,000 characters", 20_000, "echo sudo ", false],
    ["as a word in one character more", 20_001, "echo sudo ", true],
    ["not as a part of a word in one character more", 20_001, "echo pseudo sudo-x x-sudo sudoku ", false],
  ])("%s", (_title, length, command, isFound) => {
    const text = command.padEnd(length, "x");
    expect(sudoCommand("run", { command: text }, "token")).toBe(isFound ? text : undefined);
  });
});

describe("a command with sudo is found in a shell's text", () => {
  it.each([
    ["behind a semicolon without blanks", "id;sudo id", true],
    ["behind two blanks and a tab", "id &&  \tsudo id", true],
    ["behind a line end within blanks", "id \n sudo id", true],
    ["in the else of a condition", "if a; then b; else sudo id; fi", true],
    ["in the body of a loop", "while a; do sudo id; done", true],
    ["behind variables", "A=1 B=2 sudo id", true],
    ["behind an option with a word of its own", "nice -n 5 sudo id", true],
    ["behind an option without one", "env -i sudo id", true],
    ["behind a duration", "timeout 1.5m sudo id", true],
    ["behind two such programs", "nohup nice sudo id", true],
    ["behind a path to such a program", "/usr/bin/nohup /usr/bin/sudo id", true],
    ["in the text of another shell", "zsh -c 'sudo id'", true],
    ["in the text of a shell with options", "bash -e -lc 'sudo id'", true],
    ["in the text of a shell at a path", '/bin/sh -c "sudo id"', true],
    ["at the end of brackets", "(sudo)", true],
    ["as the editor of it", "sudoedit /etc/hosts", true],
    ["in a condition", "if sudo id; then a; fi", true],
    ["in a condition that is turned round", "a; if ! sudo id; then b; fi", true],
    ["in a second condition", "if a; then b; elif sudo id; then c; fi", true],
    ["in the condition of a loop", "while sudo id; do a; done", true],
    ["in the condition of a loop that ends it", "until sudo id; do a; done", true],
    ["in a condition within a loop", "while a; do if sudo id; then b; fi; done", true],
    ["behind a backslash", "\\sudo id", true],
    ["behind a backslash in its middle", "a && su\\do id", true],
    ["in quotes", "'sudo' id", true],
    ["in double quotes at a path", '"/usr/bin/sudo" id', true],
    ["in quotes within", `nohup s"ud"'o' id`, true],
    ["over two lines", "su\\\ndo id", true],
    ["behind a comment that ends in a backslash", "# a \\\nsudo id", true],
    ["in a text that is evaluated", "eval 'sudo id'", true],
    ["in words that are evaluated", 'eval sudo "id"', true],
    ["as the whole text of a shell", "sh -c sudo", true],
    ["not as a word of a text that asks", "echo what if sudo fails", false],
    ["not as an argument of what a shell starts", "sh -c echo sudo", false],
    ["not in quotes behind another command", "echo \"it's\" 'sudo' id", false],
    ["not behind the output of a command", "echo $(whoami) sudo", false],
    ["not as the value of an option", "env -u sudo id", false],
    ["not as an argument of what such a program starts", "nohup echo sudo", false],
    ["not in a text that is only said", "echo 'sudo id'", false],
    ["not as the beginning of a file's name", "sudo.txt", false],
    ["not as the end of a file's name", "./my-sudo id", false],
    ["not in words that only hold then", "athen sudo id", false],
  ])("%s", (_title, command, isFound) => {
    expect(sudoCommand("run", { command }, "token")).toBe(isFound ? command : undefined);
  });
});

describe("a call with sudo", () => {
  const command = { command: "sudo id" };
  it.each([
    ["is refused where it is to be refused", "refuse", false, command, refused],
    ["is refused where it is to be refused, whatever is said of passwords", "refuse", true, command, refused],
    ["is refused where a person would be asked but no password may be", "ask", false, command, refused],
    ["goes on to the question for a password", "ask", true, command, { allowed: true }],
    ["is refused where sudo is not in front", "ask", true, { command: "cd /x && sudo y" }, notInFront],
    ["is refused where sudo stands alone", "ask", true, { command: "sudo" }, notInFront],
    ["is refused where a path is in front of sudo", "ask", true, { command: "/usr/bin/sudo y" }, notInFront],
    ["is refused where another member has the command", "ask", true, { script: "sudo id" }, notInFront],
    ["is refused where the command is a list", "ask", true, { command: ["sudo", "id"] }, notInFront],
    ["is refused where the command is further down", "ask", true, { options: command }, notInFront],
    ["goes on where nobody looks at it", "ignore", false, command, { allowed: true }],
    ["goes on where there is none of it", "refuse", false, { command: "id" }, { allowed: true }],
  ] as const)("%s", (_title, mode, rewrite, args, expected) => {
    expect(judgeSudo("run", args, { mode, detect: "token", rewrite })).toEqual(expected);
  });
});

describe("a password", () => {
  const noPassword = { allowed: false, rule: "sudo.password", reason: "no password was given" };
  const lineEnd = { allowed: false, rule: "sudo.password", reason: "the password contains a line end" };
  it.each([
    ["that is none is refused", "", noPassword],
    ["of two lines is refused", "one\ntwo", lineEnd],
    ["with the line end of old machines is refused", "one\rtwo", lineEnd],
    ["with a NUL is refused as such", "one\0two", { ...lineEnd, reason: "the password contains a NUL character" }],
  ])("%s", (_title, password, expected) => {
    expect(rewriteSudo("sudo id", password)).toEqual(expected);
  });

  it.each(["cd /x && sudo y", " sudo id", "sudo", "sudoedit x"])("is handed to nothing in %j", (command) => {
    expect(rewriteSudo(command, "pw")).toEqual(notInFront);
  });

  it.each([
    ["is said by echo", "sudo id", "plain", "echo 'plain' | sudo -S id", "echo *** | sudo -S id"],
    ["is said by echo with a dash within", "sudo id", "a-b", "echo 'a-b' | sudo -S id", "echo *** | sudo -S id"],
    [
      "is said by printf with a dash in front",
      "sudo id",
      "-n",
      "printf '%s\\n' '-n' | sudo -S id",
      "printf '%s\\n' *** | sudo -S id",
    ],
    [
      "is said by printf with a backslash",
      "sudo id",
      "a\\b",
      "printf '%s\\n' 'a\\b' | sudo -S id",
      "printf '%s\\n' *** | sudo -S id",
    ],
    ["keeps its quote from ending the word", "sudo id", "a'b'c", "echo 'a'\\''b'\\''c' | sudo -S id", "echo *** | sudo -S id"],
    [
      "goes in front of a command with many blanks",
      "sudo   id  -u",
      "pw",
      "echo 'pw' | sudo -S id  -u",
      "echo *** | sudo -S id  -u",
    ],
    [
      "goes to the first sudo only",
      "sudo echo sudo id",
      "pw",
      "echo 'pw' | sudo -S echo sudo id",
      "echo *** | sudo -S echo sudo id",
    ],
  ])("%s", (_title, command, password, run, shown) => {
    expect(rewriteSudo(command, password)).toMatchObject({ command: run, shown });
  });

  it.each([
    ["as it is", `a"$b`, `a"$b`],
    ["within the quotes of a shell, with backslashes", `a"$b`, String.raw`a\"\$b`],
    ["within the double quotes of a shell, which leave a blank alone", "a$ b", String.raw`a\$ b`],
    ["within JSON", `a"$b`, String.raw`a\"$b`],
    ["within JSON within JSON", `a"$b`, String.raw`a\\\"$b`],
    ["within a shell's quotes within JSON", `a"$b`, String.raw`a\\\"\\$b`],
    ["with a backslash before what is no letter", "a b#c", String.raw`a\ b\#c`],
    ["with its quote in other quotes", "a'b", `a'"'"'b`],
    ["with its quote behind a backslash", "a'b", String.raw`a'\''b`],
    ["with slashes escaped", "a/b", String.raw`a\/b`],
    ["with letters beyond ASCII escaped, and zeros in front", "aüb", String.raw`a\u00fcb`],
    ["with a character of two units escaped", "a😀b", String.raw`a\ud83d\ude00b`],
  ])("is to be masked %s", (_title, password, spelling) => {
    const rewritten = rewriteSudo("sudo id", password);
    expect("secrets" in rewritten ? rewritten.secrets : []).toContain(spelling);
  });

  it("is to be masked once where all spellings are the same", () => {
    expect(rewriteSudo("sudo id", "plain")).toMatchObject({ secrets: ["plain"] });
  });
});
