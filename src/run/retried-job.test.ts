import { expect, test } from "vitest";
import type { Finding } from "../check/finding.ts";
import { retriedJob } from "./retried-job.ts";
import type { SubjectEvent, SubjectJob } from "./subject-job.ts";

type Verdicts = Readonly<Record<string, Finding["verdict"]>>;

const finding = (check: string, verdict: Finding["verdict"]): Finding => ({
  check,
  title: "",
  level: "MUST",
  revision: "2025-11-25",
  verdict,
  message: "",
  spec: "",
  advice: "",
  scenario: null,
  evidence: [],
  promised: false,
});

function job(verdicts: Verdicts, error = false): SubjectJob {
  return {
    id: "s",
    async *events() {
      for (const [check, verdict] of Object.entries(verdicts))
        yield { type: "finding", subjectId: "s", finding: finding(check, verdict), wire: [], repro: "" };
      const broken = { kind: "subject", message: "gone", stderrTail: "" } as const;
      yield { type: "subject.finished", subjectId: "s", error: error ? broken : null, ms: 1 };
    },
  };
}

/** Plays a job and what comes after it, and tells the events and what was asked for again. */
async function played(
  first: SubjectJob,
  later: readonly SubjectJob[],
  known: readonly string[] = [],
  stop = new AbortController(),
) {
  const asked: string[][] = [];
  const events: SubjectEvent[] = [];
  const retrying = {
    times: later.length,
    again: async (failed: readonly Finding[]) => later[asked.push(failed.map(({ check }) => check)) - 1],
    isKnown: ({ check }: Finding) => known.includes(check),
  };
  for await (const event of retriedJob(first, retrying).events(stop.signal)) events.push(event);
  const flaky = events.flatMap((event) =>
    event.type === "finding" ? [[event.finding.check, event.finding.flaky] as const] : [],
  );
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.message] : []));
  return { asked, flaky: Object.fromEntries(flaky), notices, last: events.at(-1)?.type };
}

test("a fail that passes when it is played again is flaky, and is not asked for once more", async () => {
  const seen = await played(job({ a: "fail", b: "fail", c: "pass" }), [job({ a: "pass", b: "fail" }), job({ b: "pass" })]);
  expect(seen.asked).toEqual([["a", "b"], ["b"]]);
  expect(seen.flaky).toEqual({ a: { failed: 1, played: 2 }, b: { failed: 2, played: 3 }, c: undefined });
  expect(seen.notices).toEqual(["s: 2 fails were played again up to 2 times: 0 came back, 2 passed (flaky)"]);
  expect(seen.last).toBe("subject.finished");
});

test.each<[string, SubjectJob]>([
  ["fails again", job({ a: "fail" })],
  ["is not exercised any more", job({ a: "untested" })],
  ["is not among what was judged", job({ b: "pass" })],
  ["passes in a run that breaks off", job({ a: "pass" }, true)],
])("a fail that %s stays a fail", async (_, later) => {
  const { flaky, notices } = await played(job({ a: "fail" }), [later]);
  expect(flaky).toEqual({ a: undefined });
  expect(notices).toEqual(["s: 1 fail was played again once: 1 came back, 0 passed (flaky)"]);
});

test("nothing is played again where nothing failed, where all of it is known, where the run broke off, or was interrupted", async () => {
  const again = [job({ a: "pass" })];
  const interrupted = new AbortController();
  interrupted.abort("SIGINT");
  for (const one of [
    played(job({ a: "warn" }), again),
    played(job({ a: "fail" }), again, ["a"]),
    played(job({ a: "fail" }, true), again),
    played(job({ a: "fail" }), again, [], interrupted),
  ])
    expect((await one).asked).toEqual([]);
});
