import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { link, testWorld } from "../../config/world/test-world.ts";
import { blockedByStrict, blockedCommands } from "../../profile/command-names.ts";
import { effectiveProfile } from "../../profile/effective-profile.ts";
import { profiles } from "../../profile/profiles.ts";
import { judgeCommand } from "./command.ts";
import { programName } from "./program-name.ts";
import { withSecurity } from "../with-security.ts";

const world = testWorld({
  "/usr/bin/bash": "",
  "/usr/bin/node": "",
  "/usr/bin/python3.12": "",
  "/usr/bin/python3": link("python3.12"),
  "/usr/bin/innocent": link("../../bin/dash"),
  "/bin/dash": "",
  "/opt/server": link("/usr/bin/bash"),
  "/opt/far": link("/opt/server"),
  "/opt/my tools/server": "",
  "/opt/tools of mine": link("/usr/bin/bash"),
});
const strict = profiles.strict.policy.command;
const ollama = profiles.ollama.policy.command;

function isAllowed(command: string, args: readonly string[] = [], settings = strict): boolean {
  return judgeCommand(command, args, settings, world).allowed;
}

test("B0-171: the list holds 73 different names, by kind 14, 19, 13, 9, 8 and 10", () => {
  expect(blockedCommands).toHaveLength(73);
  expect(new Set(blockedCommands).size).toBe(73);
  expect(["bash", "sudo", "curl", "perl", "chmod", "apt"].map((name) => blockedCommands.indexOf(name))).toEqual([
    1, 14, 33, 50, 55, 63,
  ]);
});

describe("B0-167 to B0-172, B0-177: every name of the list is refused, in every form of its path", () => {
  for (const name of blockedCommands) {
    test.each([name, `/usr/bin/${name}`, `./${name}`, `/opt/x/${name}`, name.toUpperCase(), `${name}.exe`, `C:\\bin\\${name}`])(
      "%s",
      (command) => {
        const decision = judgeCommand(command, [], ollama, world);
        expect(decision).toMatchObject({ allowed: false, reason: expect.stringContaining("not allowed for security reasons") });
      },
    );
  }
});

test.each(blockedByStrict)("B0-171: strict refuses %s besides", (name) => {
  expect(isAllowed(name)).toBe(false);
});

test.each([
  "node",
  "npx",
  "python",
  "python3",
  "uvx",
  "docker-mcp",
  "deno",
  "/usr/bin/node",
  "mcp-server-git",
  "bashful",
  "shc",
  "7z",
  "./server",
])("B0-171: %s may be started in both profiles", (command) => {
  expect([isAllowed(command), isAllowed(command, [], ollama)]).toEqual([true, true]);
});

test.each(["docker", "busybox", "env", "xargs"])("B0-171: %s alone may be started in profile ollama", (command) => {
  expect(isAllowed(command, [], ollama)).toBe(true);
});

describe("B0-130, B0-173: a command is one word; nothing splits it", () => {
  test.each(["bash -c", "env bash", "node server.js", "python -m x", "/usr/bin/bash -c", "sh\t-c", "node ", " bash"])(
    "%j",
    (command) => {
      expect(isAllowed(command)).toBe(false);
      expect(isAllowed(command, [], ollama)).toBe(false);
    },
  );
  test("an existing file with a blank in its path is not a command line", () => {
    expect(isAllowed("/opt/my tools/server")).toBe(true);
    expect(isAllowed("/opt/tools of mine")).toBe(false);
  });
});

