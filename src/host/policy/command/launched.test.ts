import { describe, expect, test } from "vitest";
import { link, testWorld } from "../../config/world/test-world.ts";
import { effectiveProfile } from "../../profile/effective-profile.ts";
import { profiles } from "../../profile/profiles.ts";
import { withSecurity } from "../with-security.ts";
import { judgeCommand } from "./command.ts";

const world = testWorld({
  "/usr/bin/bash": "a shell",
  "/usr/bin/node": "a runtime",
  "/usr/bin/npx": "a runner",
  "/opt/copy": "a shell",
  "/opt/twin": { sameFileAs: "/usr/bin/bash" },
  "/opt/own": "another program",
  "/opt/shell.sh": "#!/bin/bash -e\n",
  "/opt/found.sh": "#!/usr/bin/env bash\n",
  "/opt/server.js": "#!/usr/bin/env node\n",
  "/opt/plain.js": "#!/usr/bin/node\n",
  "/opt/long": `#!/bin/sh\n'''exec' /opt/venv/bin/python3.12 "$0" "$@"\n' '''\n`,
  "/opt/text.js": "#!/usr/bin/env -S node -e 1\n",
  "/opt/descriptor": link("/dev/fd/3"),
});
const { command: strict } = profiles.strict.policy;
const { command: loose } = effectiveProfile("ollama").policy;
const judged = (command: string, args: readonly string[] = [], settings = strict) => judgeCommand(command, args, settings, world);

