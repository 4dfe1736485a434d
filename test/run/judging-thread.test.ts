import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { judge } from "../../src/check/judge.ts";
import { checks } from "../../src/check/registry.ts";
import type { Judging, JudgingSetup } from "../../src/run/judging/judging.ts";
import { type JudgingLimits, startJudging, usualJudging } from "../../src/run/judging/judging-thread.ts";
import type { Trace } from "../../src/trace/trace.ts";
import type { WireEvent } from "../../src/trace/wire-event.ts";
import { root } from "../support/run-cli.ts";
import { loadRecorded } from "../support/traces/load-recorded.ts";

const setup: JudgingSetup = {
  checks,
  promises: new Map([["tools.list-answered", ["handshake"]]]),
  attributions: [],
  argv: ["mcpcheck", "run", "server", "--", "node", "s.js"],
};

/** The thread as it is built, with limits of one's own. */
const limits: JudgingLimits = { ...usualJudging, worker: join(root, "dist/judging-worker.js") };
const started: Judging[] = [];
const start = (stop: AbortSignal, own: Partial<JudgingLimits> = {}): Judging => {
  const judging = startJudging(checks, stop, { ...limits, ...own });
  started.push(judging);
  return judging;
};
afterEach(async () => void (await Promise.all(started.splice(0).map((judging) => judging.stop()))));

const never = new AbortController().signal;

/** A recorded session in which tools are listed and called. */
function recorded(): Trace {
  const check = checks.find(({ id }) => id === "tools.list-answered");
  const [trace] = check === undefined ? [] : loadRecorded(check).traces.values();
  if (trace === undefined) throw new Error("no such trace");
  return trace;
}

/** An answer of 200,000 values. */
const heavy = (seq: number): WireEvent => {
  const text = `{"jsonrpc":"2.0","id":${seq},"result":{"x":[${`{"k${seq}":0},`.repeat(100_000)}0]}}`;
  return { seq, at: seq, connection: 1, kind: "frame", direction: "received", text, bytes: text.length, terminator: "\n" };
};

describe("a thread that judges", () => {
  test("comes to the verdicts that checks come to", async () => {
    const trace = recorded();
    const { findings, unfinished, annotations } = await start(never).judge(trace, setup, { annotate: false });
    expect([unfinished, annotations]).toEqual([undefined, []]);
    expect(findings.map(({ finding }) => finding)).toEqual(judge(trace, checks, setup.promises));
    expect(findings.find(({ finding }) => finding.check === "tools.list-answered")).toMatchObject({
      wire: expect.arrayContaining([expect.objectContaining({ evidence: true })]) as unknown,
      repro: "mcpcheck run server --check tools.list-answered -- node s.js",
    });
  });

  test("judges what was handed over before together with the rest", async () => {
    const trace = recorded();
    const judging = start(never);
    judging.take?.(trace.subject, trace.events.slice(0, 3));
    const [first, second] = await Promise.all([
      judging.judge({ ...trace, events: trace.events.slice(0, 5) }, setup, { annotate: false }),
      judging.judge(trace, setup, { annotate: false }),
    ]);
    expect(first.findings).not.toEqual(second.findings);
    expect(second.findings.map(({ finding }) => finding)).toEqual(judge(trace, checks, setup.promises));
  });

  test("that takes too much memory has not judged, and says so of every check", async () => {
    const trace = recorded();
    const flooded = { ...trace, events: [...trace.events, ...Array.from({ length: 40 }, (_, index) => heavy(1000 + index))] };
    const { findings, unfinished } = await start(never, { heapMb: 48 }).judge(flooded, setup, { annotate: false });
    expect(unfinished).toBe("judging takes more than 48 MB of memory");
    expect(findings.length).toBe(judge(trace, checks, setup.promises).length);
    expect(findings.at(-1)?.finding).toMatchObject({ verdict: "untested", message: `not judged: ${unfinished}` });
  });

  test("ends when the time is over, with what it has", async () => {
    const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    const judging = start(late, { endMs: 0, leastMs: 0 });
    const { findings, unfinished } = await judging.judge(recorded(), setup, { annotate: true });
    expect(unfinished).toBe("the time for the whole subject was used up (--budget)");
    expect(findings.length).toBe(judge(recorded(), checks, setup.promises).length);
  });

  test("is not started for checks it does not know", async () => {
    const own = checks.slice(0, 1).map((check) => ({ ...check, id: "server.of-our-own" }));
    const judging = startJudging(own, never, limits);
    started.push(judging);
    const { findings } = await judging.judge(recorded(), { ...setup, checks: own }, { annotate: false });
    expect([judging.take, findings.length]).toEqual([undefined, 1]);
  });
});
