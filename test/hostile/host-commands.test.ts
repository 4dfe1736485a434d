import { chmodSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { afterAll, describe, expect, test } from "vitest";
import type { ResolvedServer } from "../../src/host/config/auto-enable.ts";
import type { ServerDefinition } from "../../src/host/config/server-definition.ts";
import { systemWorld } from "../../src/host/config/world/system-world.ts";
import { judgeLaunch } from "../../src/host/policy/command/judge-launch.ts";
import { effectiveProfile } from "../../src/host/profile/effective-profile.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));
const world = systemWorld({ ...process.env, PATH: `${process.env["PATH"]}:/bin:/usr/bin` });

/** What a request that brings this server gets from the guards: undefined where it would be started. */
function refusal(
  words: readonly string[],
  more: { readonly set?: readonly string[]; readonly cwd?: string } = {},
): string | undefined {
  const [command = "", ...args] = words;
  const reach = { transport: "stdio", command, args, env: {}, cwd: more.cwd } as const;
  const definition = { name: "x", reach, origin: "request" } as unknown as ServerDefinition;
  const server = { definition, reach } as unknown as ResolvedServer;
  const launch = judgeLaunch(server, [command], effectiveProfile("strict", more.set ?? []).policy, world);
  const decision = launch?.decision;
  return decision === undefined || decision.allowed ? undefined : decision.reason;
}

/** A file of a hostile folder, made by what was given. */
function made(name: string, make: (path: string) => void): string {
  const path = join(folder, name);
  make(path);
  return path;
}

function script(name: string, head: string): string {
  return made(name, (path) => {
    writeFileSync(path, `${head}\necho x\n`);
    chmodSync(path, 0o755);
  });
}

const shell = world.realpath("/bin/sh") ?? "/bin/sh";
const text = "require('fs')";

describe("what runs in the end counts, not what it is called", () => {
  const code = ["-c", "echo x"];
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["the process itself", ["/proc/self/exe", "-e", text]],
    ["a link to the process itself", [made("self", (path) => symlinkSync("/proc/self/exe", path)), "-e", text]],
    ["a link to what only the child has", [made("there", (path) => symlinkSync("/proc/self/cwd/sh", path)), ...code]],
    ["a loader", ["/lib64/ld-linux-x86-64.so.2", "/bin/sh", ...code]],
    ["a loader by name", ["ld-linux-aarch64.so.1", "/bin/sh", ...code]],
    ["a loader of musl", ["/lib/ld-musl-x86_64.so.1", "/bin/sh", ...code]],
    ["a link to a shell", [made("link", (path) => symlinkSync("/bin/sh", path)), ...code]],
    ["a copy of a shell", [made("copy", (path) => copyFileSync(shell, path)), ...code]],
    ["a copy of an interpreter", [made("server", (path) => copyFileSync(execPath, path)), "-e", text]],
    ["a script for a shell", [script("x.sh", "#!/bin/sh")]],
    ["a script for a shell along PATH", [script("y.sh", "#!/usr/bin/env bash")]],
    ["a script for a program as text", [script("z", "#!/usr/bin/env -S node --import data:text/javascript,1")]],
    ["a script for an interpreter with an option", [script("w", "#!/usr/bin/python3 -c")]],
  ];
  test.each(cases)("%s", (_, words) => {
    expect(refusal(words)).toContain("not allowed for security reasons");
  });

  test("a hard link of a shell", ({ skip }) => {
    const path = join(folder, "hard");
    try {
      // Another file system has its own files.
      linkSync(shell, path);
    } catch {
      copyFileSync(shell, join(folder, "original"));
      skip("the temporary folder is on another file system than the shells");
    }
    expect(refusal([path, ...code])).toContain("it leads to");
  });

  test("a link in the server's own directory", () => {
    const cwd = join(folder, "own");
    mkdirSync(cwd);
    symlinkSync("/bin/sh", join(cwd, "friendly"));
    expect(refusal(["./friendly", ...code], { cwd })).toContain("not allowed for security reasons");
  });

  test("scripts for what runs scripts are started, also those an installer of Python wrote for a long path", () => {
    const long = `#!/bin/sh\n'''exec' "/a/very/long/path/bin/python3" "$0" "$@"\n' '''`;
    expect([
      refusal([script("a", "#!/usr/bin/env node"), "-e", "x"]),
      refusal([script("b", "#!/usr/bin/python3")]),
      refusal([script("c", "#!/usr/bin/env -S node --enable-source-maps")]),
      refusal([script("d", long)]),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("no program is given as text, whatever comes before it", () => {
  test.each(
    [
      ...["setarch", "linux64", "taskset", "prlimit", "chrt", "ssh-agent", "bwrap"].map((name) => [name, "sh", "-c", "x"]),
      ["capsh", "--", "-c", "x"],
      ["nobody-knows-this", "--with", "sh", "-c", "x"],
      ["nobody-knows-this", "/bin/bash", "-lc", "x"],
      ["nobody-knows-this", "python3", "-c", "x"],
      ["python3", "-m", "timeit", "x"],
      ["python3", "-bm", "timeit", "x"],
      ["python3", "-mtimeit", "x"],
      ["python3", "-X", "dev", "-Wignore", "-m", "pdb", "-c", "x"],
      ["python3", "-m", "code"],
      ["python3", "-m", "runpy", "timeit", "x"],
      ["python3", "-m", "cProfile", "-m", "timeit", "x"],
      ["python3", "-Sc", "x"],
      ["python3", "/proc/self/environ"],
      ["node", "/proc/self/environ"],
      ["node", "--title", "x", "/proc/self/fd/0"],
      ["perl5.36-x86_64-linux-gnu", "-e", "x"],
      ["git", "-c", "alias.x=!sh", "x"],
      ["tar", "cf", "/dev/null", "--checkpoint=1", "--checkpoint-action=exec=sh", "x"],
      ["make", "--eval=x:;sh", "x"],
      ["node", "--max-http-header-size", "9999", "-e", "x"],
      ["node", "--heapsnapshot-signal", "SIGUSR2", "-e", "x"],
      ["node", "--unhandled-rejections", "strict", "-e", "x"],
      ["node", "--some-option-of-tomorrow", "x", "-e", "x"],
      ["node", "--import", "DATA:text/javascript,1", "x.js"],
      ["node", "--import", " data:text/javascript,1", "x.js"],
      ["node", "--import=data:text/javascript,1", "x.js"],
      ["node", "--experimental_loader=data:text/javascript,1", "x.js"],
      ["npm", "exec", "--call=x"],
      ["npm", "exec", "--cal=x"],
      ["npm", "--offline", "exec", "-c", "x"],
      ["npm", "x", "-yc", "x"],
      ["npm", "start", "--script-shell=/x"],
      ["npm", "test", "--node-options=--import=data:,1"],
      ["npx", "--loglevel", "silly", "-c", "x"],
      ["npx", "--some-option-of-tomorrow", "x", "-c", "x"],
      ["pnpm", "--silent", "exec", "-c", "x"],
      ["pnpm", "--silent", "exec", "sh", "-c", "x"],
      ["yarn", "exec", "sh", "-c", "x"],
      ["uv", "--offline", "run", "python", "-c", "x"],
      ["uv", "run", "-m", "timeit", "x"],
      ["uv", "run", "--module=timeit", "x"],
      ["uv", "tool", "--quiet", "run", "python", "-c", "x"],
      ["uvx", "--some-option-of-tomorrow", "x", "python", "-c", "x"],
      ["uvx", "python@3.12", "-c", "x"],
      ["npx", "-y", "node@20", "-e", "x"],
      ["npx", "-y", "tsx@latest", "-e", "x"],
      ["deno", "--quiet", "eval", "x"],
      ["deno", "run", "-A", "data:text/javascript,1"],
      ["bun", "exec", "x"],
      ["java", "-XX:OnOutOfMemoryError=sh", "-Xmx1m", "X"],
      ["go", "run", "-exec", "sh -c", "x.go"],
      ["mise", "exec", "node@20", "--", "sh", "-c", "x"],
    ].map((words) => [words]),
  )("%j", (words) => {
    expect(refusal(words)).toContain("not allowed for security reasons");
  });

  test.each(
    [
      ["node", "server.js", "-e", "production", "-p", "3000"],
      ["node", "--enable-source-maps", "server.js", "-p", "3000"],
      ["node", "--experimental-vm-modules", "--no-warnings", "server.js", "-p", "3000"],
      ["node", "--max-old-space-size=4096", "server.js", "-p", "3000"],
      ["node", "--require", "./hook.js", "server.js", "--eval"],
      ["python3", "server.py", "-c", "config.json"],
      ["python3", "-m", "mcp_server", "-c", "config.json"],
      ["python3", "-u", "-X", "utf8", "-m", "mcp_server.http"],
      ["npx", "-y", "some-server", "-c", "config.json", "--shell", "bash"],
      ["npx", "--yes", "--package", "some-server", "some-server", "--config", "x"],
      ["npm", "start", "-c"],
      ["npm", "exec", "some-server", "--", "-c", "config.json"],
      ["pnpm", "dlx", "some-server", "-c", "config.json"],
      ["uvx", "--from", "git+https://example.org/x", "some-server", "-c", "x"],
      ["uvx", "some-server@1.2.3", "-c", "x"],
      ["npx", "-y", "@scope/some-server@latest", "-e", "x"],
      ["uv", "run", "--directory", "/srv/x", "server.py"],
      ["uv", "--directory", "/srv/x", "run", "some-server", "-m", "test"],
      ["bun", "run", "server.ts"],
      ["deno", "run", "-A", "--allow-net", "server.ts", "eval"],
      ["java", "-Xmx1g", "-jar", "server.jar", "-c", "x"],
      ["go", "run", "./cmd/server"],
      ["some-server", "--shell", "bash", "--config", "x"],
    ].map((words) => [words]),
  )("but %j is started", (words) => {
    expect(refusal(words)).toBeUndefined();
  });
});

describe("where only what is named may run", () => {
  const set = ["policy.command.mode=allow", 'policy.command.allow=["node","npx -y some-server","/opt/x/server"]'];

  test.each([
    [["node", "server.js"], undefined],
    [["npx", "-y", "some-server", "--port", "1"], undefined],
    [["/opt/x/server"], undefined],
    [[execPath, "server.js"], undefined],
    [["npx", "-y", "other-server"], "only node"],
    [["npx", "--yes", "some-server"], "only node"],
    [["npx"], "only node"],
    [["python3", "x.py"], "only node"],
    [["/opt/x/other"], "only node"],
    [["/opt/y/server"], "only node"],
    [["node", "-e", "x"], "program given as text"],
  ] as const)("%j: %j", (words, expected) => {
    const place = world.which("node");
    // Node may be run from a folder that is not on PATH.
    const own = words[0] === execPath && world.realpath(place ?? "") !== world.realpath(execPath) ? ["node"] : words;
    const found = refusal(own, { set });
    expect(found === undefined ? undefined : found.includes(expected ?? "nothing")).toBe(
      expected === undefined ? undefined : true,
    );
  });

  test("a name is the program along PATH, not a file elsewhere that is called the same", () => {
    const path = script("node", "#!/bin/sh");
    expect(refusal([path, "x"], { set })).toContain("only node");
    const except = ["policy.command.allow=sh"];
    expect([refusal(["sh"], { set: except }), refusal([made("sh", (at) => copyFileSync(shell, at))], { set: except })]).toEqual([
      undefined,
      expect.stringContaining("not allowed"),
    ]);
    expect(
      refusal([script("mine.sh", "#!/bin/sh")], { set: [`policy.command.allow=${join(folder, "mine.sh")}`] }),
    ).toBeUndefined();
  });
});
