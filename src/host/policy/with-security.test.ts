import { describe, expect, it } from "vitest";
import { effectiveProfile } from "../profile/effective-profile.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { withSecurity } from "./with-security.ts";

const host = (mode: string): HostProfile =>
  effectiveProfile("strict", [
    `policy.command.mode=${mode}`,
    "policy.command.block=bash",
    "policy.command.allow=node",
    "policy.access.origins=http://ui.example",
  ]);

const nothing = { block: [], allow: [], strict: false, origins: [] };

describe("a security block", () => {
  it.each([
    ["adds what is refused", "block", { ...nothing, block: ["rm"] }, { mode: "block", block: ["bash", "rm"], allow: ["node"] }],
    [
      "adds what is excepted",
      "block",
      { ...nothing, allow: ["npx"] },
      { mode: "block", block: ["bash"], allow: ["node", "npx"] },
    ],
    [
      "that is strict lets nothing start but what is named",
      "block",
      { ...nothing, strict: true },
      { mode: "allow", block: ["bash"], allow: ["node"] },
    ],
    ["that is not strict takes back no strictness", "allow", nothing, { mode: "allow", block: ["bash"], allow: ["node"] }],
    [
      "that refuses something lets no more start than what is named",
      "allow",
      { ...nothing, block: ["rm"] },
      { mode: "allow", block: ["bash", "rm"], allow: ["node"] },
    ],
    [
      "that refuses something switches the guard on, for that alone",
      "off",
      { ...nothing, block: ["rm"] },
      { mode: "block", block: ["rm"], allow: ["node"] },
    ],
    [
      "that refuses nothing leaves the guard off",
      "off",
      { ...nothing, allow: ["npx"] },
      { mode: "off", block: [], allow: ["node", "npx"] },
    ],
    ["that is strict switches the guard on", "off", { ...nothing, strict: true }, { mode: "allow", block: [], allow: ["node"] }],
  ])("%s", (_title, mode, security, expected) => {
    const { command } = withSecurity(host(mode), security).policy;
    expect({ mode: command.mode, block: command.block, allow: command.allow }).toEqual(expected);
  });

  it("adds origins, and changes nothing else", () => {
    const before = host("block");
    const after = withSecurity(before, { ...nothing, origins: ["app://ui"] });
    expect(after.policy.access).toEqual({ ...before.policy.access, origins: ["http://ui.example", "app://ui"] });
    expect({ ...after, policy: { ...after.policy, access: before.policy.access } }).toEqual(before);
  });

  it("that is missing changes nothing", () => {
    const before = host("off");
    expect(withSecurity(before, undefined)).toBe(before);
  });
});
