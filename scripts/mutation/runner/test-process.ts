import "../../../test/support/property-seed.ts";
import { INSTRUMENTER_CONSTANTS } from "@stryker-mutator/api/core";
import { collect, type HotTest } from "./collect.ts";
import type { Coverage, Played, ToProcess } from "./messages.ts";

/** What the instrumented sources read and write: which mutant is on, and which were reached by which test. */
type Namespace = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: Coverage;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
};
const namespace: Namespace = {};
Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: namespace });

let tests: ReadonlyMap<string, HotTest> = new Map();
let loaded: string | undefined;

process.on("message", (message: ToProcess) => {
  void answer(message).then((came) => process.send?.(came));
});
process.on("disconnect", () => process.exit());
// What a mutant leaves behind (a promise nobody waits for, an exception of a timer) is no reason to end.
process.on("unhandledRejection", () => undefined);
process.on("uncaughtException", () => undefined);

async function answer({ files, mutant, onLoad, only, all, hitLimit }: ToProcess): Promise<Played> {
  if (loaded === undefined) {
    if (onLoad) namespace.activeMutant = mutant;
    try {
      tests = new Map((await collect(files)).map((test) => [test.id, test]));
      loaded = "";
    } catch (error) {
      loaded = error instanceof Error ? error.message : String(error);
    }
  }
  if (loaded !== "") return { results: [{ id: "(loading)", milliseconds: 0, failure: loaded }], coverage: undefined };
  namespace.activeMutant = mutant;
  const results: Played["results"][number][] = [];
  for (const test of only === undefined ? tests.values() : only.flatMap((id) => tests.get(id) ?? [])) {
    const result = await played(test, hitLimit);
    results.push(result);
    if (result.failure !== undefined && !all) break;
  }
  namespace.activeMutant = undefined;
  return { results, coverage: namespace.mutantCoverage };
}

/** How long a test may wait for something, in ms; all of them together take a fraction of it. */
const patience = 30_000;

/** @throws Error where a promise is not settled in time: a mutant may be why nothing comes any more. */
async function inTime(playing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${patience / 1000} s`)), patience);
  });
  await Promise.race([playing, late]).finally(() => clearTimeout(timer));
}

/** What vitest throws where a test finds that it cannot be played here. */
const skipsItself = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "VITEST_PENDING";

async function played({ id, play }: HotTest, hitLimit: number | undefined): Promise<Played["results"][number]> {
  namespace.currentTestId = id;
  namespace.hitCount = hitLimit === undefined ? undefined : 0;
  namespace.hitLimit = hitLimit;
  const began = performance.now();
  try {
    await inTime(play());
    return { id, milliseconds: performance.now() - began };
  } catch (error) {
    if (skipsItself(error)) return { id, milliseconds: performance.now() - began };
    const failure = error instanceof Error ? error.message : String(error);
    return { id, milliseconds: performance.now() - began, failure: failure === "" ? "failed" : failure };
  } finally {
    namespace.currentTestId = undefined;
    namespace.hitCount = undefined;
  }
}
