import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Origin } from "../config/server-definition.ts";
import { effectiveProfile } from "../profile/effective-profile.ts";
import type { ProfileId } from "../profile/host-profile.ts";
import { profiles } from "../profile/profiles.ts";
import {
  inheritedByStrict,
  inheritedVariables,
  loadingVariables,
  requestableVariables,
  secretVariables,
} from "../profile/variable-names.ts";
import { type ChildEnvironment, childEnvironment, matchesName } from "./environment.ts";

type Variables = Readonly<Record<string, string>>;

type ChildParts = Parameters<typeof childEnvironment>[0];

function child(
  profile: ProfileId,
  host: ChildParts["host"],
  configured: Variables = {},
  origin: Origin = "file",
): ChildEnvironment {
  const isWorldWritable = (directory: string): boolean => directory.startsWith("/tmp");
  return childEnvironment({ host, configured, origin, isWorldWritable }, profiles[profile].policy.environment);
}

const hostOf = (names: readonly string[]): Variables =>
  Object.fromEntries(names.map((name) => [name, name === "PATH" ? "/bin" : "v"]));

test("B0-180, B0-181: the lists hold 15 and 20 names, and strict hands on four less", () => {
  expect([inheritedVariables.length, secretVariables.length, inheritedByStrict.length]).toEqual([15, 20, 11]);
  expect(inheritedVariables).not.toContain("SHELL");
});

describe("B0-179, B0-180: what is inherited", () => {
  test.each(inheritedVariables)("%s in profile ollama", (name) => {
    expect(Object.keys(child("ollama", hostOf([name])).env)).toContain(name);
  });
  test("a variable without a value is none", () => {
    expect(Object.keys(child("strict", { PATH: "/bin", HOME: undefined }).env)).toEqual(["PATH"]);
  });
  test("strict drops what leads to code or to a display", () => {
    const { env } = child("strict", hostOf(inheritedVariables));
    expect(Object.keys(env).toSorted()).toEqual([...inheritedByStrict].toSorted());
  });
  test.each(["FOO", "SHELL", "LD_PRELOAD", "NODE_OPTIONS", "path", "HTTP_PROXY"])("%s is not", (name) => {
    for (const profile of ["strict", "ollama", "llamafarm"] as const)
      expect(child(profile, { [name]: "x" }).env).toEqual({ PATH: expect.any(String) });
    expect.assertions(3);
  });
  test("B3-013, B4-006: profiles that say so hand on everything, and the server's own goes before it", () => {
    for (const profile of ["vllm-rs", "dolphin", "ollmcpc"] as const) {
      expect(child(profile, { FOO: "1", PATH: "/bin", GITHUB_TOKEN: "t" }, { FOO: "2" }).env).toEqual({
        FOO: "2",
        PATH: "/bin",
        GITHUB_TOKEN: "t",
      });
    }
    expect.assertions(3);
  });
});

test.each(secretVariables)("B0-181: %s is never inherited", (name) => {
  for (const profile of ["strict", "ollama", "llamafarm"] as const)
    expect(child(profile, { [name]: "x" }).env).not.toHaveProperty(name);
  expect.assertions(3);
});

describe("B0-182: a secret that the server's entry sets", () => {
  test.each([
    ["ollama", "file", false],
    ["ollama", "request", false],
    ["strict", "file", true],
    ["strict", "variable", true],
    ["strict", "request", false],
    ["llamafarm", "file", true],
  ] as const)("profile %s, written in a %s: kept %j", (profile, origin, kept) => {
    const { env, dropped, decision } = child(profile, {}, { GITHUB_TOKEN: "t", OTHER_SETTING: "o" }, origin);
    expect(decision.allowed).toBe(true);
    expect(env["GITHUB_TOKEN"]).toBe(kept ? "t" : undefined);
    expect(dropped).toEqual(kept ? [] : ["GITHUB_TOKEN"]);
    expect(env["OTHER_SETTING"]).toBe("o");
  });
  test("names are compared exactly", () => {
    expect(child("ollama", {}, { github_token: "t" }).env).toMatchObject({ github_token: "t" });
  });
});

