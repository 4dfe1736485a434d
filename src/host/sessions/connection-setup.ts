import type { Clock } from "../../base/time/clock.ts";
import type { Tell } from "../log/host-event.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { ServerLink } from "./server-link.ts";

/** What a connection needs from outside. `version` is the host's own, for profiles that give none. */
export type ConnectionSetup = {
  readonly link: ServerLink;
  readonly profile: HostProfile;
  readonly clock: Clock;
  readonly version: string;
  /** Told of what a person should know: an unknown revision, a slow call. */
  readonly warn: (text: string) => void;
  /** Told what goes over the wire and what came of it. */
  readonly tell?: Tell;
  /** Removes secrets from what is kept of the wire. */
  readonly redact?: (text: string) => string;
};
