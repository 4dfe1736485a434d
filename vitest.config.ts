import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** The tests of `npm test`. Those that start many processes or take seconds are named `*.slow.test.ts`: vitest.slow.config.ts. */
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/*.slow.test.ts", "**/node_modules/**"],
    globalSetup: ["test/support/fresh-registries.ts"],
    setupFiles: ["test/support/property-seed.ts"],
    // Two at least: vitest alone would leave one of two cores idle, as its main process has little to do.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // No test is about how long it takes itself: what is beyond these hangs, on the slowest machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
