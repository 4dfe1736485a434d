const place = Symbol.for("mcpcheck.when-finished");
const global = globalThis as { [place]?: (() => unknown)[] };

/**
 * What is to be done when the test that is played is over. It is kept where a bundle of tests finds it too, which has modules of its
 * own: vitest knows the current test only while its own runner plays.
 */
export const whenFinished = (): (() => unknown)[] => (global[place] ??= []);
