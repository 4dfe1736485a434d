import { describe, expect, it } from "vitest";
import type { SubjectEvent, SubjectJob } from "../../run/subject-job.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";
import { cleanedJob, type Remains } from "./cleaned-job.ts";

const finished: SubjectEvent = { type: "subject.finished", subjectId: "a", error: null, ms: 1 };

/** Runs a job that leaves these; gives its events, what was said on stderr, and what was done in which order. */
async function after(remains: Remains, folders: string | undefined, fails = false) {
  const done: string[] = [];
  const said: string[] = [];
  const job: SubjectJob = {
    id: "a",
    async *events() {
      await Promise.resolve(done.push("job"));
      yield finished;
      if (fails) throw new Error("broken");
    },
  };
  const guard = createProcessGuard();
  const scratch = {
    temporary: "/scratch/tmp",
    root: "/s",
    work: "/s/work",
    home: "/s/home",
    make: () => void done.push("make"),
    remove: () => (done.push("remove"), folders),
  };
  const events: SubjectEvent[] = [];
  const cleaning = { opened: [], scratch, guard, name: "node s.js", remains, stderr: (text: string) => void said.push(text) };
  try {
    for await (const event of cleanedJob(job, new AbortController().signal, cleaning)) events.push(event);
  } catch (error) {
    done.push(String(error));
  }
  return { events, said, done, guarded: guard.size() };
}

describe("cleanedJob", () => {
  it("makes the folders, runs the job, and removes them", async () => {
    expect(await after(new Map(), undefined)).toEqual({
      events: [finished],
      said: [],
      done: ["make", "job", "remove"],
      guarded: 0,
    });
  });

  it("says what is still there in the report and on stderr, the folders too", async () => {
    const { events, said } = await after(
      new Map([["a process is left", "is still there"]]),
      "it could not be removed: /s (EPERM)",
    );
    const words = ["node s.js: a process is left", "node s.js: it could not be removed: /s (EPERM)"];
    expect(events).toEqual([finished, ...words.map((message) => ({ type: "notice", message }))]);
    expect(said).toEqual(words.map((message) => `mcpcheck: ${message}\n`));
  });

  it("says in the report alone what would not have been seen", async () => {
    const { events, said } = await after(new Map([["none would be found", "would not be seen"]]), undefined);
    expect([events.length, said]).toEqual([2, []]);
  });

  it("cleans up after a job that broke off", async () => {
    const { done, said } = await after(new Map(), "stayed", true);
    expect([done, said]).toEqual([["make", "job", "remove", "Error: broken"], ["mcpcheck: node s.js: stayed\n"]]);
  });
});
