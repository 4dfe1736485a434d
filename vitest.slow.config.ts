import { defineConfig } from "vitest/config";
import { shared } from "./vitest.config.ts";

/** The second tier: whole runs, hostile peers, real servers, interruptions. `npm run test:slow`; a part of CI. vitest.nightly.config.ts has more. */
export default defineConfig({
  test: {
    ...shared,
    // Much of a run on a hostile peer is waiting, and every test here holds on a busy machine too.
    maxWorkers: shared.maxWorkers + 1,
    include: ["test/**/*.slow.test.ts"],
    exclude: ["**/node_modules/**"],
  },
});
