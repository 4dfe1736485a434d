import type { ClientSession } from "../../session/client-session.ts";
import { pause, settlesWithin } from "../../base/time/clock-waits.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { HostProfile } from "../profile/host-profile.ts";

/**
 * Ends a connection in the order of the profile: a `shutdown` notification where it sends one, the end of input or of the
 * session, SIGTERM, SIGKILL. `withinMs` bounds all of it, for a host that is itself being stopped; transports then kill what
 * is left.
 */
export async function shutDown(
  session: ClientSession,
  { notifyMs, eofMs, termMs }: HostProfile["shutdown"],
  clock: Clock,
  withinMs?: number,
): Promise<void> {
  const { transport } = session;
  if (notifyMs !== null) {
    await session.notify("shutdown");
    await pause(clock, Math.min(notifyMs, withinMs ?? notifyMs));
  }
  const graceful = eofMs > 0 || transport.kind !== "stdio";
  const patience = Math.min(eofMs, withinMs === undefined ? eofMs : withinMs / 2);
  const cutOff = Math.min(withinMs ?? Infinity, (graceful ? patience : 0) + (termMs ?? 0));
  if (!graceful && termMs === null) return transport.close("drop");
  const closed = graceful ? transport.close(transport.kind === "http" ? "delete" : "eof", patience) : transport.close("term");
  if (await settlesWithin(clock, cutOff, closed)) return;
  if (transport.kind === "stdio") void transport.close("drop");
  return closed;
}
