import { describe, expect, test } from "vitest";
import { type ResolvedServer, withPath } from "../../config/auto-enable.ts";
import { readRequestServers } from "../../config/read/request-servers.ts";
import type { Origin } from "../../config/server-definition.ts";
import { testWorld } from "../../config/world/test-world.ts";
import { profiles } from "../../profile/profiles.ts";
import { judgeLaunch, type Launch } from "./judge-launch.ts";

const world = testWorld({ "/usr/bin/node": "" }, { env: { PATH: "/usr/bin", HOME: "/home/user", FOO: "1", GITHUB_TOKEN: "t" } });

function launch(
  entry: object,
  origin: Origin,
  words: readonly string[] = [],
  profile: "strict" | "ollama" = "strict",
): Launch | undefined {
  const [definition] = readRequestServers([{ name: "a", ...entry }], [], profiles[profile]).value;
  if (definition === undefined) throw new Error("not a definition");
  const server = withPath({ ...definition, origin }, undefined, world) as ResolvedServer;
  return judgeLaunch(server, words, profiles[profile].policy, world);
}

test("what is started is exactly what was configured, with the allow-listed environment", () => {
  expect(launch({ command: "node", args: ["~/server.js", "$(x)"], env: { K: "v" }, cwd: "~/dir" }, "file")).toEqual({
    decision: { allowed: true },
    command: "node",
    args: ["~/server.js", "$(x)"],
    env: { PATH: "/usr/bin", HOME: "/home/user", K: "v" },
    cwd: "/home/user/dir",
    dropped: [],
  });
});

describe("B0-178: the guards look at every source alike", () => {
  test.each(["builtin", "file", "variable", "commandLine", "request"] as const)(
    "a shell from %s is refused, with nothing to start it with",
    (origin) => {
      expect(launch({ command: "bash" }, origin)).toMatchObject({ decision: { allowed: false, rule: "command.block" }, env: {} });
      expect(launch({ command: "bash" }, origin, [], "ollama")).toMatchObject({ decision: { allowed: false } });
    },
  );
  test("B0-131: what a runner resolves to is judged like any other command", () => {
    expect(launch({ command: "npx" }, "file", ["/bin/sh"])).toMatchObject({ decision: { allowed: false } });
    expect(launch({ command: "npx", args: ["-y", "x"] }, "file", ["pnpm", "dlx"])).toMatchObject({
      decision: { allowed: true },
      command: "pnpm",
      args: ["dlx", "-y", "x"],
    });
    expect(launch({ command: "npx", args: ["sh"] }, "file", ["pnpm", "dlx"])).toMatchObject({ decision: { allowed: false } });
  });
});

test("arguments and environment are judged as well", () => {
  expect(launch({ command: "node", args: ["a\nb"] }, "file")).toMatchObject({ decision: { rule: "argv.newline" } });
  expect(launch({ command: "node", args: ["a=b"] }, "file", [], "ollama")).toMatchObject({ decision: { rule: "argv.meta" } });
  expect(launch({ command: "node", env: { LD_PRELOAD: "x" } }, "request")).toMatchObject({
    decision: { rule: "env.loading" },
    env: {},
  });
  expect(launch({ command: "node", env: { API_KEY: "x" } }, "request")).toMatchObject({
    decision: { allowed: true },
    dropped: ["API_KEY"],
  });
});

test("a server that is not a process has nothing to start", () => {
  expect(launch({ url: "http://localhost:1/" }, "request")).toBeUndefined();
});
