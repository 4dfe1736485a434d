import { expect, it } from "vitest";
import { profiles } from "../../profile/profiles.ts";
import { testWorld } from "../../config/world/test-world.ts";
import { judgeCommand } from "./command.ts";
import { inlineProgram, isInterpreter, textBehind } from "./inline-program.ts";

it.each(["python", "pythonw", "pypy", "ipython", "graalpy", "micropython", "jython"])("%s takes a program with -c", (name) => {
  expect(isInterpreter(name)).toBe(true);
  expect(inlineProgram(name, ["-c", "import os"])).toBe("-c");
});

it.each(["uv", "bash", "python-server", "constructor", "toString"])("%s is no interpreter, whatever its options are", (name) => {
  expect(isInterpreter(name)).toBe(false);
  expect(inlineProgram(name, ["-c", "import os", "-e"])).toBeUndefined();
});

it.each<[string, readonly string[], string]>([
  ["a program behind other letters", ["-Bc", "import os"], "-Bc"],
  ["a program in the same word", ["-cimport os"], "-cimport os"],
  ["a program behind a long option", ["--help-all", "-c", "import os"], "-c"],
  ["a program behind the option about compiled files", ["--check-hash-based-pycs", "always", "-c", "import os"], "-c"],
  ["a program behind a mode of the interpreter", ["-X", "dev", "-c", "import os"], "-c"],
  ["a program behind a mode in the same word", ["-Xdev", "-c", "import os"], "-c"],
  ["a program behind a filter of warnings", ["-W", "ignore", "-c", "import os"], "-c"],
  ["a program where the value of an option should be", ["-X", "-c", "import os"], "-c"],
  ["a program behind letters and a filter", ["-BW", "ignore", "-Ic", "import os"], "-Ic"],
  ["a module that takes a program", ["-m", "timeit", "import os"], "-m timeit"],
  ["such a module in the same word", ["-mtimeit", "import os"], "-m timeit"],
  ["such a module behind other letters", ["-Im", "pdb", "-c", "import os"], "-m pdb"],
  ["such a module by one of its parts", ["-m", "pip._internal", "install", "."], "-m pip._internal"],
  ["such a module in capitals", ["-m", "PDB", "server.py"], "-m PDB"],
  ["such a module with a blank in front", ["-m", " timeit", "import os"], "-m  timeit"],
  ["a file that is a descriptor", ["/dev/fd/3"], "/dev/fd/3"],
  ["a descriptor behind options", ["-I", "-u", "/dev/fd/3"], "/dev/fd/3"],
  ["a descriptor behind a mode", ["-X", "dev", "/dev/fd/3"], "/dev/fd/3"],
  ["its environment as a file", ["/proc/self/environ"], "/proc/self/environ"],
  ["its environment by more slashes", ["//proc/self/environ"], "//proc/self/environ"],
  ["a descriptor by more slashes", ["//dev//fd/3"], "//dev//fd/3"],
  ["its input by its name", ["/dev/stdin"], "/dev/stdin"],
  ["its environment by way of the same folder", ["/./proc/self/environ"], "/./proc/self/environ"],
  ["its environment by way of another folder", ["/tmp/../proc/self/environ"], "/tmp/../proc/self/environ"],
  ["a descriptor behind the end of the options", ["--", "/dev/fd/3"], "/dev/fd/3"],
  ["its environment behind letters and the end of the options", ["-I", "--", "/proc/self/environ"], "/proc/self/environ"],
])("Python gets %s: %j", (_, args, option) => {
  expect(inlineProgram("python", args)).toBe(option);
});

it.each<[string, readonly string[]]>([
  ["nothing", []],
  ["a script with options of its own", ["server.py", "-c", "config.json"]],
  ["a script behind letters", ["-Iu", "server.py", "-c", "config.json"]],
  ["a module with options of its own", ["-m", "mcp_server_git", "-c", "config.json"]],
  ["a module in the same word", ["-mmcp_server_git", "-c", "config.json"]],
  ["a module whose name begins as that of a runner", ["-m", "pip_server"]],
  ["a module whose name nobody gave", ["-m"]],
  ["a script on standard input", ["-", "-c", "config.json"]],
  ["a script behind the end of the options", ["--", "-c", "config.json"]],
  ["the end of the options and nothing behind it", ["--"]],
  ["a device that is called like its input", ["/dev/std-server.py"]],
  ["a folder that is called like that of processes", ["/process/server.py"]],
  ["a script behind the option about compiled files", ["--check-hash-based-pycs", "never", "server.py", "-c"]],
  ["a script behind a filter of warnings", ["-W", "ignore", "server.py", "-c"]],
  ["a script behind a filter in the same word", ["-Wonce", "server.py", "-c"]],
  ["a script behind a mode in the same word", ["-Xpycache_prefix=/tmp/cache", "server.py", "-c"]],
  ["a filter of warnings that nobody gave", ["-W"]],
  ["a script in a folder that is called as that of processes", ["/opt/proc/server.py"]],
  ["a script in a folder that is called as those of devices", ["/opt/dev/fd/server.py"]],
])("Python gets no program as text from %s: %j", (_, args) => {
  expect(inlineProgram("python", args)).toBeUndefined();
});

