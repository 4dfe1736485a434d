import { describe, expect, it } from "vitest";
import { besides, broken, kept, unshown } from "../../../test/support/model-traces.ts";
import { type Fault, type Observation, readRight, rightInTokens, tokenLikePieces } from "./observation.ts";
import { outcomeOf, parserChecks, restsOn } from "./parser-checks.ts";

const calls = [{ name: "get_time" }];

type Case = Observation["case"];
type Seen = Partial<Omit<Observation, "case">> & { case?: Partial<Case>; reasons?: string };

/** What replaying a case showed: read right in every chunking, but for what is given. */
const seen = ({ case: what, reasons = "", ...over }: Seen = {}): Observation => ({
  case: { id: "one", group: "calls", level: "must", expect: { reasoning: reasons, calls }, ...what },
  seq: 1,
  request: "",
  reply: "",
  chunkings: 2,
  wrongChunkings: [],
  readable: 3,
  tellsReasoning: true,
  deltas: 1,
  ...over,
});
const fault = (seq: number, message: string, chunking = "whole"): Fault => ({ seq, chunking, message, request: "", reply: "" });
const should: Partial<Case> = { level: "should" };
const inGroup = (group: string, over: Partial<Case> = {}): Partial<Case> => ({ group, ...over });

function checkOf(id: string) {
  const check = parserChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  return check;
}

function judged(id: string, ...cases: Observation[]): object {
  return outcomeOf(checkOf(id), { format: "hermes", unsupported: false, cases });
}

const noCase = besides("the corpus of the format has no such case");
const wrong = fault(7, "a call is missing");

describe.each<[string, [string, Observation, object][]]>([
  [
    "parser.whole",
    [
      ["is kept by a parser that reads the whole input", seen(), kept(1)],
      ["is broken by one that does not", seen({ whole: wrong }), broken(7, "one (whole): a call is missing")],
      [
        "is kept where only pieces are read wrongly",
        seen({ streamed: wrong, variant: wrong, layout: wrong, delta: wrong }),
        kept(1),
      ],
      ["says nothing where sound parsers differ", seen({ whole: wrong, case: should }), noCase],
      ["says nothing of reasoning", seen({ whole: wrong, case: inGroup("reasoning") }), noCase],
      ["says nothing of fences", seen({ whole: wrong, case: inGroup("fences") }), noCase],
    ],
  ],
  [
    "parser.streamed",
    [
      ["is kept by a parser that reads all pieces", seen(), kept(1)],
      [
        "is broken by one that does not",
        seen({ streamed: fault(9, "a call is missing", "bytes") }),
        broken(9, "one (bytes): a call is missing"),
      ],
      [
        "is kept where only the whole input is read wrongly",
        seen({ whole: wrong, case: { id: "two" } }),
        unshown("no call of the corpus of hermes was read right, so that its answers show nothing"),
      ],
      ["says nothing where nothing was cut", seen({ streamed: wrong, chunkings: 0 }), noCase],
      ["says nothing where sound parsers differ", seen({ streamed: wrong, case: should }), noCase],
      ["says nothing of reasoning", seen({ streamed: wrong, case: inGroup("reasoning") }), noCase],
      ["says nothing of fences", seen({ streamed: wrong, case: inGroup("fences") }), noCase],
    ],
  ],
  [
    "parser.invariant",
    [
      ["is kept by a parser that always answers the same", seen(), kept(1)],
      ["is broken by one that does not", seen({ variant: wrong }), broken(7, "one (whole): a call is missing")],
      [
        "is broken also where sound parsers differ",
        seen({ variant: wrong, case: inGroup("reasoning", should) }),
        broken(7, "one (whole): a call is missing"),
      ],
      ["says nothing where nothing was cut", seen({ variant: wrong, chunkings: 0 }), noCase],
    ],
  ],
  [
    "parser.deltas",
    [
      ["is kept by a parser whose deltas add up", seen(), kept(1)],
      ["is broken by one whose deltas do not", seen({ delta: wrong }), broken(7, "one (whole): a call is missing")],
      ["says nothing of a parser without deltas", seen({ delta: wrong, deltas: 0 }), besides("the parser tells no deltas")],
    ],
  ],
  [
    "parser.layout",
    [
      ["is kept by a parser that hands on whitespace", seen(), kept(1)],
      ["is broken by one that does not", seen({ layout: wrong }), broken(7, "one (whole): a call is missing")],
      ["says nothing where more than whitespace is wrong", seen({ layout: wrong, streamed: wrong }), noCase],
      ["says nothing where more than whitespace varies", seen({ layout: wrong, variant: wrong }), noCase],
    ],
  ],
  [
    "parser.policy",
    [
      [
        "shows nothing where no call of undisputed syntax was read right",
        seen({ case: should }),
        unshown("no call of the corpus of hermes was read right, so that its answers show nothing"),
      ],
      [
        "is broken by a parser that decides otherwise",
        seen({ whole: wrong, case: should }),
        broken(7, "one (whole): a call is missing"),
      ],
      ["says nothing where sound parsers agree", seen({ whole: wrong }), noCase],
      ["says nothing of reasoning", seen({ whole: wrong, case: inGroup("reasoning", should) }), noCase],
      ["says nothing of fences", seen({ whole: wrong, case: inGroup("fences", should) }), noCase],
    ],
  ],
  [
    "filter.reasoning",
    [
      ["is kept by a parser that keeps reasoning apart", seen({ case: inGroup("reasoning") }), kept(1)],
      [
        "is broken by one that does not",
        seen({ whole: wrong, case: inGroup("reasoning") }),
        broken(7, "one (whole): a call is missing"),
      ],
      [
        "says nothing of a parser that tells none",
        seen({ whole: wrong, tellsReasoning: false, case: inGroup("reasoning") }),
        besides("the parser tells no reasoning"),
      ],
      ["says nothing of other cases", seen({ whole: wrong }), noCase],
    ],
  ],
  [
    "filter.fences",
    [
      ["is kept by a parser that leaves fences alone", seen({ case: inGroup("fences") }), kept(1)],
      [
        "is broken by one that does not",
        seen({ whole: wrong, case: inGroup("fences") }),
        broken(7, "one (whole): a call is missing"),
      ],
      ["says nothing of other cases", seen({ whole: wrong }), noCase],
      ["says nothing of other cases to a parser that tells no reasoning", seen({ whole: wrong, tellsReasoning: false }), noCase],
    ],
  ],
])("%s", (id, rows) => {
  it.each(rows)("%s", (_title, one, expected) => {
    expect(judged(id, one)).toEqual(expected);
  });
});

