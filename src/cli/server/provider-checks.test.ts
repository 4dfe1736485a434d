import { expect, test } from "vitest";
import { checks } from "../../check/registry.ts";
import { providerChecks, withDemanded } from "./provider-checks.ts";

test("a check that is chosen and demanded is judged once", () => {
  const demanded = providerChecks("openai");
  const chosen = checks.filter(({ id }) => demanded.some((one) => one.id === id) || id === "tools.list");
  const ids = withDemanded(chosen, demanded).map(({ id }) => id);
  expect(ids).toEqual(chosen.map(({ id }) => id));
  expect([demanded.length, withDemanded([], demanded)]).toEqual([1, demanded]);
});
