import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** What all tiers share. */
export const shared = {
  globalSetup: ["test/support/fresh-registries.ts"],
  setupFiles: ["test/support/property-seed.ts"],
  // Two at least: vitest alone would leave one of two cores idle, as its main process has little to do.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // A test changes nothing beyond itself, and to load what it tests anew for each file takes longer than most of them.
  isolate: false,
  // No test is about how long it takes itself: what is beyond these hangs, on the slowest machine too.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** The tests of `npm test`. Those that start many processes or take seconds are named `*.slow.test.ts`: vitest.slow.config.ts. */
export default defineConfig({
  test: {
    ...shared,
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/*.slow.test.ts", "**/node_modules/**"],
  },
});
