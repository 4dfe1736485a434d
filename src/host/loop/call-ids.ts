import type { HostProfile } from "../profile/host-profile.ts";

/** Gives every call of one request an id of its own: the model's where it gave a fresh one. */
export type CallIds = (given: string | undefined) => string;

/** Ids in the form of a profile. `random` gives a fresh UUID. */
export function createCallIds(style: HostProfile["surface"]["callIds"], random: () => string): CallIds {
  const used = new Set<string>();
  return (given) => {
    let id = given === undefined || given === "" || used.has(given) ? freshId(style, random()) : given;
    while (used.has(id)) id = freshId(style, random());
    used.add(id);
    return id;
  };
}

function freshId(style: HostProfile["surface"]["callIds"], uuid: string): string {
  const hex = uuid.replaceAll("-", "");
  if (style === "uuid") return `call_${uuid}`;
  if (style === "hex16" || style === "hex32") return `call_${hex.slice(0, style === "hex16" ? 16 : 32)}`;
  return `call_${BigInt(`0x${hex}`).toString(36).padStart(8, "0").slice(-8)}`;
}
