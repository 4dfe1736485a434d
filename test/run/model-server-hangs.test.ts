import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../src/base/time/clock.ts";
import { modelChecks } from "../../src/check/model/model-checks.ts";
import { createFakeModel } from "../../src/model/fake/fake-model.ts";
import { serveFakeModel } from "../../src/model/fake/serve-fake-model.ts";
import type { ModelFamily } from "../../src/model/scripted/families/family.ts";
import { modelJob } from "../../src/run/model/job.ts";
import { countingCompile, meaningScript, plainFamily } from "../../src/run/proof/model/stand-in.ts";
import type { SubjectEvent } from "../../src/run/subject-job.ts";
import { hurriedClock } from "../support/fake-models.ts";
import { plainPlan, suitesWith } from "../support/scripted-server.ts";

afterEach(() => void vi.unstubAllGlobals());

const families: readonly ModelFamily[] = ["first", "second", "third"].map((id) => ({ ...plainFamily, id }));
const suites = suitesWith("unknown-tool");

/** A server that answers nothing more of what `hangs` names, once the first family has called the unknown tool. */
async function judged(hangs: (model: string, text: string) => boolean): Promise<{ events: SubjectEvent[]; unloaded: string[] }> {
  const fake = createFakeModel({
    scripts: [meaningScript(plainPlan(suites, "ollama"))],
    clock: hurriedClock,
    date: () => new Date(0),
  });
  const { url, close } = await serveFakeModel(fake);
  onTestFinished(close);
  const real = globalThis.fetch;
  const unloaded: string[] = [];
  let isStuck = false;
  let over: (() => void) | undefined;
  vi.stubGlobal("fetch", async (where: string, init: RequestInit) => {
    const text = typeof init.body === "string" ? init.body : "{}";
    const { model = "", keep_alive: keep } = JSON.parse(text) as { model?: string; keep_alive?: number };
    if (keep === 0) unloaded.push(model);
    if (!where.endsWith("/api/chat")) return await real(where, init);
    isStuck ||= text.includes("MCK_UNKNOWN_TOOL");
    if (!isStuck || !hangs(model, text)) return await real(where, init);
    // The time for the answer is over at once.
    over?.();
    throw new Error("aborted");
  });
  const clock = {
    ...systemClock,
    setTimeout: (_ms: number, fn: () => void) => {
      over = fn;
      return () => undefined;
    },
  };
  const job = modelJob({
    id: "fake",
    server: { url, api: "ollama", headers: {}, hide: (text) => text, timeoutMs: 5000, loadMs: 5000, clock },
    subject: { kind: "model", transport: "http", url },
    families,
    suites,
    checks: modelChecks,
    paths: ["template"],
    model: undefined,
    keep: false,
    bail: false,
    argv: [],
    compile: countingCompile,
    suffix: "test",
    budgetMs: 60_000,
  });
  const events: SubjectEvent[] = [];
  for await (const event of job.events(new AbortController().signal)) events.push(event);
  return { events, unloaded };
}

const verdicts = (events: readonly SubjectEvent[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === "finding" && event.finding.check === "model.goes-on"
      ? [`${event.finding.revision} ${event.finding.verdict}`]
      : [],
  );

const badOf = (events: readonly SubjectEvent[]): readonly (readonly string[])[] =>
  events.flatMap((event) =>
    event.type === "finding" && ["fail", "warn"].includes(event.finding.verdict)
      ? [[event.finding.check, event.finding.message]]
      : [],
  );

it("one model that hangs is that family's finding; it is let go, and the others are judged", async () => {
  const { events, unloaded } = await judged((model) => model.includes("first"));
  expect(verdicts(events)).toEqual(["first/template fail", "second/template pass", "third/template pass"]);
  expect(unloaded).toContain("mcpcheck-first-template-test");
  const found = events.find((event) => event.type === "finding" && event.finding.verdict === "fail");
  expect(found).toMatchObject({ finding: { message: expect.stringContaining("right before it failed: unknown-tool, whole") } });
  expect(events.filter(({ type }) => type === "notice")).toEqual([]);
});

it("a server that answers with no other model either is asked no more", async () => {
  const { events } = await judged(() => true);
  expect(verdicts(events)).toEqual(["first/template fail"]);
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.message] : []));
  expect(notices[0]).toMatch(/^second\/template is not judged: the server does not answer with the model/);
  expect(notices[1]).toBe("third/template is not judged: since first/template the server answers with no other model either");
});

it("one silence is no finding: what was late is asked once more, and that answer counts", async () => {
  const silent = new Set<string>();
  const once = (of: (text: string) => boolean) => (model: string, text: string) => {
    if (!model.includes("first") || !of(text)) return false;
    const isNew = !silent.has(text);
    silent.add(text);
    return isNew;
  };
  const { events } = await judged(once(() => true));
  // The scenario, whole and streamed, and the control between.
  expect(silent.size).toBeGreaterThanOrEqual(3);
  expect(badOf(events)).toEqual([]);
  expect(verdicts(events)).toEqual(["first/template pass", "second/template pass", "third/template pass"]);
});

it("two silences are one: what is late again is no answer", async () => {
  const { events } = await judged((model, text) => model.includes("first") && text.includes("MCK_UNKNOWN_TOOL"));
  expect(badOf(events)).toEqual([
    [
      "model.unknown-tool",
      "unknown-tool, whole: no whole answer within 15000 ms; unknown-tool, streamed: no whole answer within 15000 ms",
    ],
  ]);
  expect(verdicts(events)).toEqual(["first/template pass", "second/template pass", "third/template pass"]);
});
