import { expect, it } from "vitest";
import { heard, heardInFull, isThrottling, whatWasThrottled } from "../../src/trace/throttled.ts";
import { type Line, note, opened, over, posted, received, smallTrace, status } from "../support/traces/small-trace.ts";

it.each([
  [429, [], true],
  [503, [["Retry-After", "1"]], true],
  [503, [], false],
  [503, [["Accept", "1"]], false],
  [502, [["Retry-After", "1"]], false],
  [200, [["Retry-After", "1"]], false],
] as const)("status %i with the headers %j says only that it was too much: %s", (code, headers, expected) => {
  expect(isThrottling({ status: code, headers })).toBe(expected);
});

const two = { connection: 2 };
const away = "because there were too many in a short time";
const put = (exchange: number, text: string | null, code: number, more: object = {}): Line[] => [
  posted(exchange, text, {}, more),
  { ...status(exchange, code), ...more },
];

it.each<[string, readonly Line[], readonly number[], readonly number[], readonly string[]]>([
  [
    "a request that was turned away and heard later is as if it had not been made before",
    [opened(), ...put(1, "a", 429), ...put(2, "a", 200)],
    [1, 4, 5],
    [1, 4, 5],
    [],
  ],
  [
    "one that was turned away for good is not heard, nor is it certain what came after it",
    [opened(), ...put(1, "a", 200), ...put(2, "b", 429), over(2, "complete"), received(note("a")), ...put(3, "c", 200)],
    [1, 2, 3, 7, 8, 9],
    [1, 2, 3],
    [`the server turned a request away ${away}`],
  ],
  [
    "the first of several on a connection counts",
    [...put(1, "a", 429), ...put(2, "c", 200), ...put(3, "b", 429)],
    [3, 4],
    [],
    [`the server turned 2 requests away ${away}`],
  ],
  [
    "another connection is not touched by it",
    [...put(1, "a", 429), ...put(2, "a", 200, two)],
    [3, 4],
    [3, 4],
    [`the server turned a request away ${away}`],
  ],
  [
    "it does not help that the same was asked before",
    [...put(1, "a", 200), ...put(2, "a", 429), ...put(3, "b", 200)],
    [1, 2, 5, 6],
    [1, 2],
    [`the server turned a request away ${away}`],
  ],
  [
    "it does not help that it was asked again and turned away again",
    [...put(1, "a", 429), ...put(2, "a", 429), ...put(3, "b", 200)],
    [5, 6],
    [],
    [`the server turned 2 requests away ${away}`],
  ],
  [
    "of two that were turned away one may have been heard later",
    [...put(1, "a", 429), ...put(2, "a", 200), ...put(3, "b", 429), ...put(4, "c", 200)],
    [3, 4, 7, 8],
    [3, 4],
    [`the server turned a request away ${away}`],
  ],
  [
    "two requests without a body are not the same one",
    [...put(1, null, 429), ...put(2, null, 200)],
    [3, 4],
    [],
    [`the server turned a request away ${away}`],
  ],
])("where a server is asked too much, %s", (_what, lines, heardThere, certain, told) => {
  const trace = smallTrace("server", lines, "http");
  expect(heard(trace).events.map(({ seq }) => seq)).toEqual(heardThere);
  expect(heardInFull(trace).events.map(({ seq }) => seq)).toEqual(certain);
  expect(whatWasThrottled(trace)).toEqual(told);
  expect([heard(trace).subject, heardInFull(trace).subject]).toEqual([trace.subject, trace.subject]);
});

it("a trace in which nothing was turned away is itself what was heard, so that what is known of it is kept", () => {
  const trace = smallTrace("server", [...put(1, "a", 200)], "http");
  expect(heard(trace)).toBe(trace);
  expect(heardInFull(trace)).toBe(trace);
  expect(whatWasThrottled(trace)).toEqual([]);
});

it("where all was heard later, what is certain is what was heard", () => {
  const trace = smallTrace("server", [...put(1, "a", 429), ...put(2, "a", 200)], "http");
  expect(heardInFull(trace)).toBe(heard(trace));
});
