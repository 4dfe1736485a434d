import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { causesOf } from "../../../../src/check/causes.ts";
import type { Explanation } from "../../../../src/check/explanation.ts";
import { judge } from "../../../../src/check/judge.ts";
import { satisfied, violated } from "../../../../src/check/outcome.ts";
import { undeclaredOffers } from "../../../../src/check/rules/undeclared-offers.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, body, done, opened, posted, received, sent, smallTrace, status } from "../../../support/traces/small-trace.ts";

type Rule = {
  readonly id: string;
  readonly at: readonly number[];
  readonly level?: Check["level"];
  readonly explains?: Explanation;
};

const rule = ({ id, at, level = "MUST", explains }: Rule): Check => ({
  id,
  title: id,
  subject: "server",
  level,
  spec: { "2024-11-05": "basic" },
  advice: "",
  ...(explains === undefined ? {} : { explains: [explains] }),
  verify: (trace) => {
    const [first, ...rest] = at.filter((seq) => trace.events.some((event) => event.seq === seq));
    return first === undefined ? satisfied([1]) : violated([first, ...rest], id);
  },
});

/** Two connections of one revision: requests 3 and 4 with answers 5 and 6 on the first, 7 with 8 on the second. */
const overPipe = smallTrace("server", [
  opened(),
  opened({ connection: 2 }),
  sent(ask(1, "ping")),
  sent(ask(2, "ping")),
  received(done(1)),
  received(done(2)),
  sent(ask(1, "ping"), { connection: 2 }),
  received(done(1), { connection: 2 }),
]);

const overHttp = smallTrace(
  "server",
  [
    opened({ transport: "http" }),
    posted(1, ask(1, "ping")),
    status(1, 200),
    body(1, done(1)),
    posted(2, ask(2, "ping")),
    status(2, 200),
  ],
  "http",
);

const causes = (trace: typeof overPipe, rules: readonly Rule[]): (string | undefined)[] => {
  const checks = rules.map(rule);
  return causesOf(trace, checks, judge(trace, checks, new Map()));
};

it.each<readonly [string, Explanation["within"], readonly number[], readonly number[], typeof overPipe, boolean]>([
  ["the same message", "message", [5], [5], overPipe, true],
  ["another message", "message", [5], [6], overPipe, false],
  ["the request of the same answer is another message", "message", [5], [3], overPipe, false],
  ["an answer and its request", "exchange", [5], [3], overPipe, true],
  ["a request and its answer", "exchange", [3], [5], overPipe, true],
  ["the answer of another request", "exchange", [5], [6], overPipe, false],
  ["the same exchange over HTTP", "exchange", [4], [3], overHttp, true],
  ["the request of the same exchange", "exchange", [4], [2], overHttp, true],
  ["another exchange over HTTP", "exchange", [4], [6], overHttp, false],
  ["another message of the same connection", "connection", [5], [6], overPipe, true],
  ["a message of another connection", "connection", [5], [8], overPipe, false],
  ["anything at the same revision", "revision", [5], [8], overPipe, true],
  ["one place among two where the fault is", "message", [5, 6], [6], overPipe, true],
  ["one place where the fault is and one where it is not", "message", [5], [5, 6], overPipe, false],
])(
  "a fault explains (%s, within one %s) what rests on the right place",
  (_title, within, cause, consequence, trace, explained) => {
    const found = causes(trace, [
      { id: "a.fault", at: cause, explains: { checks: ["b.follows"], within } },
      { id: "b.follows", at: consequence },
    ]);
    expect(found).toEqual([undefined, explained ? "a.fault" : undefined]);
  },
);

const fault = (id: string, checks: readonly string[], level: Check["level"] = "MUST"): Rule => ({
  id,
  level,
  at: [5],
  explains: { checks, within: "message" },
});
const plain = (id: string, level: Check["level"] = "MUST"): Rule => ({ id, level, at: [5] });

