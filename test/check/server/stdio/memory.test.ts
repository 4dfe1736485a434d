import { expect, it } from "vitest";
import { memorySteady } from "../../../../src/check/server/process-memory.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import { ask, done, type Line, note, opened, received, sent, step } from "../../../support/traces/small-trace.ts";
import { none, open, said } from "../told-outcomes.ts";

const mebi = 2 ** 20;

/** The memory the server holds, in MiB, after each hundred of its requests. */
const held = (size: number, connection = 1): Line => ({ kind: "memory", connection, bytes: size * mebi });

/** A request that is answered, with so many bytes. */
const exchange = (id: number, bytes = 40, connection = 1): Line[] => [
  sent(ask(id, "tools/list"), { connection }),
  received(done(id), { connection, bytes }),
];

/** Two requests for each reading but the first. */
function repeated(sizes: readonly number[], bytes = 40, connection = 1): Line[] {
  return [
    step("request", { tag: "the-same-again", connection }),
    ...exchange(1, bytes, connection),
    ...sizes.flatMap((size, index) => [
      ...(index === 0 ? [] : [...exchange(10 * index, bytes, connection), ...exchange(10 * index + 1, bytes, connection)]),
      held(size, connection),
    ]),
  ];
}

const told = (sizes: string): string => `after each hundred of tools/list it held ${sizes} MiB`;
const readings = [5, 10, 15, 20, 25] as const;
const steady = (sizes: string): Outcome => ({ kind: "satisfied", evidence: readings, note: told(sizes) });
const grown = (sizes: string): Outcome => ({ kind: "violated", evidence: readings, message: told(sizes) });
const gap = open("not all of the equal requests were answered, or with more than could be asked for so often");
const big = mebi / 2;

it.each<[situation: string, lines: readonly Line[], outcome: Outcome]>([
  ["grows by 9 MiB each time", repeated([10, 19, 28, 37, 46]), grown("10, 19, 28, 37, 46")],
  ["grows by no more than 8 MiB each time", repeated([10, 18, 26, 34, 42]), steady("10, 18, 26, 34, 42")],
  ["grows but for once", repeated([10, 19, 28, 28, 37]), steady("10, 19, 28, 28, 37")],
  ["grows but for the first time", repeated([10, 10, 19, 28, 37]), steady("10, 10, 19, 28, 37")],
  ["grows by 20 times what it answered", repeated([0, 20, 40, 60, 80], big), steady("0, 20, 40, 60, 80")],
  ["grows by more than 20 times what it answered", repeated([0, 21, 42, 63, 84], big), grown("0, 21, 42, 63, 84")],
  [
    "also said much that answers nothing",
    [...repeated([0, 9, 18, 27, 36]), received(note("notifications/message"), { bytes: 100 * mebi }), ...exchange(900)],
    grown("0, 9, 18, 27, 36"),
  ],
  ["was looked at four times only", repeated([0, 9, 18, 27]), gap],
  [
    "left a request unanswered in one of the rounds",
    repeated([0, 9, 18, 27, 36]).filter(
      (line) => line.kind !== "frame" || line.direction === "sent" || !line.text.includes('"id":30'),
    ),
    gap,
  ],
  [
    "was asked only once in each round",
    repeated([0, 9, 18, 27, 36]).filter((line) => line.kind !== "frame" || !/"id":[1-4]1,/.test(line.text)),
    gap,
  ],
  [
    "is one whose memory cannot be read",
    repeated([]),
    none("how much memory its processes hold could not be read: that takes Linux"),
  ],
  [
    "was not asked for the same again",
    [step("request"), ...exchange(1), held(1), held(10)],
    open("no requests were repeated to see what they leave behind"),
  ],
])("judges the memory of a server that %s", (_, lines, outcome) => {
  expect(said(memorySteady, [opened(), ...lines])).toEqual(outcome);
});

const growing = [0, 9, 18, 27, 36];

it.each<[situation: string, first: readonly Line[], second: readonly Line[], outcome: Outcome]>([
  [
    "both of which grow",
    repeated(growing),
    repeated(growing, 40, 2),
    {
      kind: "violated",
      evidence: [6, 11, 16, 21, 26, 30, 35, 40, 45, 50],
      message: `${told("0, 9, 18, 27, 36")}; ${told("0, 9, 18, 27, 36")}`,
    },
  ],
  [
    "the second of which grows",
    repeated([1, 1, 1, 1, 1]),
    repeated(growing, 40, 2),
    { kind: "violated", evidence: [30, 35, 40, 45, 50], message: told("0, 9, 18, 27, 36") },
  ],
  [
    "one of which could be read",
    repeated([]),
    repeated([1, 1, 1, 1, 1], 40, 2),
    { kind: "satisfied", evidence: [9, 14, 19, 24, 29], note: told("1, 1, 1, 1, 1") },
  ],
  ["one of which was not looked at often enough", repeated([]), repeated([1, 1], 40, 2), gap],
])("judges two instances, %s", (_, first, second, outcome) => {
  expect(said(memorySteady, [opened(), opened({ connection: 2 }), ...first, ...second])).toEqual(outcome);
});