describe("B0-173: what a launcher starts is judged, whatever its own options and words are", () => {
  test.each([
    ["ionice", ["-c", "3", "bash"]],
    ["time", ["-f", "%e", "bash"]],
    ["chroot", ["--userspec", "a", "/jail", "bash"]],
    ["pnpx", ["-p", "x", "bash"]],
    ["bunx", ["-p", "x", "bash"]],
    ["yarn", ["dlx", "bash"]],
    ["yarn", ["--cwd", "x", "run", "bash"]],
    ["pnpm", ["-C", "x", "exec", "bash"]],
    ["bun", ["--cwd", "x", "x", "bash"]],
    ["bun", ["-b", "run", "bash"]],
    ["uvx", ["-P", "requests", "bash"]],
    ["uvx", ["--prerelease", "allow", "bash"]],
    ["uvx", ["--index", "i", "--find-links", "l", "bash"]],
    ["pipx", ["--spec", "x", "run", "bash"]],
    ["poetry", ["run", "bash"]],
    ["poetry", ["-C", "dir", "run", "bash"]],
    ["pipenv", ["run", "bash"]],
    ["hatch", ["-e", "test", "run", "bash"]],
    ["pdm", ["-p", "dir", "run", "bash"]],
    ["rye", ["run", "bash"]],
    ["pixi", ["--manifest-path", "x", "run", "bash"]],
    ["corepack", ["bash"]],
    ["mise", ["exec", "bash"]],
    ["mise", ["-C", "dir", "x", "bash"]],
    ["asdf", ["exec", "bash"]],
    ["bundle", ["exec", "bash"]],
    ["conda", ["run", "-n", "base", "bash"]],
    ["micromamba", ["run", "bash"]],
    ["toybox", ["bash"]],
    ["linux32", ["bash"]],
    ["linux64", ["bash"]],
    ["dotenvx", ["run", "bash"]],
    ["dotenvx", ["run", "--", "bash"]],
    ["dotenvx", ["run", "-f", ".env", ".env.local", "--", "bash"]],
    ["mise", ["x", "node@20", "--", "bash"]],
    ["mise", ["exec", "node@20", "python@3.12", "--", "bash"]],
    ["setarch", ["x86_64", "bash"]],
    ["setarch", ["x86_64", "-R", "bash"]],
    ["setarch", ["-R", "bash"]],
    ["x86_64", ["bash"]],
    ["i386", ["bash"]],
    ["pnpm", ["bash"]],
    ["pnpm", ["-C", "x", "--silent", "bash"]],
    ["hatch", ["run", "test:bash"]],
  ])("%s %j", (command, args) => {
    expect(judged(command, args)).toMatchObject({ allowed: false });
    expect(judged(command, args, loose)).toMatchObject({ allowed: false, rule: "command.block" });
  });
  test.each([
    ["pipenv", ["install", "bash"]],
    ["poetry", ["add", "bash"]],
    ["hatch", ["build", "bash"]],
    ["pdm", ["add", "bash"]],
    ["rye", ["add", "bash"]],
    ["pixi", ["add", "bash"]],
    ["asdf", ["install", "bash"]],
    ["bundle", ["add", "bash"]],
    ["conda", ["install", "bash"]],
    ["pnpm", ["add", "bash"]],
    ["pnpm", ["start"]],
    ["pnpm", ["exec", "some-server"]],
    ["pnpm", ["--silent", "start", "-c", "config.json"]],
    ["dotenvx", ["get", "bash"]],
    ["dotenvx", ["run", "-f", "bash", "--", "some-server"]],
    ["mise", ["x", "node@20", "--", "node", "server.js", "-c", "config.json"]],
    ["hatch", ["run", "test:server"]],
    ["ts-node", ["-T", "server.ts", "--print"]],
    ["ts-node", ["--esm", "-P", "tsconfig.json", "server.ts", "--print"]],
    ["npx", ["--legacy-peer-deps", "some-server", "--browser=chrome"]],
    ["uvx", ["-P", "bash", "some-server"]],
    ["uvx", ["--find-links", "bash", "some-server"]],
  ])("%s %j starts none", (command, args) => {
    expect(judged(command, args)).toEqual({ allowed: true });
  });
  test.each([
    ["npm", ["exec", "pkg", "--shell=sh"]],
    ["npm", ["exec", "pkg", "--call"]],
    ["uv", ["run", "-m", "timeit", "x"]],
    ["uv", ["run", "--module=timeit", "x"]],
    ["uv", ["run", "-qm", "timeit", "x"]],
    ["uv", ["run", "-mtimeit", "x"]],
    ["mise", ["x", "node@20", "-c", "bash"]],
    ["mise", ["exec", "node@20", "--command=bash"]],
    ["npx", ["--new", "value", "--call=sh"]],
    ["node", ["--security-revert", "CVE-2023-46809", "--eval=x"]],
    ["ts-node", ["--project", "tsconfig.json", "--eval=x"]],
    ["node", ["/dev/stdin"]],
    ["python", ["--", "/dev/fd/3"]],
    ["some-runner", ["bash", "-cx", "x"]],
    ["luajit", ["-l", "socket", "-e", "x"]],
    ["luajit", ["-O", "3", "-e", "x"]],
    ["go", ["run", "-exec", "sh", "."]],
    ["go", ["test", "-toolexec=sh"]],
    ["go", ["-C", "dir", "test", "-exec=sh"]],
    ["go", ["build", "-toolexec=sh"]],
    ["go", ["run", "-tags", "x", "-exec=sh"]],
    ["go", ["vet", "-vettool=sh"]],
    ["cargo", ["build", "--config=target.runner='sh'"]],
    ["cargo", ["bench", "--config=target.runner='sh'"]],
    ["cargo", ["+nightly", "run", "--config=target.runner='sh'"]],
    ["cargo", ["run", "--config=target.runner='sh'"]],
    ["bun", ["run", "--print=1"]],
    ["bun", ["--unknown", "a", "run", "--print=1"]],
    ["clojure", ["-e", "x"]],
  ])("%s %j is a program given as text, or runs one", (command, args) => {
    expect(judged(command, args)).toMatchObject({ allowed: false, rule: "command.inline" });
  });
  test.each([
    ["npm", ["exec", "--", "pkg", "-c"]],
    ["go", ["run", "--", ".", "-exec"]],
    ["cargo", ["run", "--", "--config=x"]],
    ["clojure", ["-M:server-extra"]],
    ["luajit", ["-l", "socket", "server.lua", "-e", "x"]],
    ["go", ["run", ".", "-exec", "sh"]],
  ])("%s %j has such options for what it starts", (command, args) => {
    expect(judged(command, args)).toEqual({ allowed: true });
  });
});

