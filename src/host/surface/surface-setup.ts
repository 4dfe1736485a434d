import type { ApprovalDesk } from "./approval-desk.ts";
import type { Host } from "./host.ts";

/** What the HTTP surfaces need besides the host. */
export type SurfaceSetup = {
  readonly host: Host;
  readonly desk: ApprovalDesk;
  readonly date: () => Date;
  /** A fresh UUID. */
  readonly random: () => string;
  /** The token that lets callers from elsewhere bring servers. */
  readonly token: string | undefined;
  /** Told of what a person at the host should know. */
  readonly note: (text: string) => void;
};
