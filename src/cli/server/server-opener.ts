import type { Clock } from "../../base/time/clock.ts";
import type { ServerTarget } from "../../run/server/server-target.ts";
import type { Recorder } from "../../trace/recorder.ts";
import { type ClientTransport, defaultLimits } from "../../transport/client-transport.ts";
import type { ProcessGuard } from "../../transport/process/process-guard.ts";
import { openStdio, type StdioOptions } from "../../transport/stdio/stdio.ts";
import type { Start, StartedTarget } from "./entry-target.ts";

/** What one connection is opened with. */
export type Opening = {
  readonly recorder: Recorder;
  readonly connection: number;
  readonly clock: Clock;
  readonly guard: ProcessGuard;
  readonly left: NonNullable<StdioOptions["left"]>;
};

/**
 * What opens connections to a server; `start` says how its process is really started. What talks HTTP is loaded only for a server that
 * is talked to so: a process would be started later for it.
 */
export async function serverOpener(
  target: ServerTarget,
  start: (target: StartedTarget) => Start,
): Promise<(opening: Opening) => ClientTransport> {
  if (target.transport === "stdio") {
    return (opening) => {
      const { target: now, wrapper } = start(target);
      const { command, args, cwd, env } = now;
      return openStdio({ ...opening, limits: defaultLimits, command, args, cwd, env, marked: true, wrapper });
    };
  }
  const { transport, url, headers } = target;
  const { openHttp } = await import("../../transport/http/http.ts");
  const { openSse } = await import("../../transport/sse/sse.ts");
  return ({ recorder, connection, clock }) => {
    const common = { recorder, connection, clock, limits: defaultLimits, url, headers };
    return transport === "http" ? openHttp({ ...common, asksAgain: true }) : openSse(common);
  };
}