it.each([
  ..."cprofile profile trace code codeop runpy bdb ipython ptpython bpython idlelib asyncio debugpy pydevd coverage".split(" "),
  ..."pickle pip pipx webbrowser antigravity turtledemo test xonsh pytest unittest doctest nose invoke fabric".split(" "),
  ..."viztracer scalene timeit pdb".split(" "),
])("Python's module %s runs what it is given", (module) => {
  expect(inlineProgram("python", ["-m", module])).toBe(`-m ${module}`);
});

it.each<[string, string, readonly string[], string]>([
  ["a module as text", "node", ["--import", "data:text/javascript,evil()", "server.js"], "data:"],
  ["a module as text in the same word", "node", ["--import=data:text/javascript,evil()", "server.js"], "data:"],
  ["a module as text behind a blank", "node", ["--import= data:text/javascript,evil()", "server.js"], "data:"],
  ["a module as text in capitals", "node", ["--import", "DATA:text/javascript,evil()", "server.js"], "data:"],
  ["a module as text behind blanks of its own", "deno", ["run", "  data:text/javascript,evil()"], "data:"],
  ["a script as text", "bun", ["data:text/javascript,evil()"], "data:"],
  ["a module as text and no script", "node", ["--import", "./hooks.js", "--require", "data:text/javascript,evil()"], "data:"],
  ["a descriptor as a script", "node", ["/dev/fd/3"], "/dev/fd/3"],
  ["its input as a script", "node", ["/dev/stdin"], "/dev/stdin"],
  ["a descriptor by a path with more in it", "node", ["//dev/./fd/0"], "//dev/./fd/0"],
  ["a program with a name in it, which is shown as it is", "node", ["--eval=a_b"], "--eval=a_b"],
  ["a program behind a slash", "pwsh", ["/C", "evil"], "/C"],
  ["its environment behind an option nobody knows", "node", ["--new", "./setup.js", "/proc/self/environ"], "/proc/self/environ"],
  ["a descriptor as what may be the script", "node", ["--new", "/dev/fd/3", "server.js"], "/dev/fd/3"],
  ["a descriptor behind its own command", "deno", ["run", "-A", "/dev/fd/3"], "/dev/fd/3"],
  ["a program behind its own command", "bun", ["run", "--print=1"], "--print=1"],
  ["a program and no script", "go", ["test", "-toolexec=sh"], "-toolexec=sh"],
  ["a program behind an option nobody knows", "node", ["--new", "value", "--eval=1", "server.js"], "--eval=1"],
  ["a program behind its own command, which may be given twice", "bun", ["--new", "run", "run", "--print=1"], "--print=1"],
  ["a program with a name in it", "ruby", ["-eputs my_name"], "-eputs my_name"],
  ["its own command for a program", "bun", ["exec", "rm -rf ."], "exec"],
  ["its own command behind an option nobody knows", "bun", ["--new", "value", "exec", "rm -rf ."], "exec"],
  ["its own command where a script may stand", "bun", ["--new", "exec", "rm -rf ."], "exec"],
])("an interpreter gets %s: %s %j", (_, name, args, option) => {
  expect(inlineProgram(name, args)).toBe(option);
});

it.each<[string, string, readonly string[]]>([
  ["a script", "node", ["server.js"]],
  ["a script that takes a module as text for itself", "node", ["server.js", "data:text/plain,hello"]],
  ["a script with options of its own", "node", ["server.js", "--eval=production"]],
  ["a file that has such a name within its own", "node", ["--import", "./my-data:hooks.js", "server.js"]],
  ["a file that has such a name behind a sign", "node", ["--import=./hooks=data:1.js", "server.js"]],
  ["a file in a folder that is called as that of processes", "node", ["/opt/proc/server.js"]],
  ["a script behind its own command", "bun", ["run", "server.ts", "--eval=production"]],
  ["a script that is called as its own command for programs", "deno", ["run", "eval"]],
  ["a descriptor for a script to read", "node", ["server.js", "/dev/fd/3"]],
])("an interpreter gets no program as text from %s: %s %j", (_, name, args) => {
  expect(inlineProgram(name, args)).toBeUndefined();
});

