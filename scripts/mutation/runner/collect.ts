import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { collectTests, getFn, getHooks, type File, type Task, type Test, type VitestRunner } from "@vitest/runner";
import { expect } from "vitest";
import { idsOf } from "../test-files.ts";
import { whenFinished } from "./when-finished.ts";

/** A test that can be played any number of times in this process. */
export type HotTest = { readonly id: string; readonly file: string; readonly play: () => Promise<void> };

/** What vitest's `expect` asks of the worker that it takes this process for. */
const worker = { config: { fakeTimers: {}, expect: {}, snapshotOptions: {} }, filepath: "", resolvingModules: new Set() };

/** The part of vitest's configuration that collecting looks at: nothing is shuffled, retried or filtered. */
const config = {
  root: process.cwd(),
  name: "",
  setupFiles: [],
  sequence: { shuffle: false, concurrent: false, hooks: "stack", setupFiles: "list" },
  retry: 0,
  tags: [],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxConcurrency: 1,
  allowOnly: false,
  passWithNoTests: true,
  includeTaskLocation: false,
} as unknown as VitestRunner["config"];

/**
 * Collects the tests of bundled files as vitest does, without its processes: a mutant is then tried by calling the tests that reach it,
 * which takes milliseconds. @throws what a file threw while it was loaded
 */
export async function collect(files: readonly { readonly file: string; readonly bundle: string }[]): Promise<HotTest[]> {
  Object.assign(globalThis, { __vitest_worker__: worker });
  expect.extend({ toMatchFileSnapshot: sameAsFile });
  const bundles = new Map(files.map(({ file, bundle }) => [resolve(file), bundle]));
  const runner = {
    config,
    pool: "forks",
    trace: (_name: string, second: unknown, third?: unknown): unknown => ((third ?? second) as () => unknown)(),
    importFile: async (path: string): Promise<unknown> => {
      worker.filepath = path;
      current = path;
      return import(pathToFileURL(bundles.get(path) ?? path).href);
    },
  } as unknown as VitestRunner;
  const collected = await collectTests(
    [...bundles.keys()].map((filepath) => ({ filepath, testLocations: undefined, testIds: undefined })),
    runner,
  );
  return collected.flatMap((file, index) => hotTests(file, files[index]?.file ?? file.name)).filter(({ id }) => !timed.test(id));
}

/** Tests that hold how long something takes: the counting in mutated sources takes ten times as long as what is counted. */
const timed = /linear time|take no time/;

/** The file being played; where a golden file is looked for. */
let current = "";

/** Golden files are compared as they are: vitest's own way needs its server. */
function sameAsFile(this: unknown, received: unknown, path: string): { readonly pass: boolean; readonly message: () => string } {
  const wanted = readFileSync(resolve(dirname(current), path), "utf8");
  return { pass: received === wanted, message: () => `is not as in ${path}` };
}

function hotTests(file: File, name: string): HotTest[] {
  if (file.result?.state === "fail") throw new Error(`${name}: ${file.result.errors?.[0]?.message ?? "could not be loaded"}`);
  const ids = new Map<string, number>();
  const path = resolve(name);
  return testsIn(file).map(({ test, above }) => {
    const full = `${idsOf(name)}${[...above.slice(1), test].map((task) => task.name).join(" > ")}`;
    const times = (ids.get(full) ?? 0) + 1;
    ids.set(full, times);
    return { id: times === 1 ? full : `${full} (${times})`, file: name, play: () => play(test, above, path) };
  });
}

/** A test, and what it has asked of its context to do when it is over, which vitest's types keep to themselves. */
type Played = Test & { onFinished?: ((context: Test["context"]) => unknown)[] };

type Placed = { readonly test: Played; readonly above: readonly Task[] };

function testsIn(task: Task, above: readonly Task[] = []): Placed[] {
  if (task.type === "test") return task.mode === "run" || task.mode === "queued" ? [{ test: task, above }] : [];
  return task.mode === "skip" || task.mode === "todo" ? [] : task.tasks.flatMap((child) => testsIn(child, [...above, task]));
}

/** Plays a test with its hooks. Those of a whole suite are called for each test: each is played as if it were alone. */
async function play(test: Played, above: readonly Task[], path: string): Promise<void> {
  current = path;
  worker.filepath = path;
  const hooks = above.flatMap((task) => (task.type === "suite" ? [getHooks(task)] : []));
  const after: (() => unknown)[] = [];
  try {
    for (const { beforeAll, afterAll } of hooks) {
      after.unshift(...afterAll.map((hook) => () => hook(test.suite as never)));
      for (const hook of beforeAll) keep(after, await hook(test.suite as never));
    }
    for (const { beforeEach, afterEach } of hooks) {
      after.unshift(...afterEach.map((hook) => () => hook(test.context, test.suite as never)));
      for (const hook of beforeEach) keep(after, await hook(test.context, test.suite as never));
    }
    await getFn(test)();
  } finally {
    after.unshift(...whenFinished().splice(0).toReversed(), ...(test.onFinished ?? []).map((hook) => () => hook(test.context)));
    for (const one of after) await one();
    test.onFinished = [];
  }
}

/** What a hook gives back is called when the test is over. */
function keep(after: (() => unknown)[], given: unknown): void {
  if (typeof given === "function") after.unshift(given as () => unknown);
}
