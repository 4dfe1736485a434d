import { publicUrl } from "../../base/secrets/public-url.ts";
import { checks as registry } from "../../check/registry.ts";
import { chooseChecks } from "../../cli/choose-checks.ts";
import { entryOf } from "./visited-world.ts";
import type { JudgeServerOptions, ServerTarget } from "./judge-server-options.ts";

/** A server to judge, or how to come by one: a function is called when the tests begin. */
export type TargetOrStart = ServerTarget | (() => ServerTarget | Promise<ServerTarget>);

/** What a suite calls what it judges. @throws McpcheckError `usage` for what is no target */
export function nameOf(target: TargetOrStart): string {
  if (typeof target === "function") return "the server";
  entryOf(target);
  return "url" in target ? publicUrl(target.url) : [target.command, ...(target.args ?? [])].join(" ");
}

/** The target itself. */
export async function targetOf(given: TargetOrStart): Promise<ServerTarget> {
  return typeof given === "function" ? await given() : given;
}

/** The checks that a run with these options judges servers by. @throws McpcheckError `usage` when nothing matches */
export function serverChecks({ check }: JudgeServerOptions): readonly { readonly id: string; readonly title: string }[] {
  return chooseChecks(
    check,
    registry.filter(({ subject }) => subject === "server"),
  );
}

/** How long a run with these options takes at most, in milliseconds, with what it needs to end. */
export function longestMs({ budgetMs = 120_000 }: JudgeServerOptions): number {
  return budgetMs + 10_000;
}