describe("B0-183: strict goes by patterns as well, for what is inherited", () => {
  const all = { ...profiles.strict.policy.environment, inherit: "all" as const };
  test.each([
    "MY_TOKEN",
    "db_password",
    "STRIPE_KEY",
    "X_AUTH",
    "OLDPWD",
    "PWD",
    "GH_PASS",
    "A_APIKEY",
    "X_CREDENTIALS",
    "SOME_SECRET",
  ])("%s", (name) => {
    const parts = { host: { [name]: "x" }, configured: {}, origin: "file" as const, isWorldWritable: () => false };
    expect(childEnvironment(parts, all).env).not.toHaveProperty(name);
    expect(childEnvironment({ ...parts, host: {}, configured: { [name]: "x" } }, all).env).toHaveProperty(name);
  });
  test.each(["TOKENS", "KEYBOARD", "AUTHOR", "HOME"])("%s is not a secret", (name) => {
    const parts = { host: { [name]: "x" }, configured: {}, origin: "file" as const, isWorldWritable: () => false };
    expect(childEnvironment(parts, all).env).toHaveProperty(name);
  });
});

describe("B0-184, B0-185: PATH", () => {
  test.each(["strict", "ollama"] as const)("without one, the default (%s)", (profile) => {
    expect(child(profile, {}).env["PATH"]).toBe("/usr/local/bin:/usr/bin:/bin");
  });
  test("strict leaves out relative and world-writable directories", () => {
    expect(child("strict", { PATH: "/usr/bin:.:bin::/tmp/x:/bin" }).env["PATH"]).toBe("/usr/bin:/bin");
    expect(child("strict", { PATH: ".:" }).env["PATH"]).toBe("/usr/local/bin:/usr/bin:/bin");
    expect(child("ollama", { PATH: ".:/tmp/x" }).env["PATH"]).toBe(".:/tmp/x");
  });
});

test.each(["A=B", "A;B", "A B", "", "1A", "$(x)", "A\n"])("B0-186: %j is not a name", (name) => {
  expect(child("ollama", {}, { [name]: "x" })).toMatchObject({ decision: { allowed: false, rule: "env.name" }, env: {} });
});

test("a value with NUL is refused, and its text is not in the reason", () => {
  expect(child("strict", {}, { A: "secret\0" }).decision).toEqual({
    allowed: false,
    rule: "env.value",
    reason: "the value of A contains a NUL character",
  });
});

describe("what a request may set is named, the rest is refused", () => {
  test.each([
    ..."HOME PYTHONUSERBASE PYTHONWARNINGS BROWSER OPENSSL_CONF DOTNET_STARTUP_HOOKS BUN_OPTIONS PERL5DB LUA_INIT".split(" "),
    ..."PHP_INI_SCAN_DIR CLASSPATH HTTPS_PROXY https_proxy NODE_TLS_REJECT_UNAUTHORIZED UV_DEFAULT_INDEX UV_INDEX_URL".split(" "),
    ..."PIP_EXTRA_INDEX_URL npm_config_registry GIT_CONFIG_COUNT JAVA_TOOL_OPTIONS RUBYOPT PUPPETEER_DOWNLOAD_HOST".split(" "),
    ..."PUPPETEER_EXECUTABLE_PATH SSL_CERT_FILE DOCKER_HOST XDG_CONFIG_HOME ANY_OPTIONS ANY_PATH WHATEVER".split(" "),
  ])("%s is refused in strict", (name) => {
    expect(child("strict", {}, { [name]: "x" }, "request").decision).toMatchObject({ allowed: false, rule: "env.loading" });
    expect(child("strict", {}, { [name]: "x" }, "file").decision.allowed).toBe(true);
  });
  test.each("MY_API_KEY my_token BASE_URL SERVICE_REGION LOG_LEVEL LC_ALL TZ DEBUG PORT GOOGLE_API_KEY GEMINI_MODEL".split(" "))(
    "%s is not",
    (name) => {
      expect(child("strict", {}, { [name]: "x" }, "request")).toMatchObject({
        decision: { allowed: true },
        env: { [name]: "x" },
      });
    },
  );
  test("the operator may name others, but not those that are always refused", () => {
    const settings = effectiveProfile("strict", ["policy.environment.requestable=*"]).policy.environment;
    const parts = { host: {}, origin: "request" as const, isWorldWritable: () => false };
    const judged = ["WHATEVER", "NODE_OPTIONS"].map((name) =>
      childEnvironment({ ...parts, configured: { [name]: "x" } }, settings),
    );
    expect(judged.map(({ decision }) => decision.allowed)).toEqual([true, false]);
  });
});

