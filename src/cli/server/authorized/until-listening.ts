import { connect } from "node:net";
import { pauseUnless } from "../../../base/time/clock-waits.ts";
import type { Clock } from "../../../base/time/clock.ts";

/** How often a port is tried, in ms. */
const everyMs = 50;

/** Whether somebody listens at a URL within `ms`; gives up when it is told to stop. */
export async function untilListening(url: URL, ms: number, clock: Clock, stop: AbortSignal): Promise<boolean> {
  const until = clock.now() + ms;
  while (!stop.aborted && clock.now() < until) {
    if (await listens(url)) return true;
    await pauseUnless(clock, everyMs, stop);
  }
  return false;
}

function listens({ hostname, port, protocol }: URL): Promise<boolean> {
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  return new Promise((resolve) => {
    const socket = connect(number, hostname.replace(/^\[|\]$/g, ""));
    const settle = (found: boolean): void => {
      socket.destroy();
      resolve(found);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
