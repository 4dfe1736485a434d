import { defineConfig } from "vitest/config";
import slow from "./vitest.slow.config.ts";

/**
 * The second tier in full: every flood and hostile server, a hundred interruptions, every altered trace and input, all scenarios on real clients.
 * `npm run test:nightly`; what asks test/support/nightly.ts leaves out a part otherwise.
 */
export default defineConfig({ test: { ...slow.test, env: { MCPCHECK_NIGHTLY: "1" } } });
