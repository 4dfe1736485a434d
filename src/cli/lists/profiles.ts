import { profileIds } from "../../host/profile/host-profile.ts";
import { profiles } from "../../host/profile/profiles.ts";
import type { Listing } from "./listing.ts";

/** The profiles of the reference host; with `--json` every key of each, as `--set` names them. */
export function listProfiles(): Listing {
  return { items: profileIds.map((id) => ({ ...profiles[id] })), columns: ["title"] };
}
