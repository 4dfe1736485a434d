import type { Rules } from "../given/given.ts";
import * as rules from "../given/rules.ts";
import type { JudgeServerOptions } from "./judge-server-options.ts";

/** What the options of `judgeServer` may be. */
export const judgeServerRules: Rules<JudgeServerOptions> = {
  spec: rules.textOrTexts,
  check: rules.text,
  providers: rules.texts,
  suite: rules.text,
  hints: rules.record,
  allowWrites: rules.yesOrNo,
  strict: rules.yesOrNo,
  bail: rules.yesOrNo,
  sandbox: rules.sandbox,
  timeoutMs: rules.milliseconds,
  budgetMs: rules.milliseconds,
  workers: rules.count,
  env: rules.variables,
  cwd: rules.text,
  signal: rules.signal,
  onEvent: rules.func,
  onTrace: rules.func,
};
