import { defineConfig } from "vitest/config";
import { shared } from "./vitest.config.ts";

/** The second tier: whole runs, hostile peers, real servers, interruptions. `npm run test:slow`; a part of CI. vitest.nightly.config.ts has more. */
export default defineConfig({
  test: { ...shared, include: ["test/**/*.slow.test.ts"], exclude: ["**/node_modules/**"] },
});