describe("all cases of a format", () => {
  it("say nothing to a parser that does not know it", () => {
    expect(outcomeOf(checkOf("parser.whole"), { format: "hermes", unsupported: true, cases: [seen()] })).toEqual(
      besides("the parser does not know the format"),
    );
  });

  it("are judged together", () => {
    const bad = seen({ seq: 2, case: { id: "two" }, whole: fault(8, "no call") });
    expect(judged("parser.whole", seen(), seen({ seq: 3 }))).toEqual(kept(1, 3));
    expect(judged("parser.whole", seen(), bad, seen({ seq: 3, whole: fault(9, "no text") }))).toEqual(
      broken([8, 9], "two (whole): no call; one (whole): no text"),
    );
  });

  it("show something where a call of undisputed syntax was read right, in whatever group", () => {
    expect(judged("parser.policy", seen({ seq: 1 }), seen({ seq: 2, case: should }))).toEqual(kept(2));
    const bare = { expect: { reasoning: "", calls: [] } };
    expect(judged("parser.whole", seen({ case: bare }))).toMatchObject({ kind: "inconclusive" });
  });

  it("say nothing of reasoning where the parser tells none in the one that has it", () => {
    const silent = seen({ tellsReasoning: false, case: inGroup("reasoning") });
    expect(judged("filter.reasoning", seen(), silent)).toEqual(besides("the parser tells no reasoning"));
    expect(judged("parser.whole", silent)).toEqual(noCase);
  });

  it("with reasoning in them say nothing to a parser that tells none", () => {
    expect(judged("parser.whole", seen({ whole: wrong, reasons: "Hm.", tellsReasoning: false }))).toEqual(noCase);
    expect(judged("parser.whole", seen({ reasons: "Hm." }))).toEqual(kept(1));
    expect(judged("parser.whole", seen({ tellsReasoning: false }))).toEqual(kept(1));
  });
});

describe("what was seen of a case", () => {
  it.each<[string, Seen, boolean]>([
    ["shows that the parser knows the format", {}, true],
    ["does not where the answer is wrong", { whole: wrong }, false],
    ["does not where sound parsers differ", { case: should }, false],
    ["does not where there is no call", { case: { expect: { reasoning: "", calls: [] } } }, false],
  ])("%s", (_title, one, expected) => {
    expect(readRight(seen(one))).toBe(expected);
  });

  it.each<[string, Seen, boolean]>([
    ["is right in tokens where all is right", {}, true],
    ["is right in tokens where smaller pieces are read wrongly", { wrongChunkings: ["bytes"] }, true],
    ["is wrong in tokens where they are read wrongly", { wrongChunkings: ["bytes", tokenLikePieces] }, false],
    ["is wrong in tokens where the whole is", { whole: wrong }, false],
  ])("%s", (_title, one, expected) => {
    expect(rightInTokens(seen(one))).toBe(expected);
  });
});

describe("what a verdict rests on", () => {
  const inBytes = seen({ streamed: wrong, wrongChunkings: ["bytes"] });
  it.each<[string, string, Observation[], string]>([
    ["is told with its chunkings", "parser.streamed", [seen(), seen({ chunkings: 3 })], "2 of 2 cases, 5 chunkings"],
    ["is told of one", "parser.streamed", [seen({ chunkings: 1 })], "1 of 1 case, 1 chunking"],
    ["is told without chunkings", "parser.whole", [seen({ chunkings: 0 }), seen({ whole: wrong, chunkings: 0 })], "1 of 2 cases"],
    ["is told of what is looked at", "parser.whole", [seen(), seen({ case: should })], "1 of 1 case, 2 chunkings"],
    [
      "tells what is right between tokens",
      "parser.streamed",
      [seen(), inBytes],
      "1 of 2 cases, 2 when cut between tokens only, 4 chunkings",
    ],
    [
      "tells it of streams alone",
      "parser.invariant",
      [seen({ variant: wrong, wrongChunkings: ["bytes"] })],
      "0 of 1 case, 2 chunkings",
    ],
    [
      "does not tell it where no more are right so",
      "parser.streamed",
      [seen({ streamed: wrong, wrongChunkings: [tokenLikePieces] })],
      "0 of 1 case, 2 chunkings",
    ],
  ])("%s", (_title, id, cases, expected) => {
    expect(restsOn(checkOf(id), { format: "hermes", unsupported: false, cases })).toBe(expected);
  });
});
