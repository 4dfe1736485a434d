import { profileIds } from "../../host/profile/host-profile.ts";
import { profiles } from "../../host/profile/profiles.ts";
import type { Listing } from "./listing.ts";

/** The profiles of the reference host. */
export function listProfiles(): Listing {
  return {
    items: profileIds.map((id) => ({
      id,
      title: profiles[id].title,
      surfaces: profiles[id].surface.offered,
      naming: profiles[id].tools.naming,
      exposure: profiles[id].tools.exposure,
      executor: profiles[id].loop.executor,
      maxRounds: profiles[id].loop.maxRounds,
    })),
    columns: ["title"],
  };
}
