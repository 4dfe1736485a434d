import { expect, test } from "vitest";
import type { Scenario, Suite } from "../../suite/scenario.ts";
import { scenariosOf } from "./scenarios-of.ts";

const scenario = (id: string, ...exercises: readonly string[]): Scenario => ({
  id,
  title: id,
  session: "main",
  steps: [{ fence: true }],
  exercises,
});

const suites: readonly Suite[] = [
  {
    id: "tools",
    title: "Tools",
    subject: "server",
    scenarios: [scenario("listed", "tools.list"), scenario("called", "tools.call")],
  },
  { id: "stdio", title: "Stdio", subject: "server", scenarios: [scenario("quiet", "stdio.clean")] },
];

test("what failed is played where it was promised, and where it was seen", () => {
  const found = { check: "stdio.clean", scenario: "called" };
  expect(scenariosOf([found], suites, undefined)).toBe("tools/called,stdio/quiet");
  expect(scenariosOf([found, { check: "tools.list", scenario: "listed" }], suites, undefined)).toBe(
    "tools/listed,tools/called,stdio/quiet",
  );
});

test("of what is promised only the chosen suites are played", () => {
  expect(scenariosOf([{ check: "stdio.clean", scenario: "called" }], suites, "tools")).toBe("tools/called");
});

test("what no scenario shows leaves the choice as it was", () => {
  expect(scenariosOf([{ check: "process.any", scenario: null }], suites, undefined)).toBeUndefined();
  expect(scenariosOf([{ check: "process.any", scenario: null }], suites, "tools")).toBe("tools");
});
