import { describe, expect, it } from "vitest";
import { link } from "../../../../src/host/config/world/test-world.ts";
import type { World } from "../../../../src/host/config/world/world.ts";
import { isInstalled, scriptWords, startedFile, type StartPlace, twinsOf } from "../../../../src/host/policy/command/target.ts";
import { machine } from "./machine.ts";

describe("the file a command starts", () => {
  const world = machine({ "/usr/bin/node": "a runtime", "/opt/bin/node": "another", "/project/node": "a file" });
  it.each<[title: string, command: string, place: StartPlace, expected: string | undefined]>([
    ["is found along the host's own PATH", "node", {}, "/usr/bin/node"],
    ["is found along the PATH of the server", "node", { path: "/opt/bin" }, "/opt/bin/node"],
    ["is none where nothing on PATH is called so", "absent", {}, undefined],
    ["is not looked for in the directory by its name", "node", { path: "", cwd: "/project" }, undefined],
    ["is the path itself", "/opt/bin/node", { path: "/usr/bin" }, "/opt/bin/node"],
    ["is the path itself also where nothing is there", "/opt/absent", {}, "/opt/absent"],
    ["is looked for from the host's directory", "./node", {}, "/project/node"],
    ["is looked for from the server's directory", "bin/node", { cwd: "/opt" }, "/opt/bin/node"],
    ["is no name of PATH where a backslash makes it a path", "bin\\node", {}, "/project/bin\\node"],
  ])("%s", (_title, command, place, expected) => {
    expect(startedFile(command, world, place)).toBe(expected);
  });
});

describe("a file is installed", () => {
  const own = { PATH: "/opt/bin:/srv/bin:/open/bin" };
  const isWorldWritable = (folder: string): boolean => folder === "/open/bin";
  it.each<[title: string, file: string, env: Record<string, string>, expected: boolean]>([
    ["in a folder of the host's PATH", "/srv/bin/x", own, true],
    ["not in a folder of the host's PATH that anybody may write to", "/open/bin/x", own, false],
    ["not below a folder of the host's PATH", "/srv/bin/below/x", own, false],
    ["not beside a folder of the host's PATH", "/srv/binary/x", own, false],
    ["not elsewhere", "/tmp/x", own, false],
    ["in one of the system's own folders where there is no PATH", "/usr/bin/x", {}, true],
    ["not in the root where there is no PATH", "/x", {}, false],
    ...["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"].map(
      (folder): [string, string, Record<string, string>, boolean] => [
        `in ${folder}, whatever PATH says`,
        `${folder}/x`,
        own,
        true,
      ],
    ),
  ])("%s", (_title, file, env, expected) => {
    expect(isInstalled(file, machine({}, { env, isWorldWritable }))).toBe(expected);
  });
});

describe("a file is a twin", () => {
  // What is known of a machine is kept, so that each of these needs one of its own.
  const own = (): World =>
    machine(
      {
        "/usr/bin/bash": "a shell",
        "/opt/bin/mine": "a tool",
        "/usr/bin/python3": "an interpreter",
        "/usr/bin/node": "a runtime",
        "/usr/bin/npx": "a runner",
        "/usr/bin/zsh": "another shell",
        "/usr/bin/hollow": "",
        "/usr/bin/folder/x": "a file in a folder that is called like a command",
        "/home/shell": "a shell",
        "/home/hard": { sameFileAs: "/usr/bin/bash" },
        "/home/link": link("/usr/bin/bash"),
        "/home/alike": "a shelf",
        "/home/tool": "a tool",
        "/home/python": "an interpreter",
        "/home/node": "a runtime",
        "/home/npx": "a runner",
        "/home/zsh": "another shell",
        "/home/hollow": "",
      },
      { env: { PATH: "/opt/bin" } },
    );
  it.each<[title: string, file: string, names: readonly string[], expected: readonly string[]]>([
    ["of the program it is a copy of", "/home/tool", ["mine"], ["mine"]],
    ["of nothing that is not asked for", "/home/tool", ["bash"], []],
    ["of the file it is another name of", "/home/hard", [], ["bash"]],
    ["of the file a link leads to", "/home/link", [], ["bash"]],
    ["of a shell outside of the host's PATH, found in the system's folders", "/home/shell", [], ["bash"]],
    ["of a shell that no list names", "/home/zsh", [], ["zsh"]],
    ["of an interpreter that no list names", "/home/node", [], ["node"]],
    ["of the interpreter of Python", "/home/python", [], ["python3"]],
    ["of a package runner that no list names", "/home/npx", [], ["npx"]],
    ["of nothing where it has as many bytes, but others", "/home/alike", ["bash"], []],
    ["of nothing where it is empty, though a program is as well", "/home/hollow", ["hollow"], []],
    ["of nothing where it does not exist", "/home/absent", ["bash", "absent", "folder"], []],
    ["of nothing where it is a folder", "/usr/bin/folder", ["folder"], []],
  ])("%s", (_title, file, names, expected) => {
    expect([...new Set(twinsOf(file, names, own()))]).toEqual(expected);
  });

  it("of the file it is another name of, though nobody may read its bytes", () => {
    expect(new Set(twinsOf("/home/hard", [], { ...own(), sameContent: () => false }))).toEqual(new Set(["bash"]));
  });

  it("by its bytes only where it has as many of them, for files are large", () => {
    const compared: string[] = [];
    const watched = { ...own(), sameContent: (_file: string, other: string) => compared.push(other) > 0 };
    expect(new Set(twinsOf("/home/alike", [], watched))).toEqual(new Set(["bash"]));
    expect(new Set(compared)).toEqual(new Set(["/usr/bin/bash"]));
  });

  it("of programs that are looked for once for each list, for it is asked at every start", () => {
    const asked: string[] = [];
    const world = own();
    const watched = { ...world, which: (name: string, path?: string) => (asked.push(name), world.which(name, path)) };
    twinsOf("/home/tool", ["bash"], watched);
    const once = asked.length;
    expect(twinsOf("/home/tool", ["bash"], watched)).toEqual([]);
    expect([once > 0, asked.length === once]).toEqual([true, true]);
    expect(twinsOf("/home/tool", ["bash", "mine"], watched)).toEqual(["mine"]);
    expect(twinsOf("/home/tool", ["bashmine"], watched)).toEqual([]);
  });
});