describe("B0-173: what a wrapper would start is judged as well", () => {
  const loose = effectiveProfile("ollama").policy.command;
  test.each([
    ["env", ["bash"]],
    ["env", ["-i", "A=b", "bash", "-c", "x"]],
    ["env", ["-u", "HOME", "/bin/sh"]],
    ["env", ["-S", "bash -c x"]],
    ["env", ["-iS", "A=b bash"]],
    ["env", ["--split-string=bash -c x"]],
    ["/usr/bin/env", ["--", "sh"]],
    ["xargs", ["-n", "1", "rm"]],
    ["busybox", ["sh"]],
    ["busybox", ["nc", "host"]],
    ["nohup", ["bash"]],
    ["setsid", ["-f", "bash"]],
    ["timeout", ["5", "bash"]],
    ["timeout", ["-s", "KILL", "5", "bash"]],
    ["nice", ["-n", "5", "sh"]],
    ["stdbuf", ["-oL", "sh"]],
    ["env", ["env", "nohup", "timeout", "1", "bash"]],
    ["npx", ["-y", "bash"]],
    ["pnpm", ["dlx", "sh"]],
    ["npm", ["exec", "--", "bash"]],
    ["uv", ["run", "bash"]],
    ["uv", ["tool", "run", "sh"]],
    ["uvx", ["--from", "x", "bash"]],
    ["env", ["innocent"]],
    ["env", ["/opt/far"]],
  ])("%s %j", (command, args) => {
    expect(isAllowed(command, args, loose)).toBe(false);
    expect(isAllowed(command, args)).toBe(false);
  });
  test.each([
    ["npx", ["-y", "@modelcontextprotocol/server-filesystem", "bash"]],
    ["npx", ["-y", "@scope/pkg@1.2.3"]],
    ["uvx", ["mcp-server-sqlite", "--db-path", "./rm"]],
    ["uv", ["--directory", "/x", "run", "server.py"]],
    ["uv", ["run", "server.py"]],
    ["node", ["bash"]],
    ["python", ["-m", "mcp_server_python"]],
    ["pnpm", ["start"]],
    ["npm", ["exec", "some-server"]],
    ["npm", ["start", "-c"]],
  ])("%s %j is fine", (command, args) => {
    expect(isAllowed(command, args)).toBe(true);
    expect(isAllowed(command, args, loose)).toBe(true);
  });
  test("wrapped without end is refused rather than followed", () => {
    expect(
      judgeCommand(
        "env",
        Array.from({ length: 30 }, () => "env"),
        loose,
        world,
      ),
    ).toMatchObject({ rule: "command.depth" });
  });
});

describe("B0-173: strict refuses programs given as text", () => {
  test.each([
    ["python", ["-c", "import os"]],
    ["python3", ["-Ic", "import os"]],
    ["python3.12", ["-X", "dev", "-c", "x"]],
    ["node", ["-e", "x"]],
    ["node", ["-pe", "x"]],
    ["node", ["--eval=x"]],
    ["node", ["-r", "./a.js", "--print", "x"]],
    ["node", ["--import", "data:text/javascript,x"]],
    ["node", ["--import=data:text/javascript,x"]],
    ["bun", ["-e", "x"]],
    ["deno", ["eval", "x"]],
    ["npx", ["-c", "sh"]],
    ["npx", ["-y", "--call", "sh"]],
    ["npm", ["exec", "-c", "sh"]],
    ["uv", ["run", "python", "-c", "x"]],
  ])("%s %j", (command, args) => {
    expect(judgeCommand(command, args, strict, world)).toMatchObject({ allowed: false, rule: "command.inline" });
  });
  test.each([
    ["python", ["-m", "x", "-c", "y"]],
    ["python", ["-Werror::DeprecationWarning", "server.py"]],
    ["node", ["server.js", "-e", "production"]],
    ["node", ["--enable-source-maps", "server.js", "--eval", "x"]],
    ["node", ["-r", "./setup.mjs", "server.js"]],
    ["node", ["--import", "./hooks.mjs", "server.js"]],
    ["node", ["--", "-e"]],
  ])("%s %j is a script with its own arguments", (command, args) => {
    expect(isAllowed(command, args)).toBe(true);
  });
  test("profile ollama lets them pass", () => {
    expect(isAllowed("python", ["-c", "x"], ollama)).toBe(true);
  });
});

