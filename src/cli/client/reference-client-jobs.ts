import { packageFile } from "../../base/files/package-file.ts";
import { commandDriver } from "../../run/client/driver/command-driver.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import type { RunContext } from "../perform-run.ts";
import { childEnvironment } from "../server/child-environment.ts";
import { clientJobs } from "./client-jobs.ts";

const bin = packageFile("bin/mcpcheck.js");

/** The reference client as a part of a larger run: over every transport, a process for each scenario, as any other client. */
export function referenceClientJobs(context: RunContext): SubjectJob[] {
  const { io, guard } = context;
  const words = ["mcpcheck", "serve", "client"];
  const driver = commandDriver({
    command: [process.execPath, bin, "serve", "client"],
    cwd: io.cwd,
    env: childEnvironment(io.env, []),
    guard,
  });
  const choice = { transports: ["stdio", "http", "sse"], cannot: new Set<never>() } as const;
  const argv = ["mcpcheck", "run", "client", "--transport", "stdio,http,sse", "--", ...words];
  const client = { name: "reference client", command: words, driver, choice };
  return clientJobs(client, { ...context, argv, options: { ...context.options, suite: undefined } });
}