describe("B0-187: a request must not load code into a server", () => {
  const names = loadingVariables.map((name) => name.replaceAll("*", "X"));
  test.each([...names, "ld_preload", "Node_Options"])("%s is refused in strict", (name) => {
    expect(child("strict", {}, { [name]: "x" }, "request").decision).toMatchObject({ allowed: false, rule: "env.loading" });
  });
  test("the operator may, and so may requests in profile ollama", () => {
    expect(child("strict", {}, { NODE_OPTIONS: "--x" }, "file").env["NODE_OPTIONS"]).toBe("--x");
    expect(child("ollama", {}, { NODE_OPTIONS: "--x" }, "request").decision.allowed).toBe(true);
  });
});

describe("patterns of names", () => {
  test.each([
    ["A_KEY", "*_KEY", true],
    ["_KEY", "*_KEY", true],
    ["KEY", "*_KEY", false],
    ["xPWDx", "*PWD*", true],
    ["LD_PRELOAD", "LD_*", true],
    ["ALD_X", "LD_*", false],
    ["AB", "A*B*", true],
    ["AXBYC", "A*B*C", true],
    ["AC", "A*B*C", false],
    ["ABA", "AB*BA", false],
  ])("%s against %s: %j", (name, pattern, expected) => {
    expect(matchesName(name, pattern)).toBe(expected);
  });
  test("they mean what the same regular expression means", () => {
    const letters = fc.stringMatching(/^[ab*]{0,7}$/);
    fc.assert(
      fc.property(fc.stringMatching(/^[abAB]{0,9}$/), letters, (name, pattern) => {
        expect(matchesName(name, pattern)).toBe(new RegExp(`^${pattern.replaceAll("*", ".*")}$`, "i").test(name));
      }),
    );
  });
});

test("B0-181, B0-187: whatever the host's environment and the request, no secret and no loading variable gets through strict", () => {
  const names = fc.constantFrom(
    ...secretVariables,
    ...loadingVariables.map((name) => name.replaceAll("*", "A")),
    "A_TOKEN",
    "A_URL",
    "FOO",
    "LANG",
  );
  const variables = fc.dictionary(
    names,
    fc.string().filter((text) => !text.includes("\0")),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(variables, variables, (host, configured) => {
      const { decision, env } = child("strict", host, configured, "request");
      const isAmong = (name: string, patterns: readonly string[]): boolean => patterns.some((one) => matchesName(name, one));
      const refused = Object.keys(configured).filter(
        (name) => !secretVariables.includes(name) && (isAmong(name, loadingVariables) || !isAmong(name, requestableVariables)),
      );
      expect(decision.allowed).toBe(refused.length === 0);
      for (const [name, value] of Object.entries(env)) {
        expect(secretVariables).not.toContain(name);
        // What is left of those that load code is the host's own.
        expect(!isAmong(name, loadingVariables) || name === "PATH" || value === host[name]).toBe(true);
      }
    }),
  );
});
