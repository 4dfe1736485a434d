import { expect, test } from "vitest";
import { referenceParserJob } from "./reference-parser-job.ts";

test("the job judges by the checks that are wanted, and ends when the run is interrupted", async () => {
  const interrupted = new AbortController();
  const seen: string[] = [];
  for await (const event of referenceParserJob({ check: "filter.*", seed: 1, bail: false, thorough: true }).events(
    interrupted.signal,
  )) {
    if (event.type === "finding") seen.push(event.finding.check);
    if (seen.length === 2) interrupted.abort("SIGINT");
  }
  expect(seen).toEqual(["filter.reasoning", "filter.fences"]);
});