it.each<readonly [string, readonly Rule[], readonly (string | undefined)[]]>([
  ["alone stands for itself, though it names itself", [fault("a.x", ["a.*"])], [undefined]],
  ["that nobody names stands for itself", [fault("a.x", ["c.*"]), plain("b.y")], [undefined, undefined]],
  ["that a glob names follows", [fault("a.x", ["c.*", "b.*"]), plain("b.y")], [undefined, "a.x"]],
  ["of a failure may be a warning", [fault("a.x", ["b.*"]), plain("b.y", "SHOULD")], [undefined, "a.x"]],
  ["of a warning may be a warning", [fault("a.x", ["b.*"], "SHOULD"), plain("b.y", "SHOULD")], [undefined, "a.x"]],
  ["of a warning is no failure", [fault("a.x", ["b.*"], "SHOULD"), plain("b.y")], [undefined, undefined]],
  [
    "has the first of its causes for its cause",
    [fault("a.x", ["b.y"]), fault("b.y", ["c.z"]), plain("c.z")],
    [undefined, "a.x", "a.x"],
  ],
  [
    "has the first of its causes, over three steps",
    [plain("d.w"), fault("c.z", ["d.w"]), fault("b.y", ["c.z"]), fault("a.x", ["b.y"])],
    ["a.x", "a.x", "a.x", undefined],
  ],
  [
    "that is named by its id follows from who names it so, before who names it by a glob",
    [fault("a.x", ["c.*"]), fault("b.y", ["c.z"]), plain("c.z")],
    [undefined, undefined, "b.y"],
  ],
  ["of two that name each other, only one follows", [fault("a.x", ["b.y"]), fault("b.y", ["a.x"])], ["b.y", undefined]],
  [
    "of three that name each other in a ring, one is the cause of the others",
    [fault("a.x", ["b.y"]), fault("b.y", ["c.z"]), fault("c.z", ["a.x"])],
    ["c.z", "c.z", undefined],
  ],
  ["by a glob is no cause of what it follows from by its id", [fault("a.x", ["b.y"]), fault("b.y", ["a.*"])], [undefined, "a.x"]],
])("a consequence %s", (_title, rules, wanted) => {
  expect(causes(overPipe, rules)).toEqual(wanted);
});

it("a fault explains nothing at another revision", () => {
  const trace = smallTrace("server", [opened(), opened({ connection: 2, revision: "2025-06-18" })]);
  const within = "revision" as const;
  expect(
    causes(trace, [
      { id: "a.x", at: [1], explains: { checks: ["b.y"], within } },
      { id: "b.y", at: [2] },
    ]),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

it("a fault of more places than a finding shows has its consequences in all of them", () => {
  const lines = Array.from({ length: 25 }, (_, index) => received(done(index)));
  const trace = smallTrace("server", [opened(), ...lines]);
  const places = lines.map((_, index) => index + 2);
  expect(
    causes(trace, [
      { id: "a.x", at: places, explains: { checks: ["b.y"], within: "message" } },
      { id: "b.y", at: [26] },
    ]),
  ).toEqual([undefined, "a.x"]);
});

it("a finding of a check that is not known stands for itself", () => {
  const checks = [fault("a.x", ["b.y"]), plain("b.y")].map(rule);
  const findings = judge(overPipe, checks, new Map());
  expect(causesOf(overPipe, checks.slice(1), findings)).toEqual([undefined, undefined]);
});

it.each<readonly [string, Json, readonly number[]]>([
  ["an announcement without capabilities", {}, [3]],
  ["capabilities that are a list", { capabilities: [] }, [3]],
  ["empty capabilities, which say that there are none", { capabilities: {} }, []],
])("offers are undeclared for that one reason where there is %s", (_title, result, faults) => {
  const trace = smallTrace("server", [opened(), sent(ask(1, "initialize", {})), received(done(1, result))]);
  expect(undeclaredOffers.at?.(trace).map((ref) => (typeof ref === "number" ? ref : ref.seq))).toEqual(faults);
});
