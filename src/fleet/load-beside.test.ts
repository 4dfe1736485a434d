import { expect, test } from "vitest";
import { loadBeside } from "./load-beside.ts";

test("a package that is there is loaded, and one that is not is named with how to install it", async () => {
  const { bullmq } = await loadBeside<{ bullmq: { Queue: unknown } }>(["bullmq"], "a queue");
  expect(bullmq.Queue).toBeTypeOf("function");
  await expect(loadBeside(["bullmq", "no-such-package"], "a queue")).rejects.toMatchObject({
    code: "usage",
    message:
      "a queue needs the packages bullmq and no-such-package beside mcpcheck: npm install bullmq no-such-package (or npx -p mcpcheck -p bullmq -p no-such-package mcpcheck fleet …)",
  });
});
