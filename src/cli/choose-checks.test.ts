import { expect, test } from "vitest";
import { chooseChecks } from "./choose-checks.ts";

const catalog = [{ id: "tools.named" }, { id: "tools.tasteful", onRequest: "it is a matter of taste" }, { id: "http.status" }];
const idsFor = (glob: string | undefined): string[] => chooseChecks(glob, catalog).map(({ id }) => id);

test("without --check everything is judged but what is judged on request", () => {
  expect(idsFor(undefined)).toEqual(["tools.named", "http.status"]);
});

test("--check chooses what it matches, what is judged on request too", () => {
  expect(idsFor("tools.tasteful")).toEqual(["tools.tasteful"]);
  expect(idsFor("tools.*")).toEqual(["tools.named", "tools.tasteful"]);
});

test("a glob that matches nothing is an error that names what is near", () => {
  expect(() => idsFor("tools.tastful")).toThrow(/--check: no check matches "tools.tastful"; did you mean tools\.tasteful\?/);
});

test("of several globs each has to match something", () => {
  expect(idsFor("tools.named,http.*")).toEqual(["tools.named", "http.status"]);
  expect(() => idsFor("tools.named,http.statos")).toThrow(/--check: no check matches "http.statos"; did you mean http\.status\?/);
});
