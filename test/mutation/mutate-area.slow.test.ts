import { expect, test } from "vitest";
import { areas } from "../../scripts/mutation/areas.ts";
import { mutateArea } from "../../scripts/mutation/mutate-area.ts";

test("mutants of a file are tried by the tests that reach it: what they hold is noticed, and most is held", async () => {
  const area = areas.find(({ name }) => name === "baseline");
  if (area === undefined) throw new Error("no area of that name");
  const file = { ...area, name: "tried-by-a-test", mutate: ["src/run/baseline/baseline.ts"], tests: ["src/run/baseline"] };
  const score = await mutateArea(file, { share: 0.2, seed: "a test", workers: 1 });
  expect(score.all).toBeGreaterThan(score.tried);
  expect(score.noticed).toBeGreaterThan(score.tried / 2);
  expect(score.broken).toEqual([]);
});
