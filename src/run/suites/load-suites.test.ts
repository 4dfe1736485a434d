import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkById } from "../../check/registry.ts";
import { loadSuites, parseSuite, promisesOf, suiteFiles } from "./load-suites.ts";

const scenario = {
  id: "handshake",
  title: "Connect",
  session: "main",
  steps: [{ connect: {} }, { request: "tools/list", tag: "list" }, { call: { role: "slow" } }, { fence: true }, { close: "eof" }],
  exercises: ["lifecycle.version-supported", "tools.list-shape"],
};
const suite = { id: "basics", title: "Basics", subject: "server", scenarios: [scenario] };

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "mcpcheck-suites-"));
  mkdirSync(join(directory, "server"));
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(name: string, value: unknown): void {
  writeFileSync(join(directory, "server", name), JSON.stringify(value));
}

test("suites are read, validated and sorted, with what they promise", () => {
  write("b.json", { ...suite, id: "b" });
  write("a.json", { ...suite, id: "a", scenarios: [{ ...scenario, id: "other", exercises: ["tools.list-shape"] }] });
  const { suites, promises } = loadSuites(directory);
  expect(suites.map(({ id }) => id)).toEqual(["a", "b"]);
  expect([...promises]).toEqual([
    ["tools.list-shape", ["other", "handshake"]],
    ["lifecycle.version-supported", ["handshake"]],
  ]);
});

test("a scenario id that occurs twice would make a trace ambiguous", () => {
  write("a.json", { ...suite, id: "a" });
  write("b.json", { ...suite, id: "b" });
  expect(() => loadSuites(directory)).toThrow(/b\.json: the scenario handshake is already in .*a\.json/);
});

test.each([
  ["an unknown verb", [{ requst: "ping" }], "s.json#/scenarios/0/steps/0: expected a step with exactly one of the verbs connect"],
  ["two verbs", [{ request: "ping", notify: "x" }], "#/scenarios/0/steps/0: "],
  ["an unknown choice", [{ call: "all" }], '#/scenarios/0/steps/0/call: Invalid option: expected one of "each-read-only"'],
  ["an unknown member", [{ close: "eof", wait: 1 }], '#/scenarios/0/steps/0: Unrecognized key: "wait"'],
  ["no step", [], "#/scenarios/0/steps: "],
])("%s is told with its place", (_, steps, message) => {
  const text = JSON.stringify({ ...suite, scenarios: [{ ...scenario, steps }] });
  expect(() => parseSuite(text, "s.json")).toThrow(message);
});

test("a check that two scenarios exercise is promised by both, and once by each", () => {
  const parsed = parseSuite(
    JSON.stringify({
      ...suite,
      scenarios: [
        { ...scenario, exercises: ["tools.x", "tools.x"] },
        { ...scenario, id: "two", exercises: ["tools.x"] },
      ],
    }),
    "s.json",
  );
  expect(promisesOf([parsed]).get("tools.x")).toEqual(["handshake", "two"]);
});

test("the suites of mcpcheck itself are valid, and every check they promise exists", () => {
  const { promises } = loadSuites();
  expect([...promises.keys()].filter((id) => checkById(id) === undefined)).toEqual([]);
});

test("validating changes nothing, so that what was validated when the program was built need not be validated again", () => {
  for (const file of suiteFiles()) {
    const text = readFileSync(file, "utf8");
    expect(parseSuite(text, file)).toEqual(JSON.parse(text));
  }
});
