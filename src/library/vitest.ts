/**
 * Judging inside a test run of vitest: `mcpcheck/vitest`.
 *
 * @module
 */
import { beforeAll, describe, expect, test as base } from "vitest";
import type { Report } from "../report/report.ts";
import { failureText, verdictOn } from "./judge/check-verdict.ts";
import { holdOptions } from "./given/given.ts";
import * as rules from "./given/rules.ts";
import { judgeServer } from "./judge/judge-server.ts";
import type { JudgeServerOptions, ServerTarget } from "./judge/judge-server-options.ts";
import { longestMs, serverChecks, nameOf, type TargetOrStart, targetOf } from "./judge/judged-checks.ts";
import { judgeServerRules } from "./judge/option-rules.ts";
import { listTools } from "./judge/list-tools.ts";
import { type FakeModel, type FakeModelOptions, type ModelDefinition, startFakeModel } from "./model.ts";
import type { MockDefinition } from "./mock/definition.ts";
import { type MockServer, type MockServerOptions, startMockServer } from "./mock/start-mock-server.ts";

export type { JudgeServerOptions, ServerTarget } from "./judge/judge-server-options.ts";
export type { TargetOrStart } from "./judge/judged-checks.ts";

/**
 * A suite that judges a server: one test for each check. What was not exercised, or does not apply, is skipped and says why; a warning
 * is an annotation, and fails with `strict`. A server that cannot be judged fails the suite.
 */
export function describeServer(target: TargetOrStart, options: JudgeServerOptions & { readonly name?: string } = {}): void {
  holdOptions(options, { ...judgeServerRules, name: rules.text }, "options");
  const { name = nameOf(target), ...judging } = options;
  describe(`${name} keeps the protocol`, () => {
    let report: Report;
    beforeAll(async () => {
      report = await judgeServer(await targetOf(target), judging);
    }, longestMs(judging));
    for (const { id, title } of serverChecks(judging))
      base(`${id}: ${title}`, async ({ skip, annotate }) => {
        const verdict = verdictOn(report, id, judging.strict === true);
        if (verdict.kind === "skipped") skip(verdict.message);
        if (verdict.kind === "warned") await annotate(verdict.message, "warning");
        expect(verdict.kind === "failed" ? verdict.message : "").toBe("");
      });
  });
}

/** What a matcher gives back. */
export type MatcherResult = { readonly pass: boolean; readonly message: () => string };

/** Matchers for servers, for `expect.extend(mcpMatchers)`: what is expected is a target as `judgeServer` takes it. */
export const mcpMatchers = {
  /** Judges a server, or takes the report of one, and fails with what counts against it. */
  async toConform(received: ServerTarget | Report, options: JudgeServerOptions = {}): Promise<MatcherResult> {
    const report = rules.isRecord(received) && "findings" in received ? received : await judgeServer(received, options);
    const text = failureText(report, options.strict === true);
    return { pass: text === "", message: () => (text === "" ? "expected the server not to conform" : text) };
  },
  /** Lists the tools of a server, and fails when none has this name. */
  async toListTool(received: ServerTarget, name: string): Promise<MatcherResult> {
    const names = (await listTools(received)).flatMap(({ name: own }) => (typeof own === "string" ? [own] : []));
    const pass = names.includes(name);
    const listed = names.length === 0 ? "it lists none" : `it lists ${names.join(", ")}`;
    return { pass, message: () => `expected the server ${pass ? "not " : ""}to list the tool ${name}; ${listed}` };
  },
  /**
   * Lists the tools of a server and compares names, schemas, descriptions and annotations with a file, by vitest's rules for
   * snapshots: written when it is missing, updated with `-u`, never written in CI.
   */
  async toMatchToolSurface(received: ServerTarget, file: string): Promise<MatcherResult> {
    const tools = await listTools(received);
    await expect(`${JSON.stringify({ tools }, sortedKeys, 2)}\n`).toMatchFileSnapshot(file);
    return { pass: true, message: () => `expected the tools not to match ${file}` };
  },
};

/** Members in the order of their names, so that order makes no difference. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

declare module "vitest" {
  // oxlint-disable-next-line no-explicit-any no-unused-vars -- it has to be declared as vitest declares it
  interface Matchers<T = any> {
    /** Judges the server, and fails with what counts against it. */
    toConform(options?: JudgeServerOptions): Promise<T>;
    /** Fails when the server lists no tool of this name. */
    toListTool(name: string): Promise<T>;
    /** Compares the tools of the server with a file, by the rules of snapshots. */
    toMatchToolSurface(file: string): Promise<T>;
  }
}

/** What tests made by `test` get. */
export type McpFixtures = {
  /** Starts fake models that are closed when the test is over. */
  readonly fakeModel: (definition: ModelDefinition, options?: FakeModelOptions) => Promise<FakeModel>;
  /** Starts mock servers that are closed when the test is over. */
  readonly mockServer: (definition: MockDefinition, options?: MockServerOptions) => Promise<MockServer>;
};

/** vitest's `test` with mock servers and fake models at hand: `test("…", async ({ mockServer }) => { const server = await mockServer("echo"); … })`. */
export const test = base.extend<McpFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from this pattern which other fixtures are needed
  mockServer: async ({}, use) => await closing(startMockServer, use),
  // oxlint-disable-next-line no-empty-pattern -- as above
  fakeModel: async ({}, use) => await closing(startFakeModel, use),
});

/** Hands a test a function that starts something, and closes all of it when the test is over. */
async function closing<G extends readonly unknown[], T extends { close(): Promise<void> }>(
  start: (...given: G) => Promise<T>,
  use: (start: (...given: G) => Promise<T>) => Promise<void>,
): Promise<void> {
  const started: T[] = [];
  await use(async (...given) => {
    const one = await start(...given);
    started.push(one);
    return one;
  });
  for (const one of started) await one.close();
}
