import { describe, expect, it, onTestFinished } from "vitest";
import { hurriedClock } from "../../../test/support/fake-models.ts";
import { plainPlan, suitesWith } from "../../../test/support/scripted-server.ts";
import type { Finding } from "../../check/finding.ts";
import { modelChecks } from "../../check/model/model-checks.ts";
import type { ModelApi } from "../../check/model/model-event.ts";
import { createFakeModel, type FakeModel } from "../../model/fake/fake-model.ts";
import { serveFakeModel } from "../../model/fake/serve-fake-model.ts";
import type { Turn } from "../../model/script/turn.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { SubjectEvent } from "../subject-job.ts";
import { countingCompile, meaningScript, plainFamily, type TurnChange } from "../proof/model/stand-in.ts";
import { modelJob } from "./job.ts";
import type { ModelSuite } from "./model-suite.ts";

type Judged = {
  readonly events: readonly SubjectEvent[];
  readonly findings: readonly Finding[];
  readonly error: string | undefined;
  readonly fake: FakeModel;
};

/** Judges a fake server that reads scripted texts rightly, but for what `spoil` does. */
async function judge(
  api: ModelApi,
  suites: readonly ModelSuite[],
  spoil?: TurnChange,
  more: { keep?: boolean } = {},
): Promise<Judged> {
  const script = meaningScript(plainPlan(suites, api), spoil);
  const fake = createFakeModel({ scripts: [script], clock: hurriedClock, date: () => new Date(0) });
  const { url, close } = await serveFakeModel(fake);
  onTestFinished(close);
  const job = modelJob({
    id: "fake",
    server: {
      url: api === "openai" ? `${url}/v1` : url,
      api,
      headers: { Authorization: "Bearer planted-secret" },
      hide: (text) => text,
      timeoutMs: 5000,
      loadMs: 5000,
      clock: systemClock,
    },
    subject: { kind: "model", transport: "http", url },
    families: [plainFamily],
    suites,
    checks: modelChecks,
    paths: ["template"],
    model: undefined,
    keep: more.keep ?? false,
    bail: false,
    argv: ["mcpcheck", "run", "model"],
    compile: countingCompile,
    suffix: "test",
    budgetMs: 60_000,
  });
  const events: SubjectEvent[] = [];
  for await (const event of job.events(new AbortController().signal)) events.push(event);
  const end = events.at(-1);
  return {
    events,
    findings: events.flatMap((event) => (event.type === "finding" ? [event.finding] : [])),
    error: end?.type === "subject.finished" ? end.error?.message : undefined,
    fake,
  };
}

const without = (turn: Turn, member: keyof Turn): Turn =>
  Object.fromEntries(Object.entries(turn).filter(([name]) => name !== member));

const bad = (findings: readonly Finding[]): string[] =>
  findings.filter(({ verdict }) => verdict === "fail" || verdict === "warn").map(({ check }) => check);

describe("a server that reads every text as it is meant", () => {
  it.each(["ollama", "openai"] as const)("passes on the wire of %s, with evidence", async (api) => {
    const { findings, error } = await judge(api, suitesWith());
    expect(error).toBeUndefined();
    const choice = ["model.tool-choice-none", "model.tool-choice-required", "model.tool-choice-named"];
    // A script knows nothing of tool_choice: it says what it says.
    expect(bad(findings).toSorted()).toEqual((api === "openai" ? choice : []).toSorted());
    const passed = findings.filter(({ verdict }) => verdict === "pass");
    expect(passed.length).toBeGreaterThanOrEqual(api === "openai" ? 20 : 18);
    expect(passed.every(({ evidence }) => evidence.length > 0)).toBe(true);
  });

  it("is left without the models that were made on it, unless they are to be kept", async () => {
    const { fake } = await judge("ollama", suitesWith("single-call", "call-in-bytes"));
    expect(Array.from(fake.files.models.keys())).toEqual([]);
    const { fake: kept } = await judge("ollama", suitesWith("single-call", "call-in-bytes"), undefined, { keep: true });
    expect(Array.from(kept.files.models.keys())).toEqual(["mcpcheck-plain-template-test", "mcpcheck-plain-template-bytes-test"]);
  });
});

