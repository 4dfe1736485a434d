import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DryRunResult, MutantRunOptions, MutantRunResult, TestRunner } from "@stryker-mutator/api/test-runner";
import { DryRunStatus, MutantRunStatus, TestStatus } from "@stryker-mutator/api/test-runner";
import { isIn, testFiles } from "../test-files.ts";
import { bundleTests } from "./bundle-tests.ts";
import type { Played, ToProcess } from "./messages.ts";
import { TestProcess } from "./test-processes.ts";

/**
 * What Stryker is told to wait for a mutant besides its tests' time, in ms: longer than anything here waits, so that it never takes the
 * runner away. `grace` is what a mutant is really given, and
 * `allTests` what it is given more where every test is played: they end loops without end that no hit limit finds.
 */
export const reserve = 600_000;
const grace = 10_000;
const allTests = 60_000;

/**
 * Tries mutants in a process that stays: the tests that reach a mutant are called with it switched on. What one mutant leaves behind
 * (a memory of what was parsed, say) must not decide about the next, so nothing is believed at once. A test that fails is called again
 * without the mutant: when it still fails, the process is spoilt, and the mutant is tried in a new one. A mutant that survives is tried
 * in a new process, switched on from the start: only what survives that has survived.
 */
export class HotRunner implements TestRunner {
  readonly #process = new TestProcess();
  #files: ToProcess["files"] = [];

  capabilities(): { readonly reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const root = process.cwd();
    const files = testFiles((process.env["MCPCHECK_MUTATION_TESTS"] ?? "").split(","), root);
    const bundles = await bundleTests(root, files, mkdtempSync(join(root, ".mutation-")));
    this.#files = files.map((file, index) => ({ file, bundle: bundles[index] ?? file }));
  }

  async dryRun(): Promise<DryRunResult> {
    const played = await this.#ask({ all: true }, reserve);
    if (played === undefined) return { status: DryRunStatus.Timeout };
    keepTimes(played);
    const tests = played.results.map(({ id, milliseconds, failure }) => {
      const base = { id, name: id, timeSpentMs: milliseconds };
      return failure === undefined
        ? { ...base, status: TestStatus.Success as const }
        : { ...base, status: TestStatus.Failed as const, failureMessage: failure };
    });
    return { status: DryRunStatus.Complete, tests, ...(played.coverage && { mutantCoverage: played.coverage }) };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, mutantActivation, timeout, hitLimit } = options;
    const mutant = activeMutant.id;
    // Most mutants are noticed by several tests: the quickest says so.
    const only = quickestFirst(options.testFilter);
    const patience = Math.max(0, timeout - reserve) + grace;
    if (mutantActivation === "runtime") {
      const hot = await this.#ask({ mutant, only, hitLimit }, patience);
      if (hot === undefined) return { status: MutantRunStatus.Timeout };
      const failed = hot.results.find(({ failure }) => failure !== undefined);
      if (failed !== undefined) {
        const sound = await this.#ask({ only: [failed.id] }, patience);
        if (sound !== undefined && sound.results.every(({ failure }) => failure === undefined)) return verdict(hot);
      }
    }
    this.#process.end();
    const files = this.#files.filter(({ file }) => only === undefined || only.some((id) => isIn(id, file)));
    const cold = await this.#ask({ files, mutant, onLoad: true, only, hitLimit }, patience + allTests);
    this.#process.end();
    return cold === undefined ? { status: MutantRunStatus.Timeout } : verdict(cold);
  }

  dispose(): Promise<void> {
    this.#process.end();
    return Promise.resolve();
  }

  #ask(asked: Partial<ToProcess>, timeout: number): Promise<Played | undefined> {
    const plain = { files: this.#files, mutant: undefined, onLoad: false, only: undefined, all: false, hitLimit: undefined };
    return this.#process.ask({ ...plain, ...asked }, timeout);
  }
}

/** How long each test took without a mutant, in ms by its id: Stryker has several runners, and one of them measures. */
const times = ".mutation-times.json";

function keepTimes({ results }: Played): void {
  writeFileSync(times, JSON.stringify(Object.fromEntries(results.map(({ id, milliseconds }) => [id, milliseconds]))));
}

/** The tests of these ids, or all, in the order to play them in. */
function quickestFirst(ids: readonly string[] | undefined): readonly string[] | undefined {
  if (!existsSync(times)) return ids;
  const known = JSON.parse(readFileSync(times, "utf8")) as Readonly<Record<string, number>>;
  return (ids ?? Object.keys(known)).toSorted((a, b) => (known[a] ?? 0) - (known[b] ?? 0));
}

function verdict({ results }: Played): MutantRunResult {
  const failed = results.find(({ failure }) => failure !== undefined);
  return failed === undefined
    ? { status: MutantRunStatus.Survived, nrOfTests: results.length }
    : { status: MutantRunStatus.Killed, killedBy: [failed.id], failureMessage: failed.failure ?? "", nrOfTests: results.length };
}
