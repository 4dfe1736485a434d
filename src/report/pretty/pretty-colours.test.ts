import { expect, it } from "vitest";
import { eventsOf, found, type RunParts, subject } from "../../../test/report/formats/build.ts";
import { render } from "../../../test/report/render.ts";
import type { ReporterOptions } from "../reporter.ts";
import { prettyReporter } from "./pretty.ts";

const blocks = async (parts: RunParts, options: Partial<ReporterOptions> = {}): Promise<readonly string[]> =>
  (await render(prettyReporter({ color: false, ...options }), eventsOf(parts))).split("\n\n");

const passed = found("ping.a", "pass");
const conforms = "conforms: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable in 1.5 s";
const failed = (message: string) => ({ kind: "subject" as const, message, stderrTail: "" });

it.each<[string, RunParts, string]>([
  ["that conforms is green", { findings: [passed] }, `\u001b[1m\u001b[32m${conforms}\u001b[39m\u001b[22m\n`],
  ["that came to no verdict is red", { subjects: [] }, "\u001b[1m\u001b[31mcould not judge in 1.5 s\u001b[39m\u001b[22m\n"],
  ["that broke off is red", { subjects: [], finished: null }, "\u001b[1m\u001b[31mcould not judge\u001b[39m\u001b[22m\n"],
])("the end of a run %s", async (_title, parts, line) => {
  expect((await blocks(parts, { color: true })).at(-1)).toBe(line);
});

it.each<[string, RunParts, string]>([
  ["errors of the harness are red", { findings: [found("a.b", "error")] }, "<1><31>ERROR<39><22>  a.b: error seen\n"],
  [
    "what could not be judged is red",
    { subjects: [], finished: { error: failed("no answer") } },
    "<1><31>could not judge<39><22>: no answer\n",
  ],
  ["what was to be judged stands out", { subjects: [], started: { subject } }, "<1>echo 2.1 (stdio: node s.js)<22>\n"],
  ["what is judged stands out", {}, "<1>echo 2.1 (stdio: node s.js)<22> · 2025-11-25\n"],
  [
    "what is stale is red",
    { finished: { stale: [{ entry: { check: "a.b" }, why: "gone" }] } },
    "<1><31>stale<39><22> (the baseline lists what no longer fails; take it out)\n",
  ],
  ["a note is named as one", { others: [{ type: "notice", message: "a" }] }, "<1>note<22>: a\n"],
  ["roles are named as such", { others: [{ type: "subject.roles", subjectId: "server", roles: [] }] }, "<1>roles<22> of tools\n"],
])("on a terminal with colours %s", async (_title, parts, line) => {
  const text = (await blocks(parts, { color: true })).join("\n\n");
  expect(text.replaceAll("\u001b[", "<").replaceAll(/<(\d+)m/g, "<$1>")).toContain(line);
});

it("everything is wrapped in the columns of the terminal", async () => {
  const parts = { findings: [found("tools.a", "fail", { message: "word ".repeat(30) }), passed] };
  const long = (text: string): readonly string[] => text.split("\n").filter((line) => line.length > 50);
  expect(long((await blocks(parts, { columns: 50 })).join("\n"))).toEqual([]);
  expect(long((await blocks(parts)).join("\n"))).toHaveLength(3);
});
