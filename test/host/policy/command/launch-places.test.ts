import { describe, expect, it } from "vitest";
import { type ResolvedServer, withPath } from "../../../../src/host/config/auto-enable.ts";
import { readRequestServers } from "../../../../src/host/config/read/request-servers.ts";
import { link } from "../../../../src/host/config/world/test-world.ts";
import { judgeLaunch, type Launch } from "../../../../src/host/policy/command/judge-launch.ts";
import { effectiveProfile } from "../../../../src/host/profile/effective-profile.ts";
import { profiles } from "../../../../src/host/profile/profiles.ts";
import { machine } from "./machine.ts";

const world = machine(
  {
    "/usr/bin/bash": "a shell",
    "/usr/bin/tool": "a server",
    "/usr/bin/npx": "a runner",
    "/srv/bin/tool": link("/usr/bin/bash"),
    "/srv/run": link("/usr/bin/bash"),
    "/evil/tool": "a shell",
    "/evil/x": "a shell",
    "/evil/start": "#!/usr/bin/bash\n",
    "/own/tool": "another server",
    "/project/run": "a server",
    "/project/below/run": link("/usr/bin/bash"),
    "/home/user/run": link("/usr/bin/bash"),
  },
  { env: { PATH: "/usr/bin" } },
);

function launch(entry: object, words: readonly string[] = [], profile = profiles.strict): Launch | undefined {
  const [definition] = readRequestServers([{ name: "a", ...entry }], [], profile).value;
  if (definition === undefined) throw new Error("not a definition");
  const server = withPath({ ...definition, origin: "file" }, undefined, world) as ResolvedServer;
  return judgeLaunch(server, words, profile.policy, world);
}

const onlyTools = effectiveProfile("strict", ["policy.command.mode=allow", "policy.command.allow=tool"]);

const shell = (name: string): object => ({
  allowed: false,
  rule: "command.block",
  reason: `the command "${name}" (it leads to bash) is not allowed for security reasons`,
});

describe("a server's command is judged", () => {
  it.each<[title: string, entry: object, words: readonly string[], expected: object]>([
    [
      "along the host's PATH, where it is a server",
      { command: "tool" },
      [],
      { decision: { allowed: true }, command: "tool", args: [], cwd: undefined },
    ],
    [
      "along the PATH of its own entry, where it is a shell, and is given no environment then",
      { command: "tool", env: { PATH: "/srv/bin" } },
      [],
      { decision: shell("tool"), env: {}, dropped: [] },
    ],
    ["from the host's directory, where it is a server", { command: "./run" }, [], { decision: { allowed: true } }],
    ["from the directory of its entry, where it is a shell", { command: "./run", cwd: "/srv" }, [], { decision: shell("run") }],
    [
      "from the directory of its entry below the host's, where it is a shell",
      { command: "./run", cwd: "below" },
      [],
      { decision: shell("run"), cwd: "/project/below" },
    ],
    [
      "in the home directory, where it is a shell",
      { command: "~/run" },
      [],
      { decision: shell("run"), command: "/home/user/run" },
    ],
    [
      "as what a runner is on this machine, with its own words behind",
      { command: "npx", args: ["-y", "some-server"] },
      ["/usr/bin/npx", "--offline"],
      { decision: { allowed: true }, command: "/usr/bin/npx", args: ["--offline", "-y", "some-server"] },
    ],
    [
      "before its arguments and its environment",
      { command: "bash", args: ["a\nb"], env: { "A B": "x" } },
      [],
      { decision: { allowed: false, rule: "command.block" } },
    ],
    [
      "with its arguments, before its environment",
      { command: "tool", args: ["a\nb"], env: { "A B": "x" } },
      [],
      { decision: { allowed: false, rule: "argv.newline", reason: "argument 1 contains a line end" } },
    ],
    [
      "with its environment",
      { command: "tool", env: { "A B": "x" } },
      [],
      { decision: { allowed: false, rule: "env.name", reason: '"A B" is not a name for an environment variable' }, env: {} },
    ],
  ])("%s", (_title, entry, words, expected) => {
    expect(launch(entry, words)).toMatchObject(expected);
  });
});

describe("the PATH of a server's entry", () => {
  const evil = { PATH: "/evil" };
  it.each<[title: string, entry: object, expected: object]>([
    ["makes no copy of a shell an installed program", { command: "x", env: evil }, shell("x")],
    ["makes none of its path either", { command: "/evil/x", env: evil }, shell("x")],
    ["makes no script an installed program", { command: "start", env: evil }, { allowed: false, rule: "command.block" }],
    ["may lead to a server of its own", { command: "tool", env: { PATH: "/own" } }, { allowed: true }],
  ])("%s", (_title, entry, expected) => {
    expect(launch(entry)?.decision).toMatchObject(expected);
  });

  const elsewhere = {
    allowed: false,
    rule: "command.allow",
    reason:
      'the command "tool" is not allowed for security reasons: only tool may be started, and a name means a program on the host\'s own PATH',
  };
  it.each<[title: string, entry: object, expected: object]>([
    ["gives no other program the name of one that is", { command: "tool", env: evil }, elsewhere],
    ["gives none the name by its path either", { command: "/evil/tool", env: evil }, elsewhere],
    ["may have more folders in front", { command: "tool", env: { PATH: "/project:/usr/bin" } }, { allowed: true }],
    ["may be the same as the host's", { command: "/usr/bin/tool", env: { PATH: "/usr/bin" } }, { allowed: true }],
  ])("where only named commands are started %s", (_title, entry, expected) => {
    expect(launch(entry, [], onlyTools)?.decision).toEqual(expected);
  });
});
