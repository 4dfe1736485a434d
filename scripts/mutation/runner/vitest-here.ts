import { whenFinished } from "./when-finished.ts";

/** What bundled tests take for vitest: it, but for what asks its runner which test is played. */
export * from "vitest";

/** As in vitest, of the test that is played here. */
export const onTestFinished = (handler: () => unknown): void => void whenFinished().push(handler);
