import { expect, it } from "vitest";
import { reported } from "../../../src/report/collect-run.ts";
import { commentReporter } from "../../../src/report/comment.ts";
import type { RunEvent } from "../../../src/run/run-event.ts";
import { render } from "../render.ts";
import { bytes, eventsOf, found, runOf } from "./build.ts";

it("a run is sorted by what its events tell, each in the order they came", async () => {
  const roles: RunEvent = { type: "subject.roles", subjectId: "server", roles: [] };
  const timeline: RunEvent = { type: "subject.timeline", subjectId: "server", connections: [] };
  const ended: RunEvent = { type: "subject.finished", subjectId: "server", error: null, ms: 1 };
  const scenario: RunEvent = {
    type: "scenario.finished",
    subjectId: "server",
    revision: "2025-11-25",
    scenario: "a",
    skipped: null,
    ms: 1,
  };
  const planned: RunEvent = { type: "subject.planned", subjectId: "server", scenarios: 1 };
  const notes = ["two", "one", "two"].map((message): RunEvent => ({ type: "notice", message }));
  const run = await runOf({
    findings: [found("a.b", "pass"), found("a.a", "fail")],
    subjects: [{ subjectId: "server" }, { subjectId: "other" }],
    others: [planned, scenario, roles, timeline, ended, ...notes],
  });
  expect(run).toMatchObject({
    started: { type: "run.started" },
    subjects: [{ subjectId: "server" }, { subjectId: "other" }],
    scenarios: [scenario],
    findings: [{ finding: { check: "a.b" } }, { finding: { check: "a.a" } }],
    roles: [roles],
    timelines: [timeline],
    ended: [ended],
    notices: ["two", "one"],
    finished: { type: "run.finished" },
  });
});

it("a run begins once and ends last, whatever was merged into it", async () => {
  const [late] = eventsOf({ started: { seed: 9 }, subjects: [], finished: null });
  const [early] = eventsOf({ started: null, subjects: [], finished: { ms: 7 } });
  const run = await runOf({ others: [late, early].flatMap((event) => event ?? []) });
  expect(run.started?.seed).toBe(1);
  expect(run.finished?.ms).toBe(1500);
});

it("a finding has beside it what its event carries", async () => {
  const finding = found("a.b", "fail", { subjectId: "one", wire: [bytes(3, "sent", "{}")], repro: "again" });
  expect(reported(await runOf({ findings: [finding] }))).toEqual([finding]);
});

it("a comment has a mark for its run, leads to the site, and is as long as one may be", async () => {
  const findings = Array.from({ length: 150 }, (_, index) => found(`a.n${index}`, "fail", { message: "x".repeat(300) }));
  const text = await render(commentReporter({ docsUrl: "https://docs.example" }), eventsOf({ findings }));
  expect(text.startsWith("<!-- mcpcheck/server -->\n# mcpcheck: failed")).toBe(true);
  expect(text).toContain("(https://docs.example/checks/a.n0.html)");
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text.length).toBeGreaterThan(64_500);
});
