import * as z from "zod";
import { revisions } from "../../../spec/revision.ts";

/** How the host introduces itself to servers, and which protocol it speaks with them. */
export const identitySettings = z.strictObject({
  /** `clientInfo.name` at `initialize`. */
  clientName: z.string().min(1),
  /** `clientInfo.version`; `null`: the version of mcpcheck. */
  clientVersion: z.string().min(1).nullable(),
  /**
   * The revision offered: `negotiate` tries the newest of both eras as the specification describes, `latest` the newest that
   * starts with `initialize`, otherwise the one named.
   */
  protocol: z.enum(["negotiate", "latest", ...revisions]),
  /** What becomes of a server that answers with a revision nobody published: it is used, with a warning, or refused. */
  unknownRevision: z.enum(["warn", "refuse"]),
  /** Capabilities declared to servers, as JSON. The host serves none: what a server then asks for is refused, and one that only looks at them can be tried. */
  capabilities: z.record(z.string(), z.record(z.string(), z.json())),
  /** Whether `notifications/initialized` carries `params: {}` or none. */
  initializedParams: z.enum(["omit", "empty"]),
  /** Whether `tools/list` waits for the `tools` capability of a server; a host that does not look asks every server. */
  respectCapabilities: z.boolean(),
});
