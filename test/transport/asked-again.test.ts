import { expect, it } from "vitest";
import type { ExchangeEnd, Sent } from "../../src/transport/client-transport.ts";
import { askingAgain } from "../../src/transport/http/ask-again.ts";
import { manualClock } from "../host/manual-clock.ts";

type Refusal = { readonly status: number; readonly retryAfter?: string; readonly how?: ExchangeEnd["how"] };

/** When a request was sent that is refused the first time and served the second; `overAt` is when the connection is closed. */
async function sentAt({ status, retryAfter, how = "complete" }: Refusal, overAt = Infinity): Promise<readonly number[]> {
  const clock = manualClock();
  const times: number[] = [];
  const send = (): Required<Sent> => {
    const exchange = times.push(clock.now());
    const headers: Record<string, string> = retryAfter === undefined ? {} : { "retry-after": retryAfter };
    const answer = exchange === 1 ? { status, headers } : { status: 200, headers: {} };
    return { exchange, responded: Promise.resolve(answer), ended: Promise.resolve({ ...answer, exchange, how }) };
  };
  const sent = askingAgain(
    clock,
    () => clock.now() >= overAt,
    () => undefined,
  )(send);
  await clock.advance(10_000);
  await sent.ended;
  return times;
}

it.each<[string, Refusal, readonly number[]]>([
  ["is not repeated where it was turned away for good, whatever the server says of later", { status: 403, retryAfter: "1" }, [0]],
  ["is not repeated where the server failed, whatever it says of later", { status: 500, retryAfter: "1" }, [0]],
  ["is not repeated where the client itself has given it up", { status: 429, how: "closed-by-us" }, [0]],
  ["is repeated where the refusal broke off", { status: 429, how: "broken" }, [0, 250]],
  ["is repeated soon where a time is named with a unit", { status: 429, retryAfter: "2 s" }, [0, 250]],
  ["is repeated soon where the old form of a date is named", { status: 503, retryAfter: "Sun Nov  6 08:49:37 1994" }, [0, 250]],
  ["is repeated after a quarter of a second where it may be at once", { status: 503, retryAfter: "0" }, [0, 250]],
])("a refused request %s", async (_title, refusal, times) => {
  expect(await sentAt(refusal)).toEqual(times);
});

it("a refused request is not repeated where the connection was closed while it waited", async () => {
  expect(await sentAt({ status: 429 }, 250)).toEqual([0]);
  expect(await sentAt({ status: 429 }, 251)).toEqual([0, 250]);
});
