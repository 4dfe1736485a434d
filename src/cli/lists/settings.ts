import type { Json } from "../../jsonrpc/json.ts";
import { profileKeys } from "../../host/profile/effective-profile.ts";
import { profileIds } from "../../host/profile/host-profile.ts";
import { profiles } from "../../host/profile/profiles.ts";
import { settingMeanings } from "../../host/profile/setting-meanings.generated.ts";
import { valueOfKey } from "../../host/profile/value-of-key.ts";
import type { Listing } from "./listing.ts";

/** Every key that `--set` takes: what it is in profile strict, which profiles differ, and what it means. */
export function listSettings(): Listing {
  const items = profileKeys.map((id) => {
    const usual = valueOfKey(profiles.strict, id);
    const others = profileIds.map((profile) => [profile, valueOfKey(profiles[profile], id)] as const);
    const differing = others.filter(([, value]) => JSON.stringify(value) !== JSON.stringify(usual));
    return {
      id,
      default: usual as Json,
      profiles: Object.fromEntries(differing) as Json,
      differs: differing.map(([profile]) => profile),
      means: settingMeanings[id] ?? "",
    };
  });
  return {
    items: items.map((item) => ({ ...item, usual: shown(item.default) })),
    columns: ["usual", "differs", "means"],
    headed: true,
  };
}

/** Long lists and texts by their beginning. */
function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
