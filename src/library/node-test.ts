/**
 * Judging inside a test run of `node --test`: `mcpcheck/node-test`.
 *
 * @module
 */
import { AssertionError } from "node:assert";
import { before, describe, it } from "node:test";
import type { Report } from "../report/report.ts";
import { verdictOn } from "./judge/check-verdict.ts";
import { holdOptions } from "./given/given.ts";
import * as rules from "./given/rules.ts";
import { judgeServer } from "./judge/judge-server.ts";
import type { JudgeServerOptions } from "./judge/judge-server-options.ts";
import { longestMs, serverChecks, nameOf, type TargetOrStart, targetOf } from "./judge/judged-checks.ts";

import { judgeServerRules } from "./judge/option-rules.ts";

export type { JudgeServerOptions, ServerTarget } from "./judge/judge-server-options.ts";
export type { TargetOrStart } from "./judge/judged-checks.ts";

/**
 * A suite that judges a server: one test for each check. What was not exercised, or does not apply, is skipped and says why; a warning
 * is a diagnostic, and fails with `strict`. A server that cannot be judged fails all of them.
 */
export function describeServer(target: TargetOrStart, options: JudgeServerOptions & { readonly name?: string } = {}): void {
  holdOptions(options, { ...judgeServerRules, name: rules.text }, "options");
  const { name = nameOf(target), ...judging } = options;
  void describe(`${name} keeps the protocol`, () => {
    let report: Report;
    before(
      async () => {
        report = await judgeServer(await targetOf(target), judging);
      },
      { timeout: longestMs(judging) },
    );
    for (const { id, title } of serverChecks(judging))
      void it(`${id}: ${title}`, (context) => {
        const verdict = verdictOn(report, id, judging.strict === true);
        if (verdict.kind === "skipped") context.skip(verdict.message);
        if (verdict.kind === "warned") context.diagnostic(verdict.message);
        if (verdict.kind === "failed") throw new AssertionError({ message: verdict.message });
      });
  });
}
