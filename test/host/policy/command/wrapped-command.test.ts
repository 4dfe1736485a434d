import { describe, expect, it } from "vitest";
import { innerCommands } from "../../../../src/host/policy/command/wrapped-command.ts";

/** Commands as their words with blanks between, programs as text by what they are given under. */
function shown(name: string, line: string): readonly string[] {
  const args = line === "" ? [] : line.split(" ");
  return innerCommands(name, args).map((inner) => (inner.kind === "program" ? `text: ${inner.flag}` : inner.words.join(" ")));
}

describe("a wrapper starts", () => {
  it.each<[title: string, name: string, line: string, expected: readonly string[]]>([
    ["what follows it", "nohup", "bash -i", ["bash -i"]],
    ["nothing where nothing follows", "nohup", "", []],
    ["nothing where only options follow", "env", "-i -u HOME", []],
    ["nothing where its options end with the line", "env", "-i --", []],
    ["what follows its options", "env", "-i -u HOME bash", ["bash"]],
    ["what follows variables, and perhaps no variable", "env", "A=1 _b2=x bash A=1", ["bash A=1"]],
    ["what looks like a variable but is none", "env", "1A=x bash", ["1A=x bash"]],
    ["what has an equals sign later", "env", "./A=x bash", ["./A=x bash"]],
    ["nothing where only variables follow", "env", "A=1 B=2", []],
    ["what follows a number it needs", "timeout", "5 bash -i", ["bash -i"]],
    ["nothing where only that number follows", "timeout", "5", []],
    ["what follows an option with a value, and the number", "timeout", "-s KILL 5 bash", ["bash"]],
    ["what follows options after the number", "timeout", "5 --foreground=x bash", ["bash"]],
    ["what follows the word that says so", "poetry", "run bash", ["bash"]],
    ["what follows options and that word", "poetry", "-C dir run bash", ["bash"]],
    ["nothing where another word stands there", "poetry", "add bash", []],
    ["nothing where that word is a value", "poetry", "-C run bash", []],
    ["what follows either of two words", "mise", "x bash", ["bash"]],
    ["what follows the other of two words", "mise", "exec bash", ["bash"]],
    ["what follows two words", "uv", "tool run ruff", ["ruff"]],
    ["what follows two words with options between", "uv", "-q tool -q run -q ruff", ["ruff"]],
    ["nothing where the second of two words is another", "uv", "tool install bash", []],
    ["both where it is not known whether an option has a value", "nohup", "--unknown a bash", ["a bash", "bash"]],
    ["each place but once, whichever word leads there", "npm", "--unknown exec exec bash", ["exec bash", "bash"]],
    ["nothing where it is called like a member of every object", "constructor", "bash", []],
    ["nothing where it is no wrapper", "some-server", "bash", []],
  ])("%s", (_title, name, line, expected) => {
    expect(shown(name, line)).toEqual(expected);
  });
});

