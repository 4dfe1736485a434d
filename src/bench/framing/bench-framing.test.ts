import { expect, test } from "vitest";
import { parseFrame } from "../../jsonrpc/frame.ts";
import { benchFraming } from "./bench-framing.ts";
import { bareReader, chunksOf, ownReader, sdkReader } from "./readers.ts";
import { usualTraffic } from "./traffic.ts";

test("every reader reads every message, and there is nothing wrong with one", async () => {
  const sdk = await sdkReader();
  for (const { texts } of usualTraffic(3_000_000)) {
    const chunks = chunksOf(texts);
    expect(chunks.length).toBeGreaterThan(2);
    expect(ownReader(chunks)).toBe(texts.length);
    expect(bareReader(Buffer.concat(chunks))).toBe(texts.length);
    expect(sdk?.(chunks) ?? texts.length).toBe(texts.length);
    expect(texts.flatMap((text) => parseFrame(text).defects)).toEqual([]);
  }
});

test("each kind of messages, all together and one long message have their figures", async () => {
  const rows = await benchFraming({ bytes: 20_000, rounds: 2, mebibytes: [0.1, 0.2] }, () => {});
  expect(rows.length).toBeGreaterThanOrEqual(7);
  // Of so little traffic an exponent is what the machine makes of it.
  expect(rows.filter(({ name, value }) => !(name.includes("exponent") ? Number.isFinite(value) : value > 0))).toEqual([]);
  expect(rows.filter(({ limit }) => limit !== undefined).map(({ name }) => name)).toEqual([
    "all of them: of the speed of decoding and JSON.parse",
    "one long message, mcpcheck: exponent of the cost over its length",
  ]);
});
