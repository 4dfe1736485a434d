import { expect, test } from "vitest";
import { checks } from "../../src/check/registry.ts";
import { foundIn } from "../support/traces/found-in.ts";

/** Subjects and their areas, as `server/tools`: the checks of one judge each other's traces. */
const areas = [...new Set(checks.map(({ id, subject }) => `${subject}/${id.split(".")[0]}`))];

// Written by `npx vitest run test/check/findings.test.ts -u`: what is said to people is read where it changes.
test.each(areas)("checks of %s find in the recorded traces what they found before, in the same words", async (area) => {
  const held = checks.filter(({ id, subject }) => `${subject}/${id.split(".")[0]}` === area);
  await expect(foundIn(held)).toMatchFileSnapshot(`../../fixtures/golden/findings/${area}.txt`);
});
