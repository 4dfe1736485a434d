import { expect, test } from "vitest";
import type { WireEvent } from "../../trace/wire-event.ts";
import { createParserLedger } from "./parser-ledger.ts";
import type { ParserExchange } from "./parser-under-test.ts";

const exchange = (answer: ParserExchange["answer"], more: object = {}): ParserExchange => ({
  request: () => "asked",
  reply: () => "said",
  answer,
  ...more,
});

test("each format is a row of what was asked and how long it took; what was not asked is not in it", () => {
  let now = 100;
  const kept: WireEvent[] = [];
  const ledger = createParserLedger({ now: () => now } as never, kept);
  const [first, second, third] = [ledger.next(), ledger.next(), ledger.next()];
  now = 130;
  ledger.keep(second, exchange("unsupported"));
  now = 150;
  ledger.keep(first, exchange({ content: "", calls: [] }));
  ledger.keep(third, exchange("unsupported", { skipped: true }));
  ledger.ended("hermes");
  ledger.ended("mistral");
  expect(ledger.connections()).toEqual([
    {
      connection: 1,
      session: "hermes",
      revision: null,
      from: 0,
      to: 50,
      first: 30,
      calls: [
        { method: "hermes", at: 0, ms: 30, outcome: "error" },
        { method: "hermes", at: 0, ms: 50, outcome: "result" },
      ],
      marks: [],
    },
  ]);
  expect(kept.slice(0, 2).map(({ seq, at }) => [seq, at])).toEqual([
    [3, 0],
    [4, 30],
  ]);
});
