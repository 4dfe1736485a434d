import * as fc from "fast-check";
import type { Json, JsonObject } from "../../jsonrpc/json.ts";

/** Numbers as texts that JSON allows and implementations differ on. */
export const numberTexts = fc.constantFrom(
  "0",
  "-0",
  "1.0",
  "1e400",
  "-1E+2",
  "9007199254740993",
  "123456789012345678901234567890",
  "5e-324",
);

const odd = fc.constantFrom("", "é", "🏯", "\ud800", "\u0000", "\u2028", "\ufeff", '"', "\\", "\n", "\r\n", "x".repeat(300));

/** Any text that JSON can say, lone surrogates and NUL included. */
export const texts: fc.Arbitrary<string> = fc.oneof(odd, fc.string({ maxLength: 8, unit: "binary" }));

/** Any JSON value, small. */
export const values: fc.Arbitrary<Json> = fc.oneof(
  texts,
  fc.constantFrom<Json[]>(null, true, false, 0, -1, 0.5, 1e21, [], {}),
  fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json),
);

/** Ids of every JSON kind. */
export const ids: fc.Arbitrary<Json> = fc.oneof(fc.integer(), texts, values);

/** Objects with the members of messages, in all combinations: most are wrong in some way. */
export const envelopes: fc.Arbitrary<JsonObject> = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 4, arbitrary: fc.constant<Json>("2.0") }, values),
    id: ids,
    method: fc.oneof({ weight: 3, arbitrary: texts }, values),
    params: fc.oneof(fc.dictionary(texts, values, { maxKeys: 2, noNullPrototype: true }) as fc.Arbitrary<Json>, values),
    result: values,
    error: fc.oneof(fc.record({ code: fc.integer(), message: texts }) as fc.Arbitrary<Json>, values),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** What is on a line that is not a message. */
export const junkLines: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("", " ", "\t", "Server started", "{", '{"jsonrpc":"2.0"', "\ufeff", "\u001b[2J", "[1,", "\u0000", "nul", "'a'"),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, " ")),
);

/** Bytes that are UTF-8, nearly UTF-8, or none; line ends of all kinds among them. */
export const wireBytes: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc.constantFrom("\n", "\r", "\r\n", "\n\n", "a", "{}", "é", "🏯", "\ufeff", "\u0000").map((text) => [...Buffer.from(text)]),
      fc.constantFrom([0xff], [0xc3], [0xf0, 0x9f], [0x80], [0xed, 0xa0, 0x80]),
      fc.integer({ min: 0, max: 255 }).map((byte) => [byte]),
    ),
    { maxLength: 24 },
  )
  .map((pieces) => Uint8Array.from(pieces.flat()));

/** Where bytes are cut; a long list of ones cuts everywhere. */
export const cuts: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constant([1]),
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 }).filter((list) => list.some((length) => length > 0)),
);

/** Bytes in pieces of these lengths, used in turn. */
export function inPieces(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const to = Math.min(bytes.length, at + (lengths[turn % lengths.length] ?? 1));
    // A copy each, as from a pipe.
    pieces.push(Buffer.from(bytes.subarray(at, to)));
    at = to;
  }
  return pieces;
}
