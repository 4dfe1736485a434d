import { expect, test } from "vitest";
import { commentReporter } from "../../src/report/comment.ts";
import { render } from "./render.ts";
import { runOf, sampleFindings, sampleRun } from "./sample-run.ts";

test("begins with a mark that the next run finds, whatever was found", async () => {
  const [first] = (await render(commentReporter(), sampleRun)).split("\n");
  expect(first).toBe("<!-- mcpcheck/server -->");
  expect((await render(commentReporter(), runOf([]))).split("\n")[0]).toBe(first);
});

test("is as long as a comment may be, of whole parts, and says what is missing", async () => {
  const [fail] = sampleFindings.filter(({ verdict }) => verdict === "fail");
  const many = Array.from({ length: 400 }, (_, index) => ({
    ...fail!,
    check: `tools.n${index}`,
    message: `${index} ${"x".repeat(500)}`,
  }));
  const text = await render(commentReporter(), runOf(many));
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text.length).toBeGreaterThan(50_000);
  expect(text).toMatch(/\n\d+ more parts of this report do not fit here; the other reports have them\.\n$/);
  expect(text).toContain("# mcpcheck: failed");
  expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
});