describe("a wrong server is caught", () => {
  const cases: readonly (readonly [string, ModelApi, readonly string[], TurnChange, string])[] = [
    ["drops the call", "ollama", ["single-call"], (right) => ({ ...without(right, "calls"), say: "ok" }), "model.calls-found"],
    [
      "drops the second call",
      "openai",
      ["two-calls"],
      (right) => ({ ...right, calls: right.calls?.slice(0, 1) }),
      "model.parallel-calls",
    ],
    [
      "changes a name",
      "ollama",
      ["single-call"],
      (right) => ({ ...right, calls: right.calls?.map((call) => ({ ...call, name: "get_weatherx" })) }),
      "model.call-names",
    ],
    [
      "empties the arguments",
      "openai",
      ["nested-arguments"],
      (right) => ({ ...right, calls: right.calls?.map((call) => ({ ...call, text: "{}" })) }),
      "model.call-arguments",
    ],
    [
      "gives no ids",
      "openai",
      ["single-call"],
      (right) => ({ ...right, calls: right.calls?.map((call) => ({ ...call, id: null })) }),
      "model.call-ids",
    ],
    ["says it stopped for nothing", "openai", ["single-call"], (right) => ({ ...right, finish: "stop" }), "model.finish-reason"],
    ["loses the text before a call", "ollama", ["text-then-call"], (right) => without(right, "say"), "model.content"],
    ["loses everything", "ollama", ["no-call"], (right) => without(right, "say"), "model.nothing-lost"],
    ["loses a broken call silently", "ollama", ["missing-brace"], (right) => without(right, "say"), "model.malformed-kept"],
    [
      "fails the request for a broken call",
      "ollama",
      ["single-quotes"],
      (right) => ({ ...right, fault: { status: { code: 500 } } }),
      "model.malformed-answered",
    ],
    [
      "fails the request for a good call",
      "openai",
      ["two-calls"],
      (right) => ({ ...right, fault: { status: { code: 500 } } }),
      "model.answered",
    ],
    [
      "makes up a call",
      "ollama",
      ["no-call"],
      (right) => ({ ...right, calls: [{ name: "ping", arguments: {} }] }),
      "model.nothing-fabricated",
    ],
    ["hides a call of an unknown tool", "ollama", ["unknown-tool"], (right) => without(right, "calls"), "model.unknown-tool"],
    [
      "leaves reasoning in the content",
      "ollama",
      ["think-then-say"],
      (right, { text }) => ({ ...without(without(right, "reasoning"), "say"), say: text }),
      "model.reasoning",
    ],
    ["streams no final object", "ollama", ["no-call"], (right) => ({ ...right, fault: { unfinished: true } }), "model.form"],
  ];

  it.each(cases)("that %s (%s, %s)", async (_title, api, ids, spoil, check) => {
    const { findings } = await judge(api, suitesWith(...ids), (right, planned) =>
      planned.group === "control" ? right : spoil(right, planned),
    );
    expect(bad(findings)).toContain(check);
  });

  it("that does not give the model its tool results", async () => {
    const { findings } = await judge("ollama", suitesWith("result-then-say"), (right, planned) =>
      planned.marker.endsWith("_T1") ? { ...right, say: "I see no result.", usage: { prompt: 1, completion: 3 } } : right,
    );
    expect(bad(findings)).toContain("model.tool-results");
  });
});

describe("what a server keeps the model from saying", () => {
  it("is called constrained, and no failure", async () => {
    const { findings, events } = await judge("openai", suitesWith("single-call"), (right, planned) =>
      planned.group === "call" ? { say: "noise", usage: { prompt: 1, completion: 2 } } : right,
    );
    expect(bad(findings)).toEqual([]);
    expect(findings.find(({ check }) => check === "model.calls-found")).toMatchObject({
      verdict: "not-applicable",
      message: "constrained: in 2 of 2 answers the model was made to say something else than its script has",
    });
    expect(events).toContainEqual(
      expect.objectContaining({ scenario: "conversations/single-call", skipped: expect.stringContaining("constrained") }),
    );
  });

  const mailing = (right: Turn, group: string): Turn =>
    group === "unknown" ? { ...right, calls: [{ name: "get_weather", arguments: { city: "Rome" } }] } : right;

  it("is told by log-probabilities, although as many tokens were counted", async () => {
    const { findings } = await judge("openai", suitesWith("unknown-tool"), (right, { group, text }) =>
      group === "unknown" ? { ...mailing(right, group), generated: text.replace("send_mail", "get_mails") } : right,
    );
    expect(bad(findings)).toEqual([]);
    expect(findings.find(({ check }) => check === "model.nothing-fabricated")?.evidence).toHaveLength(2);
    expect(findings.find(({ check }) => check === "model.unknown-tool")?.verdict).toBe("not-applicable");
  });

  it("is not known without them, and no failure either", async () => {
    const { findings } = await judge("openai", suitesWith("unknown-tool"), (right, { group }) =>
      without(mailing(right, group), "generated"),
    );
    expect(bad(findings)).toEqual([]);
    expect(findings.find(({ check }) => check === "model.unknown-tool")).toMatchObject({
      verdict: "untested",
      message: expect.stringContaining("without log-probabilities"),
    });
  });

  it("may be without end: what the limit of tokens cut is no failure", async () => {
    const { findings, fake } = await judge("openai", suitesWith("choice-required", "missing-closer"), (right, { group }) =>
      group === "control" ? right : { say: "{ { { {", finish: "length", generated: "{ { { {" },
    );
    expect(bad(findings)).toEqual([]);
    expect(findings.find(({ check }) => check === "model.tool-choice-required")?.message).toMatch(/^constrained: in 2 of 2/);
    const chats = fake.requests().filter(({ path }) => path.endsWith("/chat/completions"));
    expect(chats.every(({ body }) => JSON.stringify(body).includes('"max_tokens"'))).toBe(true);
  });

  it("gets a server no verdict when it does not play the file at all", async () => {
    const { findings, error } = await judge("ollama", suitesWith("single-call"), () => ({ say: "I am a real model." }));
    expect(findings).toEqual([]);
    expect(error).toContain('it said "I am a real model."');
  });
});

it("keeps credentials out of everything that is told", async () => {
  const { events, fake } = await judge("ollama", suitesWith("single-call"), (right) => ({ ...right, finish: "odd" }));
  expect(fake.requests().some(({ headers }) => "authorization" in headers)).toBe(true);
  expect(JSON.stringify(events)).not.toContain("planted-secret");
});