describe("the words of a script", () => {
  it.each<[title: string, text: string | undefined, expected: readonly string[] | undefined]>([
    ["are its interpreter", "#!/bin/sh\necho", ["/bin/sh"]],
    ["are its interpreter where nothing follows", "#!/bin/sh", ["/bin/sh"]],
    ["are its interpreter and an option", "#!/bin/bash -e\n", ["/bin/bash", "-e"]],
    ["have blanks in front", "#! \t/bin/sh\n", ["/bin/sh"]],
    ["have blanks between and behind", "#!/usr/bin/env \t node \t\n", ["/usr/bin/env", "node"]],
    ["are one argument, whatever is in it", "#!/usr/bin/env -S node -e 1\n", ["/usr/bin/env", "-S node -e 1"]],
    ["end with the line of Windows", "#!/bin/sh\r\necho", ["/bin/sh"]],
    ["end where a kernel stops to read", `#!/bin/sh ${"a".repeat(300)}\n`, ["/bin/sh", "a".repeat(246)]],
    ["are none where nothing is named", "#!\n", undefined],
    ["are none in the middle of a line", " #!/bin/sh\n", undefined],
    ["are none on a later line", "\n#!/bin/sh\n", undefined],
    ["are none of a program", "\u007fELF#!/bin/sh", undefined],
    ["are none of an empty file", "", undefined],
    ["are none of a file that cannot be read", undefined, undefined],
    [
      "are the interpreter an installer of Python wrote on the second line",
      `#!/bin/sh\n'''exec' /opt/venv/bin/python3.12 "$0" "$@"\n' '''\n`,
      ["/opt/venv/bin/python3.12"],
    ],
    [
      "are that interpreter in quotes, with blanks between",
      `#!/bin/sh\n'''exec' \t"/opt/venv/bin/python3" \t"$0" \t"$@"\n' '''\n`,
      ["/opt/venv/bin/python3"],
    ],
    ["are not what is no interpreter there", `#!/bin/sh\n'''exec' /bin/bash "$0" "$@"\n' '''\n`, ["/bin/sh"]],
    ["are not what is written there on a later line", `#!/bin/sh\nrm -r x\n'''exec' /usr/bin/python3 "$0" "$@"\n`, ["/bin/sh"]],
    ["are not what another shell finds there", `#!/bin/bash\n'''exec' /usr/bin/python3 "$0" "$@"\n`, ["/bin/bash"]],
    ["are not what a shell with an option finds there", `#!/bin/sh -s\n'''exec' /usr/bin/python3 "$0" "$@"\n`, ["/bin/sh", "-s"]],
    [
      "are not what env finds there",
      `#!/usr/bin/env -S bash -c id\n'''exec' /usr/bin/python3 "$0" "$@"\n`,
      ["/usr/bin/env", "-S bash -c id"],
    ],
    ["are not what another interpreter finds there", `#!/usr/bin/perl\n'''exec' /usr/bin/python3 "$0" "$@"\n`, ["/usr/bin/perl"]],
    ["are not what is only said there", `#!/bin/sh\necho '''exec' /usr/bin/python3 "$0" "$@"\n`, ["/bin/sh"]],
    ["are not what more is done with there", `#!/bin/sh\n'''exec' /usr/bin/python3 "$0" "$@"; rm -r x\n`, ["/bin/sh"]],
    ["are not what has other arguments there", `#!/bin/sh\n'''exec' /usr/bin/python3 "$1" "$@"\n`, ["/bin/sh"]],
  ])("%s", (_title, text, expected) => {
    const world = machine(text === undefined ? {} : { "/opt/script": text });
    expect(scriptWords("/opt/script", world)).toEqual(expected);
  });
});
