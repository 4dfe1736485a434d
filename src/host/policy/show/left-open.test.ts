import { describe, expect, test } from "vitest";
import { effectiveProfile, profileKeys } from "../../profile/effective-profile.ts";
import { profileIds } from "../../profile/host-profile.ts";
import { profiles } from "../../profile/profiles.ts";
import { leftOpen } from "./left-open.ts";

const keysOf = (says: readonly string[]): readonly string[] => says.map((one) => /\(([^()=]+)\)$/.exec(one)?.[1] ?? one);

describe("what a profile leaves open", () => {
  test("is in strict that no list of refused commands can be complete, and nothing where only named ones start", () => {
    expect(leftOpen(profiles.strict)).toEqual([expect.stringContaining("cannot be complete")]);
    expect(leftOpen(effectiveProfile("strict", ["policy.command.mode=allow"]))).toEqual([]);
  });

  test("is in ollama what its document has no guard for", () => {
    expect(keysOf(leftOpen(profiles.ollama)).slice(1)).toEqual([
      "policy.command.sameFile",
      "policy.command.arguments",
      "policy.environment.requestable",
      "policy.access.starters",
      "policy.path.mode",
      "policy.path.maybe",
      "policy.approval.when",
      "policy.sudo.mode",
      "tools.pinDefinitions",
      "tools.flagDefinitions",
      "model.resultCalls",
    ]);
  });

  test.each(profileIds.filter((id) => id !== "strict"))("%s: more than in strict, each with a key there is", (id) => {
    const says = leftOpen(profiles[id]);
    expect(says.length).toBeGreaterThan(leftOpen(profiles.strict).length);
    const keys = keysOf(says.filter((one) => !one.includes("policy.command.mode=allow")));
    expect(keys.filter((key) => !profileKeys.includes(key))).toEqual([]);
  });

  test("says what an empty answer does where somebody is asked at all", () => {
    const open = leftOpen(effectiveProfile("strict", ["policy.approval.when=off", "policy.approval.defaultAnswer=yes"]));
    expect(open.join("\n")).toContain("(policy.approval.when)");
    expect(open.join("\n")).not.toContain("(policy.approval.defaultAnswer)");
  });

  test.each([
    ["policy.access.checkOrigin=false", "pages of any origin"],
    ["policy.approval.defaultAnswer=yes", "an empty answer"],
    ["limits.maxProcesses=none", "any number of server processes"],
    ["times.bodyMs=none", "never end"],
    ["policy.access.requestServers=never", "cannot be complete"],
  ])("%s: %s", (set, says) => {
    expect(leftOpen(effectiveProfile("strict", [set])).join("\n")).toContain(says);
  });
});
