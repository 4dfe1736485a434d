/**
 * The bars, ratios to what was measured in the same run: the cost of a delta to that of reading it by hand, from so many tokens on (in
 * a shorter call its markers, its name and a new parser count as much), throughput to that of JSON.parse where the arguments are JSON
 * and where not, how many times faster than the best peer at so many tokens, and the cost exponents wanted and still accepted.
 */
export const bars = {
  deltaToScan: { most: 2, from: 10_000 },
  bulkToJsonParse: { json: 0.4, other: 0.3 },
  timesPeer: { least: 20, tokens: 10_000 },
  exponent: { wanted: 1.03, accepted: 1.1 },
} as const;
