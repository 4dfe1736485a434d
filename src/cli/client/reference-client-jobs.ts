import { packageFile } from "../../base/files/package-file.ts";
import { systemWorld } from "../../mock/world/system-world.ts";
import { commandDriver } from "../../run/client/driver/command-driver.ts";
import { referenceDriver } from "../../run/client/driver/reference-driver.ts";
import { mockHere } from "../../run/proof/client/mock-here.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import type { RunContext } from "../perform-run.ts";
import { childEnvironment } from "../server/child-environment.ts";
import { clientJobs, type ClientUnderTest } from "./client-jobs.ts";

const bin = packageFile("bin/mcpcheck.js");

/**
 * The reference client as a part of a larger run, over every transport: in this process, or with a process for each scenario as any
 * other client, which takes several times as long.
 */
export function referenceClientJobs(context: RunContext, thorough: boolean): SubjectJob[] {
  const words = ["mcpcheck", "serve", "client"];
  const choice = { transports: ["stdio", "http", "sse"], cannot: new Set<never>() } as const;
  const argv = ["mcpcheck", "run", "client", "--transport", "stdio,http,sse", "--", ...words];
  const driving = thorough ? asProcess(context) : here(context);
  const client = { name: "reference client", command: words, choice, ...driving };
  return clientJobs(client, { ...context, argv, options: { ...context.options, suite: undefined } });
}

type Driving = Pick<ClientUnderTest, "driver" | "open">;

function asProcess({ io, guard }: RunContext): Driving {
  const command = [process.execPath, bin, "serve", "client"] as const;
  return { driver: commandDriver({ command, cwd: io.cwd, env: childEnvironment(io.env, []), guard }) };
}

function here({ options }: RunContext): Driving {
  return {
    driver: referenceDriver({}, options.timeoutMs),
    open: (transport) => mockHere(systemWorld(transport, () => undefined)),
  };
}