describe("env takes apart", () => {
  it.each<[title: string, args: readonly string[], expected: readonly (readonly string[])[]]>([
    ["a text behind its option", ["-S", "bash -c id"], [["bash", "-c", "id"]]],
    ["a text within its option", ["-Sbash -c id"], [["bash", "-c", "id"]]],
    ["a text behind other letters of its option", ["-iS", "bash"], [["bash"]]],
    ["a text within other letters of its option", ["-vSbash"], [["bash"]]],
    ["a text behind the long option", ["--split-string", "bash -i"], [["bash", "-i"]]],
    ["a text within the long option", ["--split-string=bash -i"], [["bash", "-i"]]],
    ["a text over several lines", ["-Sbash\n-i"], [["bash", "-i"]]],
    [
      "a text with blanks around it, with the words after it",
      ["-S", "  node \t server.js ", "--port", "1"],
      [["node", "server.js", "--port", "1"]],
    ],
    ["a text with variables and options in front", ["-S", "-i -u HOME A=1 bash"], [["bash"]]],
    ["a text with a directory in front", ["-S", "-C dir bash"], [["bash"]]],
    ["a text within its option, with the words after it", ["-Sbash", "-c", "id"], [["bash", "-c", "id"]]],
    ["a text within the beginning of the long option", ["--split=bash -i"], [["bash", "-i"]]],
    ["a text in a text", ["-S", "-S bash", "-i"], [["bash", "-i"]]],
    ["a text behind other options", ["-i", "-u", "HOME", "--chdir", "dir", "-S", "bash"], [["bash"]]],
    ["a text behind the beginning of another option", ["--uns", "HOME", "-Sbash"], [["bash"]]],
    ["nothing that is the value of another option", ["-u", "-S", "bash", "x"], [["bash", "x"]]],
    ["a text whose words are in quotes", ["-S", `'bash' "-""c" 'a b' my\\ file`], [["bash", "-c", "a b", "my file"]]],
    ["a text with other blanks in it", ["-S", String.raw`bash\_-c\tid`], [["bash", "-c", "id"]]],
    ["no comment", ["-S", "-i # node", "bash"], [["bash"]]],
    ["no rest that is said to be none", ["-S", String.raw`-i\c node`, "bash"], [["bash"]]],
    ["nothing behind the command", ["bash", "x.sh", "-S", "node"], [["bash", "x.sh", "-S", "node"]]],
    ["nothing within a word behind the command", ["bash", "-Snode"], [["bash", "-Snode"]]],
    ["nothing behind the end of its options", ["--", "bash", "-S", "node"], [["bash", "-S", "node"]]],
    ["no name of a variable", ["-uSHELL", "bash", "x"], [["bash", "x"], ["x"]]],
    ["nothing of a lone dash, which is an option", ["-", "bash"], [["bash"]]],
    ["no name that only looks like that option within", ["node", "my-Server"], [["node", "my-Server"]]],
    ["no name that only looks like that option at its end", ["node", "tool-S", "x"], [["node", "tool-S", "x"]]],
    ["nothing where no text follows", ["-i", "-S"], []],
  ])("%s", (_title, args, expected) => {
    const words = innerCommands("env", args).flatMap((inner) => (inner.kind === "command" ? [inner.words] : []));
    expect(words).toEqual(expected);
  });

  it("a text that only it does: other wrappers have another option of that name", () => {
    expect(shown("xargs", "-S node bash")).toEqual(["node bash", "bash"]);
  });
});

describe("a program as text is seen", () => {
  it.each<[title: string, name: string, line: string, expected: readonly string[]]>([
    ["of an interpreter", "node", "-e 1", ["text: -e"]],
    ["behind a wrapper, and what the wrapper starts", "env", "bash -c id", ["text: bash -c", "bash -c id"]],
    ["behind a word nobody knows", "some-runner", "x python3 -c 1", ["text: python3 -c"]],
    ["where a package runner has a shell for it, with the word behind it", "npx", "-c id", ["text: -c", "id"]],
    ["where a package runner has it joined", "npx", "--call=id", ["text: --call=id"]],
    ["not where the option is the package's own", "npx", "some-server -c x", ["some-server -c x"]],
    ["where the option may stand behind the package", "npm", "exec some-server -c x", ["text: -c", "some-server -c x"]],
    ["not where its options have ended", "npm", "exec some-server -- -c x", ["some-server -- -c x"]],
    ["not where the package runner starts nothing", "npm", "start -c x", []],
    ["where an option names a program, whatever is started", "npm", "start --script-shell=x", ["text: --script-shell=x"]],
    [
      "where an option names a program in front of the package",
      "npx",
      "--script-shell=x some-server",
      ["text: --script-shell=x", "some-server"],
    ],
    ["not where such an option is the package's own", "npx", "some-server --script-shell=x", ["some-server --script-shell=x"]],
  ])("%s", (_title, name, line, expected) => {
    expect(shown(name, line)).toEqual(expected);
  });
});

describe("a module of Python is started", () => {
  it.each<[title: string, line: string, expected: readonly string[]]>([
    ["by its name, beside what may be no value", "run -m server x", ["server x", "x", "python -m server x"]],
    ["by its name within the option", "run --module=server x", ["x", "python -m server x"]],
    ["not behind a script, whose option it is", "run server.py -m x", ["server.py -m x"]],
  ])("%s", (_title, line, expected) => {
    expect(shown("uv", line)).toEqual(expected);
  });
});
