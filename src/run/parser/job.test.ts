import { expect, test } from "vitest";
import type { Finding } from "../../check/finding.ts";
import { formatById } from "../../toolcall/formats/registry.ts";
import type { SubjectEvent } from "../subject-job.ts";
import { loadCorpora } from "./corpus.ts";
import type { ParserAnswer, ParserRequest, ReadAnswer } from "./answer/parser-answer.ts";
import { parserChecks } from "../../check/parser/parser-checks.ts";
import { parserJob, type ParserJobSetup } from "./job.ts";
import type { ParserUnderTest } from "./parser-under-test.ts";
import { referenceParser } from "./reference-parser.ts";

// A part of two formats: enough for every check to have cases, few enough to be replayed a dozen times.
const corpora = loadCorpora((id) => id === "hermes" || id === "glm4.7").map((corpus) => ({
  ...corpus,
  cases: corpus.cases.filter(({ tokenIds }, index) => tokenIds === undefined && (index < 5 || index % 5 === 0)),
}));
const reference = referenceParser(formatById);

function parser(answer: (request: ParserRequest) => Promise<ReadAnswer>): ParserUnderTest {
  return {
    window: 4,
    ask: async (request) => ({ request: () => JSON.stringify(request), reply: () => "{}", answer: await answer(request) }),
    close: async () => {},
  };
}

/** The reference parser with its answers changed. */
function spoilt(change: (answer: ParserAnswer, request: ParserRequest) => ParserAnswer): ParserUnderTest {
  return parser(async (request) => {
    const { answer } = await reference.ask(request);
    return typeof answer === "object" && !("wrong" in answer) ? change(answer, request) : answer;
  });
}

function isWhole({ chunks }: ParserRequest): boolean {
  return typeof chunks === "object" && chunks.length === 1;
}

async function judged(subject: ParserUnderTest, change: Partial<ParserJobSetup> = {}): Promise<SubjectEvent[]> {
  const events: SubjectEvent[] = [];
  const job = parserJob({
    id: "it",
    subject: { kind: "parser", transport: "memory" },
    corpora,
    checks: parserChecks,
    thoroughness: { splits: 3, seed: 1 },
    bail: false,
    argv: ["mcpcheck", "run", "parser"],
    clock: { now: () => 0, setTimeout: () => () => {} },
    start: () => subject,
    budgetMs: 1000,
    ...change,
  });
  for await (const event of job.events(new AbortController().signal)) events.push(event);
  return events;
}

function findings(events: readonly SubjectEvent[]): Finding[] {
  return events.flatMap((event) => (event.type === "finding" ? [event.finding] : []));
}

/** Ids of the checks with a verdict, without repetition. */
function withVerdict(events: readonly SubjectEvent[], ...verdicts: Finding["verdict"][]): string[] {
  return [...new Set(findings(events).flatMap(({ check, verdict }) => (verdicts.includes(verdict) ? [check] : [])))];
}

function errorOf(events: readonly SubjectEvent[]): string | undefined {
  const last = events.at(-1);
  return last?.type === "subject.finished" ? last.error?.message : "not finished";
}

test("the reference parser passes, and every pass names its evidence", async () => {
  const events = await judged(reference);
  expect(withVerdict(events, "fail", "warn", "untested", "error")).toEqual([]);
  expect(findings(events)).toHaveLength(2 * parserChecks.length);
  for (const { verdict, evidence } of findings(events)) expect(verdict === "pass").toBe(evidence.length > 0);
  expect(errorOf(events)).toBeUndefined();
});

test("a parser that always answers nothing gets no pass, and is not judged", async () => {
  const events = await judged(parser(async () => ({ content: "", reasoning: "", calls: [], deltas: [] })));
  expect(withVerdict(events, "pass")).toEqual([]);
  expect(errorOf(events)).toMatch(/read none of the calls/);
});

test("a parser that hands every text through gets no pass either", async () => {
  const events = await judged(
    parser(async ({ chunks, input }) => ({ content: input ?? (typeof chunks === "object" ? chunks.join("") : ""), calls: [] })),
  );
  expect(withVerdict(events, "pass")).toEqual([]);
  expect(errorOf(events)).toMatch(/read none of the calls/);
});

test("a parser that knows none of the formats is not judged", async () => {
  const events = await judged(parser(async () => "unsupported"));
  expect(withVerdict(events, "pass", "fail", "warn", "untested")).toEqual([]);
  expect(errorOf(events)).toMatch(/knows none of 2 formats/);
});

test.each<[string, (answer: ParserAnswer, request: ParserRequest) => ParserAnswer, string[]]>([
  [
    "loses the last call of a stream",
    (answer, request) => (isWhole(request) ? answer : { content: answer.content, calls: answer.calls.slice(0, -1) }),
    ["parser.streamed", "parser.invariant"],
  ],
  [
    "sends a fragment twice",
    (answer) => ({
      ...answer,
      deltas: (answer.deltas ?? []).flatMap((one) => (one.arguments === undefined ? [one] : [one, one])),
    }),
    ["parser.deltas"],
  ],
  [
    "loses text in single bytes",
    (answer, { chunks }) => (chunks === "bytes" ? { ...answer, content: answer.content.slice(1) } : answer),
    ["parser.streamed", "parser.invariant"],
  ],
  [
    "invents a call",
    (answer) => ({ ...answer, calls: [...answer.calls, { name: "f", arguments: "{}" }] }),
    ["parser.whole", "parser.streamed", "parser.deltas"],
  ],
])("a parser that %s fails exactly what it breaks", async (_what, change, broken) => {
  const events = await judged(spoilt(change));
  expect(withVerdict(events, "fail")).toEqual(broken);
});

test("a newline between calls is a warning, and no failure", async () => {
  const events = await judged(
    spoilt((answer) => (answer.calls.length > 1 && answer.content === "" ? { ...answer, content: "\n" } : answer)),
  );
  expect(withVerdict(events, "fail")).toEqual([]);
  expect(withVerdict(events, "warn")).toContain("parser.layout");
});

test("what a parser does not tell is not applicable", async () => {
  const events = await judged(spoilt(({ content, calls }) => ({ content, calls })));
  expect(withVerdict(events, "fail", "warn")).toEqual([]);
  expect(withVerdict(events, "not-applicable")).toEqual(["parser.deltas", "filter.reasoning"]);
});

test("a failure shows the case, the chunking and both lines, and how to see it again", async () => {
  const events = await judged(spoilt((answer, request) => (isWhole(request) ? answer : { ...answer, calls: [] })));
  const event = events.find((one) => one.type === "finding" && one.finding.check === "parser.streamed");
  if (event?.type !== "finding") throw new Error("no finding");
  expect(event.finding.message).toMatch(
    /^\d+ of \d+ cases, .* right; single \(split at \d+\): 0 calls \(none\), expected 1 \(get_weather\)/,
  );
  expect(event.finding.revision).toBe("glm4.7");
  expect(event.wire.map(({ direction }) => direction).slice(0, 2)).toEqual(["sent", "received"]);
  expect(event.repro).toBe("mcpcheck run parser --format glm4.7 --check parser.streamed");
});

test("with bail the run ends at the first format that fails", async () => {
  const events = await judged(
    spoilt((answer) => ({ ...answer, calls: answer.calls.slice(1) })),
    { bail: true },
  );
  expect(new Set(findings(events).map(({ revision }) => revision))).toEqual(new Set(["glm4.7"]));
});
