import { expect, it } from "vitest";
import {
  ask,
  at,
  done,
  failed,
  type Line,
  received,
  sent,
  smallTrace,
  step,
} from "../../../../test/support/traces/small-trace.ts";
import { allCalls } from "../../call.ts";
import { type CallPace, paceOf } from "./call-pace.ts";
import { quickestAnswerMs, toolsSeen } from "./tools-seen.ts";

const two = { connection: 2 } as const;

/** When the call begins that is looked at: all other times count from there. */
const start = 2000;
const call = at(start, sent(ask(1, "tools/call")));
const other = (from: number, to?: number, method = "ping", more: object = {}): Line[] => [
  at(start + from, sent(ask(`${method} ${from}`, method), more)),
  ...(to === undefined ? [] : [at(start + to, received(done(`${method} ${from}`), more))]),
];

/** The call, answered after so many ms or not at all, between what came before and after it. */
const answered = (ms: number): Line => at(start + ms, received(done(1)));

it.each<[string, number, readonly Line[], CallPace]>([
  ["answered soon", 299, [call, answered(299)], "quick"],
  ["waited for soon after", 299, [call], "unclear"],
  ["answered late, though nothing else takes any time", 300, [call, answered(300)], "slow"],
  ["not answered for long", 300, [call], "slow"],
  ["answered late, and overtaken", 300, [call, ...other(1, 200), answered(300)], "slow"],
  ["answered late, and what was asked after it came no sooner", 300, [call, ...other(1, 201), answered(300)], "unclear"],
  ["answered twice as late as a ping", 300, [...other(-500, -350), call, answered(300)], "slow"],
  ["answered less than twice as late as a ping", 300, [...other(-500, -349), call, answered(300)], "unclear"],
  [
    "answered less than twice as late as the slowest ping",
    300,
    [...other(-500, -349), ...other(-300, -297), call, answered(300)],
    "unclear",
  ],
  [
    "answered less than twice as late as a discovery",
    300,
    [...other(-500, -349, "server/discover"), call, answered(300)],
    "unclear",
  ],
  [
    "answered no later than a list, which asks for something",
    300,
    [...other(-500, -200, "tools/list"), call, answered(300)],
    "slow",
  ],
  ["answered late, as a ping was on another connection", 300, [...other(-500, -201, "ping", two), call, answered(300)], "slow"],
  ["answered late, as no ping ever was", 300, [...other(-500), call, answered(300)], "slow"],
])("a call is told to be as it seems where it was %s", (_what, ms, lines, pace) => {
  const trace = smallTrace("server", lines);
  const one = allCalls(trace, "tools/call")[0];
  expect(one && paceOf(trace, one, ms)).toBe(pace);
});

/** A call of a tool with arguments. */
const asked = (id: number, name: string, of = name): Line => sent(ask(id, "tools/call", { name, arguments: { of } }));

/** A call at some time, answered after so many ms or not at all. */
const took = (id: number, name: string, from: number, ms: number | undefined): Line[] => [
  at(from, asked(id, name)),
  ...(ms === undefined ? [] : [at(from + ms, received(done(id)))]),
];

it.each<[string, readonly Line[], number | undefined]>([
  ["the quickest of its calls", [...took(1, "t", 0, 40), ...took(2, "t", 100, 30), ...took(3, "t", 200, 50)], 30],
  ["none that was not answered", took(1, "t", 0, undefined), undefined],
  ["none of another tool", took(1, "u", 0, 40), undefined],
  [
    "none where one said that it failed",
    [...took(1, "t", 0, 40), asked(2, "t"), received(done(2, { isError: true }))],
    undefined,
  ],
  [
    "it though another tool failed with the same arguments",
    [...took(1, "t", 0, 40), asked(2, "u", "t"), received(failed(2))],
    40,
  ],
  ["none of a step with a tag", [step("call", { tag: "odd" }), ...took(1, "t", 0, 40)], undefined],
])("how soon a tool answers to some arguments is told by %s", (_what, lines, ms) => {
  expect(quickestAnswerMs(smallTrace("server", lines), "t", { of: "t" })).toBe(ms);
});

it("no arguments and empty ones are the same to a tool", () => {
  const trace = smallTrace("server", [sent(ask(1, "tools/call", { name: "t" })), received(done(1))]);
  expect([
    quickestAnswerMs(trace, "t", {}),
    quickestAnswerMs(trace, "t", undefined),
    quickestAnswerMs(trace, "t", { a: 1 }),
  ]).toEqual([10, 10, undefined]);
});

it.each<[string, readonly Line[], readonly string[]]>([
  ["each time it answers", [...took(1, "t", 0, 300), ...took(2, "t", 1000, 300)], ["t"]],
  ["not each time it answers", [...took(1, "t", 0, 300), ...took(2, "t", 1000, 299)], []],
  [
    "where it answered, though another call had no answer in time",
    [...took(1, "t", 0, 300), ...took(2, "t", 1000, undefined)],
    ["t"],
  ],
  ["but fails in the end", [at(0, asked(1, "t")), at(300, received(failed(1)))], []],
  ["where none of its calls was", [...took(1, "t", 0, 5)], []],
])("a tool is slow that is so %s", (_what, lines, tools) => {
  expect((toolsSeen(smallTrace("server", lines)).get("slow") ?? []).map(({ tool }) => tool)).toEqual(tools);
});

it("a slow tool is shown by a call that was slow, not by an earlier one that was soon given up", () => {
  const lines = [
    at(0, asked(1, "t")),
    at(10, { kind: "silence", connection: 1, awaiting: "1", ms: 10 }),
    ...took(2, "t", 1000, 600),
  ];
  expect(toolsSeen(smallTrace("server", lines)).get("slow")).toMatchObject([{ tool: "t", seq: 4, ms: 600, answered: true }]);
});
