import { expect, test } from "vitest";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { effectiveProfile, profileKeys } from "./effective-profile.ts";
import { hostProfileSchema, profileIds } from "./host-profile.ts";
import { profiles } from "./profiles.ts";

test.each(profileIds)("BX-033: profile %s is found by its name and fits the schema", (id) => {
  const profile = effectiveProfile(id);
  expect(profile.id).toBe(id);
  expect(hostProfileSchema.safeParse(profile).error).toBeUndefined();
});

test("BX-033: an unknown profile is a usage error that names the nearest", () => {
  expect(() => effectiveProfile("olama")).toThrow(
    new McpcheckError(
      "usage",
      '--profile: there is no profile "olama"; did you mean ollama? ' +
        "(there are strict, ollama, llamafarm, ollmcpc, vllm-rs, dolphin)",
    ),
  );
});

test("BX-034: every key of every profile can be overridden with its own value, and nothing else changes", () => {
  for (const id of profileIds) {
    for (const key of profileKeys) {
      const value = key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], profiles[id]);
      expect(effectiveProfile(id, [`${key}=${JSON.stringify(value)}`])).toEqual(profiles[id]);
    }
  }
  expect(profileKeys.length).toBeGreaterThan(100);
});

test.each([
  ["loop.maxRounds=3", "loop", "maxRounds", 3],
  ["loop.loopGuard=none", "loop", "loopGuard", null],
  ["times.callMs=null", "times", "callMs", null],
  ["tools.naming=bare", "tools", "naming", "bare"],
  ["identity.clientVersion=1.0", "identity", "clientVersion", "1.0"],
  ["surface.offered=chat,cli", "surface", "offered", ["chat", "cli"]],
  ['surface.offered=["chat"]', "surface", "offered", ["chat"]],
  ['model.options={"seed":1}', "model", "options", { seed: 1 }],
  ["surface.openaiExtras=none", "surface", "openaiExtras", "none"],
  ["loop.errorPrefix=", "loop", "errorPrefix", ""],
] as const)("BX-034: --set %s", (override, group, key, value) => {
  const profile = effectiveProfile("strict", [override]);
  expect((profile[group] as Record<string, unknown>)[key]).toEqual(value);
  expect({ ...profile, [group]: undefined }).toEqual({ ...profiles.strict, [group]: undefined });
});

test("BX-034: the last of several overrides of one key wins", () => {
  expect(effectiveProfile("ollama", ["loop.maxRounds=3", "loop.maxRounds=4"]).loop.maxRounds).toBe(4);
});

test.each([
  ["loop.maxRound=3", '--set: there is no key "loop.maxRound" in a profile; did you mean loop.maxRounds'],
  [
    "shutdown=1",
    '--set: there is no key "shutdown" in a profile; it is a group of shutdown.notifyMs, shutdown.eofMs, shutdown.termMs',
  ],
  ["constructor.name=1", '--set: there is no key "constructor.name" in a profile'],
  ["__proto__.x=1", '--set: there is no key "__proto__.x" in a profile'],
  ["maxRounds", '--set: expected key=value, got "maxRounds"'],
  ["=3", '--set: expected key=value, got "=3"'],
  ["loop.maxRounds=-1", '--set loop.maxRounds: "-1" does not fit'],
  ["loop.maxRounds=many", '--set loop.maxRounds: "many" does not fit'],
  ["tools.naming=dots", '--set tools.naming: "dots" does not fit'],
  ["policy.path.keys=(", '--set policy.path.keys: "(" does not fit: not a regular expression'],
  ["policy.sudo.rewrite=true", "--set policy.sudo.rewrite: only profile ollmcpc hands passwords to sudo, not strict"],
])("BX-034: --set %s is refused with the reason", (override, message) => {
  expect(() => effectiveProfile("strict", [override])).toThrow(McpcheckError);
  expect(() => effectiveProfile("strict", [override])).toThrow(message);
});

test("B2-050: the sudo rewrite is off everywhere and can be switched on in profile ollmcpc alone", () => {
  expect(profileIds.filter((id) => profiles[id].policy.sudo.rewrite)).toEqual([]);
  expect(effectiveProfile("ollmcpc", ["policy.sudo.rewrite=true"]).policy.sudo.rewrite).toBe(true);
});
