import type { Command } from "commander";
import { checks } from "../../../check/registry.ts";
import { parseHints } from "../../../run/server/hints.ts";
import type { SubjectJob } from "../../../run/subject-job.ts";
import type { Io } from "../../io.ts";
import { performRun, type RunContext } from "../../perform-run.ts";
import { loadProjectConfig, type ProjectConfig } from "../../project-config.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { providersOption } from "../../options/providers-option.ts";
import { readNamed } from "../../read-named.ts";
import { addRunOptions, type RawRunOptions } from "../../run-options.ts";
import { leftOutAtFirst, referenceCatalog, referenceRun } from "../../reference-run.ts";
import { withConfig } from "../../with-config.ts";
import { failing, providerChecks, withDemanded } from "../../server/provider-checks.ts";
import { serverJobs } from "../../server/server-jobs.ts";

type RawOptions = RawRunOptions & { readonly providers?: string; readonly thorough?: true };

/** What `--help` says of it. */
export const summary = "judge what mcpcheck.config names, or the bundled reference servers";

/** `run` alone: everything in the project's configuration, or the built-in reference run where there is none. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addRunOptions(program)
    .option(...providersOption)
    .option(
      "--thorough",
      "without a configuration: play the reference client as a process for each scenario, and cut inputs of parsers in every way",
    )
    .action(async (raw: RawOptions, command: Command) => {
      const config = await loadProjectConfig(io.cwd, io.env);
      if (config === undefined) {
        if (raw.providers !== undefined)
          throw new McpcheckError(
            "usage",
            "--providers: there is no mcpcheck.config.{ts,js,json} here that names servers; run server -- <command> judges one",
          );
        io.stderr(
          "no mcpcheck.config.{ts,js,json} here: judging the bundled reference servers, parsers and host (mcpcheck run server -- <command> judges yours)\n",
        );
        const thorough = raw.thorough === true;
        if (!thorough) io.stderr(`${leftOutAtFirst}\n`);
        const jobs = (context: RunContext<{ readonly id: string }>): SubjectJob[] => referenceRun(context, thorough);
        done(await performRun(io, raw, ["mcpcheck", "run"], jobs, referenceCatalog));
        return;
      }
      io.stderr(`configuration: ${config.file}\n`);
      const merged = withConfig(raw, config, command);
      done(await performRun(io, merged, ["mcpcheck", "run"], (context) => jobsOf(config, merged, context), checks));
    });
}

async function jobsOf(
  { servers, run }: ProjectConfig,
  { providers }: RawOptions,
  context: RunContext,
): Promise<readonly SubjectJob[]> {
  const hints = run.hints === undefined ? {} : parseHints(readNamed(context.io.cwd, run.hints, "hints"), run.hints);
  const demanded = providerChecks(providers);
  const shared = { ...context, checks: withDemanded(context.checks, demanded), hints, cwd: context.io.cwd };
  return failing(await serverJobs(servers, shared), demanded);
}
