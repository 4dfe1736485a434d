import { expect, test } from "vitest";
import { type Deferred, deferred } from "../base/time/deferred.ts";
import type { RunEvent } from "./run-event.ts";
import { runSubjects, withoutBaseline } from "./run-subjects.ts";
import type { SubjectJob } from "./subject-job.ts";

const started = {
  startedAt: "2026-01-01T00:00:00.000Z",
  tool: { name: "mcpcheck", version: "0.0.0" },
  argv: [],
  subject: null,
  revisions: "auto",
  seed: 1,
  strict: false,
} as const;
const clock = { now: () => 0, setTimeout: () => () => undefined };

/** Jobs that say when they are begun, and end when they are told to. */
function jobsThatWait(names: readonly string[], apart: readonly string[]) {
  const begun: string[] = [];
  const ends = new Map<string, Deferred<void>>(names.map((name) => [name, deferred()]));
  const jobs = names.map((id): SubjectJob => ({
    id,
    ...(apart.includes(id) ? { apart: true } : {}),
    async *events() {
      begun.push(id);
      await ends.get(id)?.promise;
      yield { type: "subject.finished", subjectId: id, error: null, ms: 0 };
    },
  }));
  return { jobs, begun, end: (name: string) => ends.get(name)?.resolve() };
}

async function finishedOf(jobs: readonly SubjectJob[], workers: number): Promise<string[]> {
  const setup = { started, jobs, baseline: withoutBaseline, clock, workers, interrupted: new AbortController().signal };
  const events: RunEvent[] = [];
  for await (const event of runSubjects(setup)) events.push(event);
  return events.flatMap((event) => (event.type === "subject.finished" ? [event.subjectId] : []));
}

const names = ["a", "b", "c", "aside"];

test("what is judged on a thread of its own is begun at once, beside as many others as there are workers, and told in its place", async () => {
  const { jobs, begun, end } = jobsThatWait(names, ["aside"]);
  const finished = finishedOf(jobs, 2);
  await new Promise(setImmediate);
  expect(begun).toEqual(["aside", "a", "b"]);
  names.forEach(end);
  expect(await finished).toEqual(names);
});

test("where one is judged at a time nothing is beside it", async () => {
  const { jobs, begun, end } = jobsThatWait(names, ["aside"]);
  const finished = finishedOf(jobs, 1);
  await new Promise(setImmediate);
  expect(begun).toEqual(["a"]);
  names.forEach(end);
  expect(await finished).toEqual(names);
});

test("what a job throws is thrown to the reader", async () => {
  const { jobs, end } = jobsThatWait(["a"], []);
  const broken: SubjectJob = {
    id: "aside",
    apart: true,
    async *events() {
      yield { type: "notice", message: "as far as this" };
      throw await Promise.resolve(new Error("no thread"));
    },
  };
  end("a");
  await expect(finishedOf([...jobs, broken], 2)).rejects.toThrow("no thread");
});
