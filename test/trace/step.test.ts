import { expect, it } from "vitest";
import { callsTagged, eventsOfStep, exchangesTagged, stepsTagged } from "../../src/trace/step.ts";
import { ask, done, note, opened, posted, received, sent, smallTrace, step } from "../support/traces/small-trace.ts";

const other = { connection: 2 } as const;

const trace = smallTrace("server", [
  opened(),
  sent(ask(0, "ping"), other),
  step("request", { tag: "odd", deviant: true }),
  sent(ask(1, "tools/call")),
  step("request", { ...other, tag: "plain" }),
  sent(ask(1, "ping"), other),
  received(done(1)),
  step("request"),
  sent(ask(2, "tools/list")),
  step("request", { tag: "odd" }),
  sent(ask(3, "tools/call")),
  received(done(2)),
]);

it("steps and calls are found by the tag of their step, deviant ones included", () => {
  expect(stepsTagged(trace, "odd").map(({ seq }) => seq)).toEqual([3, 10]);
  expect(callsTagged(trace, "odd").map(({ request, answer }) => [request.seq, answer?.seq])).toEqual([
    [4, 7],
    [11, undefined],
  ]);
  expect(callsTagged(trace, "plain").map(({ request }) => request.seq)).toEqual([6]);
  expect([stepsTagged(trace, "none"), callsTagged(trace, "none")]).toEqual([[], []]);
});

it.each([
  ["up to the next step on its connection", 0, [4, 7]],
  ["to the end where no other step follows on its connection", 1, [11, 12]],
])("the events of a step are those on its connection %s", (_what, place, seqs) => {
  const [first, last] = stepsTagged(trace, "odd");
  const tagged = place === 0 ? first : last;
  expect(tagged && eventsOfStep(trace, tagged).map(({ seq }) => seq)).toEqual(seqs);
});

it("of a step that sends a request only the exchange of that is meant, of any other step all are", () => {
  const overHttp = smallTrace("server", [
    posted(1, ask(0, "ping")),
    step("request", { tag: "odd" }),
    posted(2, ask(1, "tools/call")),
    posted(3, done("from server")),
    posted(4, note("notifications/initialized")),
    posted(5, null, {}, { method: "GET" }),
    step("post", { tag: "odd" }),
    posted(6, note("notifications/initialized")),
    posted(7, "no JSON"),
    step("post", { tag: "other" }),
    posted(8, ask(2, "ping")),
  ]);
  expect(exchangesTagged(overHttp, "odd").map(({ exchange }) => exchange)).toEqual([2, 6, 7]);
  expect(exchangesTagged(overHttp, "other").map(({ exchange }) => exchange)).toEqual([8]);
});
