import type { HostSettings } from "../config/configuration.ts";
import type { HostProfile } from "../profile/host-profile.ts";

/** A profile with what the file of the servers says about approval: `human_in_loop` asks before every call or never. */
export function withSettings(profile: HostProfile, { humanInLoop }: Pick<HostSettings, "humanInLoop">): HostProfile {
  if (humanInLoop === undefined) return profile;
  const approval = { ...profile.policy.approval, when: humanInLoop ? ("all" as const) : ("off" as const) };
  return { ...profile, policy: { ...profile.policy, approval } };
}
