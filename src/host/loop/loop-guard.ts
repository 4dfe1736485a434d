import { canonicalJson } from "../tools/canonical-json.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { TurnCall } from "./turn-event.ts";

/** How often the calls of the last answers were the same. A value per turn: the next turn starts anew. */
export type Repetition = { readonly signature: string; readonly times: number };

/** Nothing was called yet. */
export const noRepetition: Repetition = { signature: "", times: 0 };

/** Counts an answer's calls: the same as before, or something new. */
export function countRepetition(
  before: Repetition,
  calls: readonly TurnCall[],
  { canonicalRepeat }: HostProfile["loop"],
): Repetition {
  const signature = calls.map((call) => signatureOf(call, canonicalRepeat)).join("\n");
  return signature === before.signature ? { signature, times: before.times + 1 } : { signature, times: 1 };
}

function signatureOf({ name, argumentsText, arguments: read }: TurnCall, canonical: boolean): string {
  return JSON.stringify([name, canonical && read !== undefined ? canonicalJson(read) : argumentsText]);
}
