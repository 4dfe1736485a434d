import { describe, expect, it } from "vitest";
import { manualClock, settled } from "../../../test/host/manual-clock.ts";
import type { EventOf } from "../../trace/wire-event.ts";
import type { ExchangeEnd, HttpClientTransport, Sent } from "../../transport/client-transport.ts";
import { deferred } from "../../base/time/deferred.ts";
import { followStreams } from "./follow-streams.ts";

type Fields = Partial<Pick<EventOf<"sse-event">, "id" | "retry" | "data" | "unterminated">>;

/** A transport of which only the streams are there: every exchange is ended, and its events are said, by the test. */
function streams() {
  const asked: (string | undefined)[] = [];
  const open: ((end: Partial<ExchangeEnd>) => void)[] = [];
  let observe: (event: EventOf<"sse-event">) => void = () => undefined;
  function exchange(): Required<Sent> {
    const number = open.length;
    const ended = deferred<ExchangeEnd>();
    open.push((end) => ended.resolve({ exchange: number, status: 200, headers: {}, how: "complete", ...end }));
    return { exchange: number, responded: Promise.resolve({ status: 200, headers: {} }), ended: ended.promise };
  }
  const transport = {
    onStreamEvent: (observer: typeof observe) => void (observe = observer),
    openStream(id?: string) {
      asked.push(id);
      return exchange();
    },
  } as unknown as HttpClientTransport;
  return {
    transport,
    exchange,
    asked,
    end: (number: number, end: Partial<ExchangeEnd> = {}) => open[number]?.(end),
    event: (number: number, fields: Fields) =>
      observe({ kind: "sse-event", seq: 1, at: 0, connection: 1, exchange: number, ...fields }),
  };
}

const never = new AbortController().signal;

describe("following a stream (BX-020, BX-021, B1-019)", () => {
  it("asks for what comes after the last event, after the time the server named", async () => {
    const clock = manualClock();
    const { transport, exchange, asked, end, event } = streams();
    const done = followStreams(transport, clock, () => true)(exchange(), never);
    event(0, { id: "a-1", retry: "500", data: "" });
    event(0, { id: "a-2", data: "{}" });
    end(0, { how: "broken" });
    await clock.advance(499);
    expect(asked).toEqual([]);
    await clock.advance(1);
    expect(asked).toEqual(["a-2"]);
    event(1, { id: "a-3", retry: "20" });
    end(1);
    await clock.advance(20);
    expect(asked).toEqual(["a-2", "a-3"]);
    end(2, { status: 404 });
    expect((await done).status).toBe(200);
    expect(clock.pending()).toBe(0);
  });

  it("leaves alone what has no ids, what was closed from here, and what nobody wants any more", async () => {
    const clock = manualClock();
    const { transport, exchange, asked, end, event } = streams();
    const follow = followStreams(transport, clock, () => true);
    const plain = follow(exchange(), never);
    event(0, { data: "{}" });
    end(0);
    expect((await plain).exchange).toBe(0);
    const closed = follow(exchange(), never);
    event(1, { id: "1" });
    end(1, { how: "closed-by-us" });
    expect((await closed).how).toBe("closed-by-us");
    const leaving = new AbortController();
    const left = follow(exchange(), leaving.signal);
    event(2, { id: "1" });
    end(2);
    await settled();
    leaving.abort();
    await left;
    expect([asked, clock.pending()]).toEqual([[], 0]);
  });

  it("does not resume where the revision knows no such thing, nor by an event that was cut off", async () => {
    const clock = manualClock();
    const { transport, exchange, asked, end, event } = streams();
    const modern = followStreams(transport, clock, () => false)(exchange(), never);
    event(0, { id: "1" });
    end(0);
    await modern;
    const cut = followStreams(transport, clock, () => true)(exchange(), never);
    event(1, { id: "2", unterminated: true });
    end(1);
    await cut;
    expect(asked).toEqual([]);
  });

  it("gives up after a few attempts that fail", async () => {
    const clock = manualClock();
    const { transport, exchange, asked, end, event } = streams();
    const done = followStreams(transport, clock, () => true)(exchange(), never);
    event(0, { id: "1" });
    end(0);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await clock.advance(1000);
      end(attempt, { status: 503 });
    }
    await done;
    expect(asked).toEqual(["1", "1", "1", "1"]);
  });
});
