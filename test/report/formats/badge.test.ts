import { expect, it } from "vitest";
import { badgeReporter } from "../../../src/report/badge.ts";
import { render } from "../render.ts";
import { eventsOf, found, type RunParts } from "./build.ts";

const flaky = { failed: 1, played: 2 };
const promised = true;
const known = true;
const conforms = { findings: [found("a.b", "pass")] };
const stale = [{ entry: { check: "a.c" }, why: "" }];

it.each<[string, RunParts, string, string, string?]>([
  ["conforms", conforms, "conforms", "green"],
  [
    "is as it was before, as far as it was told",
    { ...conforms, finished: { summary: { unchanged: 3 } as never } },
    "nothing new",
    "green",
  ],
  ["fails in what is known, and in nothing else", { findings: [found("a.b", "fail", { known })] }, "nothing new", "green"],
  ["is warned of what is known", { findings: [found("a.b", "warn", { known })] }, "conforms", "green"],
  [
    "failed",
    { findings: [found("a.b", "fail"), found("a.c", "error"), found("a.d", "warn")], finished: { exitCode: 1 } },
    "2 failed",
    "red",
  ],
  ["kept no promise", { findings: [found("a.b", "untested", { promised }), found("a.c", "warn")] }, "1 untested", "red"],
  ["has a baseline that holds no more", { findings: [found("a.b", "warn")], finished: { stale } }, "stale baseline", "red"],
  [
    "kept no promise, and has such a baseline",
    { findings: [found("a.b", "untested", { promised }), found("a.c", "pass")], finished: { stale } },
    "1 untested",
    "red",
  ],
  ["was warned where that counts", { findings: [found("a.b", "warn")], started: { failOn: "warn" } }, "1 warning", "red"],
  [
    "was warned and is flaky where that counts",
    { findings: [found("a.b", "warn"), found("a.c", "fail", { flaky })], started: { strict: true } },
    "2 warnings",
    "red",
  ],
  [
    "fails beside what is known",
    { findings: [found("a.b", "fail", { known }), found("a.c", "fail"), found("a.c", "fail", { known, revision: "x" })] },
    "1 failed",
    "red",
  ],
  ["broke off", { ...conforms, finished: null }, "could not judge", "grey", ": the run broke off before its end"],
  ["came to no verdict", { findings: [] }, "could not judge", "grey", ""],
  [
    "could not be judged",
    { finished: { error: { kind: "subject", message: "no answer", stderrTail: "" } } },
    "could not judge",
    "grey",
    ": no answer",
  ],
])("a badge of a run that %s", async (_title, parts, message, color, why = "") => {
  expect(JSON.parse(await render(badgeReporter({ file: "a.json" }), eventsOf(parts)))).toEqual({
    schemaVersion: 1,
    label: "mcpcheck",
    message,
    color,
    isError: color === "grey",
  });
  const image = await render(badgeReporter({ file: "a.json.svg" }), eventsOf(parts));
  expect(image).toContain(`aria-label="mcpcheck: ${message}${why}"`);
  expect(image).toContain(`fill="${{ green: "#2a7a2e", red: "#c62828" }[color] ?? "#5f6368"}"`);
});

it.each<[string, RunParts, number, number]>([
  ["conforms", conforms, 142, 71],
  ["nothing new", { ...conforms, finished: { summary: { unchanged: 3 } as never } }, 154, 83],
])("a badge saying %j is as wide as its words", async (message, parts, width, right) => {
  const image = await render(badgeReporter(), eventsOf(parts));
  expect(image).toContain(`width="${width}" height="20" role="img"`);
  expect(image).toContain('<text x="6" y="14" textLength="59">mcpcheck</text>');
  expect(image).toContain(`<rect x="71" width="${right}" height="20"`);
  expect(image).toContain(`<text x="77" y="14" textLength="${right - 12}">${message}</text>`);
});
