import { join } from "node:path";
import { expect, test } from "vitest";
import { parsersAside } from "../../src/cli/parser/parsers-aside.ts";
import { referenceParserJob } from "../../src/cli/parser/reference-parser-job.ts";
import type { SubjectEvent, SubjectJob } from "../../src/run/subject-job.ts";
import { root } from "../support/run-cli.ts";

const program = join(root, "dist/parser-worker.js");
const options = { check: "filter.*", seed: 1, bail: false, thorough: false };
const never = new AbortController().signal;

/** What a job says first, without times. */
async function eventsOf(job: SubjectJob, most = 12): Promise<SubjectEvent[]> {
  const events: SubjectEvent[] = [];
  for await (const event of job.events(never)) {
    events.push("ms" in event ? { ...event, ms: 0 } : event);
    if (events.length === most) break;
  }
  return events;
}

test("a thread says of the parsers what would be said here, and takes no place among other subjects", async () => {
  const aside = parsersAside(options, program);
  expect(aside).toMatchObject({ id: referenceParserJob(options).id, apart: true });
  expect(await eventsOf(aside)).toEqual(await eventsOf(referenceParserJob(options)));
});

test("what is interrupted ends early, in order", async () => {
  const stop = new AbortController();
  const seen: SubjectEvent["type"][] = [];
  for await (const event of parsersAside(options, program).events(stop.signal)) {
    if (event.type === "finding") stop.abort("SIGINT");
    seen.push(event.type);
  }
  expect(seen.filter((type) => type === "scenario.finished").length).toBeLessThan(50);
  expect(seen.at(-1)).toBe("subject.finished");
});

test("a thread that ends before it is done is a failure of mcpcheck", async () => {
  const aside = parsersAside(options, join(root, "dist/mcpcheck-error.js"));
  await expect(eventsOf(aside)).rejects.toMatchObject({ code: "harness", message: "the thread that judges parsers ended" });
});

test("without a file for a thread the parsers are judged here", () => {
  expect(parsersAside(options, undefined).apart).toBeUndefined();
});
