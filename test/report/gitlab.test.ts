import { expect, test } from "vitest";
import { gitlabReporter } from "../../src/report/gitlab.ts";
import { render } from "./render.ts";
import { brokenRun, sampleRun } from "./sample-run.ts";

test("the golden run", async () => {
  await expect(await render(gitlabReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/gitlab.json");
});

test.each([sampleRun, brokenRun, sampleRun.slice(0, -1)])("every issue has what GitLab asks for", async (...events) => {
  const issues = JSON.parse(await render(gitlabReporter(), events.flat())) as Record<string, unknown>[];
  expect(issues.length).toBeGreaterThan(0);
  for (const issue of issues) {
    expect(issue).toEqual({
      description: expect.stringMatching(/./),
      check_name: expect.stringMatching(/^[\w.-]+$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: expect.stringMatching(/^(?:info|minor|major|critical|blocker)$/),
      // GitLab takes no `./` in front.
      location: { path: expect.stringMatching(/^\w/), lines: { begin: 1 } },
    });
  }
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
});
