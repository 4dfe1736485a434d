import type { HostProfile } from "../../host/profile/host-profile.ts";
import type { Host } from "../../host/surface/host.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import type { Io } from "../io.ts";
import type { TurnView } from "./turn-view.ts";

/** A chat that is going on: what was said, how it is shown, and what its commands have changed. */
export type Chat = {
  readonly io: Io;
  readonly host: Host;
  readonly profile: HostProfile;
  readonly model: string;
  readonly tools: string | undefined;
  readonly sessionId: string;
  readonly view: TurnView;
  messages: readonly ModelMessage[];
  /** Servers that are switched off. */
  without: readonly string[];
  /** Which calls a person is asked about. */
  approval: HostProfile["policy"]["approval"]["when"];
};