test("B0-173: env takes one text apart into the words of a command", () => {
  expect(judged("env", ["-S", "node server.js", "--port", "1"], loose)).toEqual({ allowed: true });
  expect(judged("env", ["-S", "node  bash"], loose)).toEqual({ allowed: true });
  expect(judged("env", ["-S", " A=b\tbash -c x"], loose)).toMatchObject({ allowed: false, rule: "command.block" });
});

test.each([
  ["-S", "${PROGRAM} server.js"],
  ["-S", "node ${OPTIONS} server.js"],
  ["-u", "A", "-iS${A_1} x"],
])("B0-173: nobody can say what env makes of the variables in a text: %j", (...args) => {
  const settings = { ...strict, block: loose.block };
  expect(judged("env", args, settings)).toMatchObject({ allowed: false, rule: "command.inline" });
});

test("B0-173: env takes variables from such a text only", () => {
  const settings = { ...strict, block: loose.block };
  expect(judged("env", ["node", "server.js", "${A}"], settings)).toEqual({ allowed: true });
  expect(judged("env", ["-S", "node server.js $A {B} ${1}"], settings)).toEqual({ allowed: true });
});

describe("B0-173: an option with a program as text", () => {
  test.each([
    ["doppler", ["run", "--command=x"]],
    ["doppler", ["run", "--command", "x"]],
    ["infisical", ["run", "--command", "x"]],
    ["nodemon", ["-x", "x y"]],
    ["nodemon", ["--exec=x", "server.js"]],
    ["nix", ["develop", "-c", "x"]],
    ["nix", ["shell", "p", "--command", "x"]],
    ["nix-shell", ["--run", "x"]],
    ["nix-shell", ["-p", "p", "--command", "x"]],
    ["cross-env-shell", ["x"]],
  ])("%s %j is refused", (name, args) => {
    expect(judged(name, args)).toMatchObject({ allowed: false, rule: "command.inline" });
  });
  test.each([
    ["doppler", ["setup", "--command", "x"]],
    ["nodemon", ["--exe", "server.js"]],
    ["nix", ["build", "-c", "x"]],
    ["nix-shell", ["--runs"]],
    ["cross-env-shell", []],
  ])("%s %j has none", (name, args) => {
    expect(judged(name, args)).toEqual({ allowed: true });
  });
});

describe("B0-174: a file is what it does, whatever it is called", () => {
  test.each(["/opt/copy", "/opt/twin"])("%s is the shell it is a copy of", (command) => {
    expect(judged(command)).toMatchObject({ allowed: false, rule: "command.block" });
  });
  test.each(["/opt/own", "/opt/server.js", "/opt/plain.js", "/opt/long"])("%s may be started", (command) => {
    expect(judged(command)).toEqual({ allowed: true });
  });
  test.each([
    ["/opt/shell.sh", "bash"],
    ["/opt/found.sh", "bash"],
    ["/opt/text.js", "-e"],
  ])("%s is what the first line of it starts: %s", (command, word) => {
    expect(judged(command)).toMatchObject({ allowed: false, reason: expect.stringContaining(`the script "${command}"`) });
    expect(judged(command)).toMatchObject({ reason: expect.stringContaining(word) });
  });
  test.each(["/proc/self/exe", "/dev/fd/3", "/dev/stdin", "/opt/descriptor"])("%s is another thing to who looks", (command) => {
    expect(judged(command)).toMatchObject({
      allowed: false,
      rule: "command.place",
      reason: expect.stringContaining("/proc or /dev"),
    });
  });
});

test("B0-176: an exception may be a whole beginning of a command line", () => {
  const security = { block: [], allow: ["npx -y some-server"], strict: true, origins: [] };
  const { command: only } = withSecurity(effectiveProfile("strict"), security).policy;
  const isAllowed = (command: string, ...args: string[]): boolean => judged(command, args, only).allowed;
  expect([isAllowed("npx", "-y", "some-server"), isAllowed("npx", "-y", "some-server", "--port", "1")]).toEqual([true, true]);
  expect([
    isAllowed("npx", "-y", "other"),
    isAllowed("npx", "-y"),
    isAllowed("npx"),
    isAllowed("node", "-y", "some-server"),
  ]).toEqual([false, false, false, false]);
});