it.each<[string, readonly string[], string]>([
  ["a shell and a command", ["bash", "-c", "evil"], "bash -c"],
  ["a shell by its path", ["--user", "me", "/bin/sh", "-c", "evil"], "/bin/sh -c"],
  ["a shell that reads the profile first", ["zsh", "-lc", "evil"], "zsh -lc"],
  ["a shell with a long option", ["nu", "--command", "evil"], "nu --command"],
  ["a shell with a long option and the text in it", ["fish", "--command=evil"], "fish --command=evil"],
  ["a shell that shows what it does", ["bash", "-cx", "evil"], "bash -cx"],
  ["a shell that stops when something fails", ["bash", "-ceuo", "pipefail", "evil"], "bash -ceuo"],
  ["PowerShell and a command", ["pwsh", "-Command", "evil"], "pwsh -Command"],
  ["PowerShell and a command in small letters", ["powershell.exe", "-comm", "evil"], "powershell.exe -comm"],
  ["PowerShell and a command in another writing", ["pwsh", "-EncodedCommand", "ZXZpbA=="], "pwsh -EncodedCommand"],
  ["the shell of Windows, in capitals", ["cmd", "/C", "evil"], "cmd /C"],
  ["the shell of Windows, which stays", ["cmd", "/k", "evil"], "cmd /k"],
  ["Node and a program whose value is shown", ["node", "-p", "evil()"], "node -p"],
  ["Node and the long option for that", ["node", "--print", "evil()"], "node --print"],
  ["Node and a program in the same word", ["node", "--eval=evil()"], "node --eval=evil()"],
  ["Python and a program in the same word", ["python3", "-cimport os"], "python3 -cimport os"],
  ["Python and a call behind other letters", ["python3", "-Icevil()"], "python3 -Icevil()"],
  ["PHP and a program", ["php", "-r", "evil();"], "php -r"],
  ["Perl and a program of newer form", ["perl", "-E", "evil"], "perl -E"],
  ["the shell of Windows", ["cmd.exe", "/c", "evil"], "cmd.exe /c"],
  ["Python and a program", ["python3", "-c", "import os"], "python3 -c"],
  ["Python and letters", ["python3.12", "-Ic", "import os"], "python3.12 -Ic"],
  ["Node and a program", ["node", "-e", "evil()"], "node -e"],
  ["Node and a long option", ["node", "--eval", "evil()"], "node --eval"],
  ["Perl and a program", ["perl", "-e", "evil"], "perl -e"],
  ["a shell behind a word that is called as one", ["bash", "sh", "-c", "evil"], "sh -c"],
])("behind a program nobody knows stands %s: %j", (_, args, text) => {
  expect(textBehind(args)).toBe(text);
});

it.each<[string, readonly string[]]>([
  ["nothing", []],
  ["a shell alone", ["bash"]],
  ["a shell and a script", ["bash", "server.sh"]],
  ["a shell and another option", ["bash", "-l", "server.sh"]],
  ["a shell and a name that ends as the option", ["bash", "my-c"]],
  ["a shell and a name that begins as the option", ["bash", "-c.sh"]],
  ["a shell and a path that ends as the option", ["cmd", "c:/c"]],
  ["a path that begins as the option of Windows", ["bash", "/cache/server.sh"]],
  ["a shell and an option that begins as the long one", ["bash", "--commands"]],
  ["a shell and the setting of a server", ["bash", "-config"]],
  ["a shell and a container of a server", ["bash", "-docker"]],
  ["a shell and the width of a server", ["pwsh", "-compact"]],
  ["Node and the port of a server", ["node", "--port=3000"]],
  ["Node and an option that begins as the long one", ["node", "--printer=x"]],
  ["Python and the setting of a server", ["python3", "-config", "server.json"]],
  ["Perl and how much a server tells", ["perl", "-version"]],
  ["PHP and a folder of a server", ["php", "-dir", "server"]],
  ["a server and its Python's text", ["some-server", "-cimport os"]],
  ["a server with such an option", ["some-server", "-c", "config.json"]],
  ["Node checking a script", ["node", "-c", "server.js"]],
  ["Python and an option it does not have", ["python3", "-e", "production"]],
  ["Python and a module with such an option", ["python3", "-m", "server", "-c", "config.json"]],
])("behind a program nobody knows stands no program as text in %s: %j", (_, args) => {
  expect(textBehind(args)).toBeUndefined();
});

it.each(
  "sh bash zsh fish csh ksh dash tcsh ash mksh rbash rksh elvish nu xonsh busybox toybox yash oksh pwsh powershell cmd".split(
    " ",
  ),
)("%s is a shell, whoever starts it", (shell) => {
  expect(textBehind(["--now", shell, "-c", "evil"])).toBe(`${shell} -c`);
});

it.each([
  ["python3", ["-Ic", "import os"], "python -Ic"],
  ["python3", ["-mpip", "install", "evil"], "python -m pip"],
  ["node", ["--import", "data:text/javascript,evil()", "server.js"], "node data:"],
  ["/usr/bin/node", ["/proc/self/environ"], "node /proc/self/environ"],
  ["some-runner", ["--now", "bash", "-lc", "evil"], "some-runner bash -lc"],
  ["uv", ["run", "--with", "rich", "python", "-c", "import os"], "uv python -c"],
])("profile strict says what it refuses in %s %j", (command, args, shown) => {
  expect(judgeCommand(command, args, profiles.strict.policy.command, testWorld())).toEqual({
    allowed: false,
    rule: "command.inline",
    reason: `a program given as text ("${shown}") is not allowed for security reasons`,
  });
});
