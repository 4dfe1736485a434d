import { pause } from "../../base/time/clock-waits.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { ExchangeEnd, Sent } from "../client-transport.ts";

/** How often a request is sent again, and how long is waited before that at least and at most, in ms. */
const mostTimes = 4;
const waits = { first: 250, most: 2000 } as const;

/** Sends a request, and sends it again where the server only says that it was asked too much in too short a time. */
export type AskAgain = (send: () => Required<Sent>) => Required<Sent>;

/**
 * Makes requests patient with servers that limit how many they take: what is answered with status 429 (RFC 6585 section 4), or with
 * 503 and Retry-After, is sent again after the time the server names, within bounds. What is handed back ends as the last of these
 * exchanges does and has the number of the first; `moved` is told under which number it goes on. Nothing is sent again once `isOver`.
 */
export function askingAgain(clock: Clock, isOver: () => boolean, moved: (from: number, to: number) => void): AskAgain {
  async function last(sent: Required<Sent>, send: () => Required<Sent>, times: number): Promise<Required<Sent>> {
    const { status, headers } = await sent.responded;
    const ms = waitOf(status, headers["retry-after"], times);
    if (ms === undefined || isOver()) return sent;
    const { how } = await sent.ended;
    await pause(clock, ms);
    if (isOver() || how === "closed-by-us") return sent;
    const again = send();
    moved(sent.exchange, again.exchange);
    return await last(again, send, times + 1);
  }
  return (send) => {
    const first = send();
    const final = last(first, send, 0);
    return {
      exchange: first.exchange,
      responded: final.then(async ({ responded }) => await responded),
      ended: final.then(async ({ ended }): Promise<ExchangeEnd> => await ended),
    };
  };
}

/** How long to wait before a request that was answered so is sent again, in ms; undefined where it is not. */
function waitOf(status: number | undefined, retryAfter: string | undefined, times: number): number | undefined {
  if (times >= mostTimes || (status !== 429 && (status !== 503 || retryAfter === undefined))) return undefined;
  const named = /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) * 1000 : waits.first * 2 ** times;
  return Math.min(Math.max(named, waits.first), waits.most);
}
