import { expect, test } from "vitest";
import { outcomeOf } from "../../src/check/judge.ts";
import { checkById } from "../../src/check/registry.ts";
import { loadAttributions } from "../../src/run/attribution/load-attributions.ts";
import { revisionsIn } from "../../src/trace/trace.ts";
import { loadRecorded } from "../support/traces/load-recorded.ts";

/** What a check says of the violated traces that are recorded for it. */
function messagesOf(id: string): string[] {
  const check = checkById(id);
  if (check === undefined) return [];
  return [...loadRecorded(check).traces.values()].flatMap((trace) =>
    revisionsIn(trace).flatMap((revision) => {
      const outcome = outcomeOf(trace, check, revision);
      return outcome.kind === "violated" ? [outcome.message] : [];
    }),
  );
}

const patterns = loadAttributions().flatMap(({ sdk, behaviours }) =>
  behaviours.flatMap(({ checks, message }) => (message === undefined ? [] : checks.map((check) => ({ sdk, check, message })))),
);

// A pattern over our own words goes out of date without a sound when the words change: nothing is inherited any more.
test.each(patterns)("$check still says what $sdk is recognised by: $message", ({ check, message }) => {
  expect(messagesOf(check).filter((text) => new RegExp(message, "u").test(text))).not.toEqual([]);
});
