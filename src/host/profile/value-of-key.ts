import type { HostProfile } from "./host-profile.ts";

/** The value a dotted key has in a profile. */
export function valueOfKey(profile: HostProfile, key: string): unknown {
  return key.split(".").reduce<unknown>((value, part) => (value as Readonly<Record<string, unknown>>)[part], profile);
}