describe("B0-174: no spelling gets past the list", () => {
  test.each([
    ["/opt/server", "a link to a shell"],
    ["/opt/far", "a link to a link"],
    ["innocent", "a link on PATH"],
    ["BASH", "upper case"],
    ["bash.", "a trailing dot"],
    ["bash\u0000", "NUL"],
    ["b\u200bash", "an invisible letter"],
    ["ｂａｓｈ", "full-width letters"],
    ["bа\u0455h", "Cyrillic letters"],
    ["bash-5.2", "a version"],
    ["perl5.36", "a version"],
    ["bash.EXE", "an extension"],
    ["/bin/bash/", "a slash at the end"],
    [".", "the shell's dot"],
    ["", "nothing"],
  ])("%j (%s)", (command) => {
    expect(isAllowed(command)).toBe(false);
  });
  test("links lead to the real name in both profiles", () => {
    expect(judgeCommand("/opt/far", [], ollama, world)).toMatchObject({ reason: expect.stringContaining("it leads to bash") });
    expect(isAllowed("python3")).toBe(true);
  });
  test("whatever the case and the folders, a blocked name is refused", () => {
    const spelled = fc
      .constantFrom(...blockedCommands.filter((name) => name !== "."))
      .chain((name) =>
        fc.tuple(
          fc.constant(name),
          fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }),
          fc.array(fc.stringMatching(/^[a-z0-9_-]{1,8}$/), { maxLength: 3 }),
          fc.constantFrom("", "/"),
        ),
      );
    fc.assert(
      fc.property(spelled, ([name, upper, folders, start]) => {
        const letters = Array.from(name, (letter, index) => (upper[index] === true ? letter.toUpperCase() : letter)).join("");
        const command = `${start}${[...folders, letters].join("/")}`;
        expect(isAllowed(command, [], ollama)).toBe(false);
      }),
    );
  });
});

describe("B0-175: .. in a command", () => {
  test.each([
    ["../server", false, false],
    ["/opt/../bin/x", false, false],
    ["a..b", true, false],
    ["./server", true, true],
  ])("%s: strict %j, ollama %j", (command, inStrict, inOllama) => {
    expect([isAllowed(command), isAllowed(command, [], ollama)]).toEqual([inStrict, inOllama]);
  });
});

describe("B0-176: the operator's own security block", () => {
  const settings = (block: string[], allow: string[], only: boolean, id = "strict"): typeof strict =>
    withSecurity(effectiveProfile(id), { block, allow, strict: only, origins: [] }).policy.command;
  test("names are added to those refused", () => {
    expect(isAllowed("node", [], settings(["node"], [], false))).toBe(false);
    expect(isAllowed("bash", [], settings(["node"], [], false))).toBe(false);
  });
  test("names may be excepted", () => {
    expect(isAllowed("docker", [], settings([], ["docker"], false))).toBe(true);
    expect(isAllowed("podman", [], settings([], ["docker"], false))).toBe(false);
  });
  test("strict: nothing but what is named", () => {
    const only = settings([], ["node"], true);
    expect([isAllowed("node", ["server.js"], only), isAllowed("python", [], only), isAllowed("bash", [], only)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isAllowed("node", ["-e", "x"], only)).toBe(false);
    expect(judgeCommand("python", [], only, world)).toMatchObject({
      reason: expect.stringContaining("only node may be started"),
    });
    expect(judgeCommand("python", [], settings([], [], true), world)).toMatchObject({
      reason: expect.stringContaining("only nothing may"),
    });
  });
  test("a profile without a list gets one", () => {
    expect(isAllowed("node", [], settings(["node"], [], false, "dolphin"))).toBe(false);
    expect(isAllowed("bash", [], settings(["node"], [], false, "dolphin"))).toBe(true);
    expect(withSecurity(profiles.strict, undefined)).toBe(profiles.strict);
  });
});

test("B3-013, B4-006: profiles without a command policy start what the operator named", () => {
  expect(isAllowed("bash", ["-c", "x"], profiles.dolphin.policy.command)).toBe(true);
});

test.each([
  ["／", ""],
  ["／bin／sh", "sh"],
  ["sh.exe.exe", "sh"],
  ["sh .exe", "sh"],
  ["./Bash-5.2.EXE", "bash"],
  ["\u03c4\u0131\u0432", "tib"],
  ["\u0441url", "curl"],
  ["/lib/libc.musl-x86_64.so.1", "ld.so"],
  ["/lib64/ld-linux-x86-64.so.2", "ld.so"],
  ["/lib/ld-musl-aarch64.so.1", "ld.so"],
  ["libc.so.6", "libc.so.6"],
  ["/", ""],
])("the program %j is known as %j", (command, name) => {
  expect(programName(command)).toBe(name);
});

test("the name of a program never is a path, and is the same when taken twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (command) => {
      const name = programName(command);
      expect(name).not.toMatch(/[/\\]/);
      expect(programName(name)).toBe(name);
    }),
  );
});
