import type { SecurityBlock } from "../config/configuration.ts";
import type { HostProfile } from "../profile/host-profile.ts";

/** A profile with what a configuration's `security` block adds to its policy; nothing is taken away but exceptions. */
export function withSecurity(profile: HostProfile, security: SecurityBlock | undefined): HostProfile {
  if (security === undefined) return profile;
  const { command, access } = profile.policy;
  return {
    ...profile,
    policy: {
      ...profile.policy,
      command: {
        ...command,
        mode: security.strict ? "allow" : command.mode === "off" && security.block.length > 0 ? "block" : command.mode,
        block: [...(command.mode === "off" ? [] : command.block), ...security.block],
        allow: [...command.allow, ...security.allow],
      },
      access: { ...access, origins: [...access.origins, ...security.origins] },
    },
  };
}
