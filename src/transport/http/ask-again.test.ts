import { expect, test } from "vitest";
import { manualClock } from "../../../test/host/manual-clock.ts";
import type { ExchangeEnd, Sent } from "../client-transport.ts";
import { askingAgain } from "./ask-again.ts";

type Answer = { readonly status: number; readonly retryAfter?: string; readonly how?: ExchangeEnd["how"] };

/** A server that gives these answers one after the other, the last of them for ever. */
function asked(answers: readonly Answer[], isOver: (now: number) => boolean = () => false) {
  const clock = manualClock();
  const moves: (readonly [number, number])[] = [];
  const times: number[] = [];
  const askAgain = askingAgain(
    clock,
    () => isOver(clock.now()),
    (from, to) => void moves.push([from, to]),
  );
  const send = (): Required<Sent> => {
    const exchange = times.push(clock.now());
    const { status, retryAfter, how = "complete" }: Answer = answers[exchange - 1] ?? answers.at(-1) ?? { status: 200 };
    const headers: Record<string, string> = retryAfter === undefined ? {} : { "retry-after": retryAfter };
    return {
      exchange,
      responded: Promise.resolve({ status, headers }),
      ended: Promise.resolve({ exchange, status, headers, how }),
    };
  };
  return { clock, moves, times, sent: askAgain(send) };
}

test.each([
  ["what is served is sent once", [{ status: 200 }], [0], 200],
  ["a refusal of another kind is an answer", [{ status: 403 }], [0], 403],
  ["a server that is out of order is not asked again", [{ status: 503 }], [0], 503],
  ["too many requests: later", [{ status: 429 }, { status: 200 }], [0, 250], 200],
  ["when the server says so", [{ status: 429, retryAfter: "1" }, { status: 200 }], [0, 1000], 200],
  ["also with 503", [{ status: 503, retryAfter: "1" }, { status: 200 }], [0, 1000], 200],
  ["but not in an hour", [{ status: 429, retryAfter: "3600" }, { status: 200 }], [0, 2000], 200],
  ["nor by a date", [{ status: 429, retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT" }, { status: 200 }], [0, 250], 200],
  ["nor by the old form of a date", [{ status: 503, retryAfter: "Sun Nov  6 08:49:37 1994" }, { status: 200 }], [0, 250], 200],
  ["nor by a time with a unit", [{ status: 429, retryAfter: "2 s" }, { status: 200 }], [0, 250], 200],
  ["not at once, though it may be", [{ status: 503, retryAfter: "0" }, { status: 200 }], [0, 250], 200],
  ["who is turned away for good is, whatever is said of later", [{ status: 403, retryAfter: "1" }], [0], 403],
  ["who meets a failure does, whatever is said of later", [{ status: 500, retryAfter: "1" }], [0], 500],
  ["what the client has given up is not sent again", [{ status: 429, how: "closed-by-us" }], [0], 429],
  ["what broke off is", [{ status: 429, how: "broken" }, { status: 200 }], [0, 250], 200],
  ["and not for ever", [{ status: 429 }], [0, 250, 750, 1750, 3750], 429],
] as const)("%s", async (_, answers, times, status) => {
  const run = asked(answers);
  await run.clock.advance(60_000);
  expect((await run.sent.responded).status).toBe(status);
  expect((await run.sent.ended).exchange).toBe(times.length);
  expect(run.times).toEqual(times);
  expect(run.moves).toEqual(times.slice(1).map((_time, index) => [index + 1, index + 2]));
});

test("nothing is sent again when the connection is over", async () => {
  const run = asked([{ status: 429 }], () => true);
  await run.clock.advance(60_000);
  expect((await run.sent.ended).status).toBe(429);
  expect(run.times).toEqual([0]);
});

test.each([
  [250, [0]],
  [251, [0, 250]],
])("nothing is sent again when the connection was closed while it waited, after %i ms", async (overAt, times) => {
  const run = asked([{ status: 429 }, { status: 200 }], (now) => now >= overAt);
  await run.clock.advance(60_000);
  expect(run.times).toEqual(times);
});
