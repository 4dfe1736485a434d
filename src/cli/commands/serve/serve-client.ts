import type { Command } from "commander";
import * as z from "zod";
import { parseJsonFile } from "../../../base/files/parse-json-file.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { systemClock } from "../../../base/time/clock.ts";
import { withAuthorization } from "../../../run/client/reference/auth/with-authorization.ts";
import { playReference } from "../../../run/client/reference/reference-client.ts";
import { driverStep } from "../../../run/client/scenario/driver-step.ts";
import { isRevision } from "../../../spec/revision.ts";
import { createRecorder } from "../../../trace/recorder.ts";
import type { ClientTransport } from "../../../transport/client-transport.ts";
import { openHttp } from "../../../transport/http/http.ts";
import { createProcessGuard } from "../../../transport/process/process-guard.ts";
import { openSse } from "../../../transport/sse/sse.ts";
import { openStdio } from "../../../transport/stdio/stdio.ts";
import type { Io } from "../../io.ts";
import { childEnvironment } from "../../server/child-environment.ts";
import { version } from "../../version.ts";

/** What `--help` says of it. */
export const summary = "the reference client, as `run client` drives one";

/** How long one exchange of the client may take, in ms. */
const timeoutMs = 5000;

const serverVariable = z.strictObject({
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()).optional(),
});

/** `serve client`: our own client as the driver contract of `run client` wants one: told by its environment what to do. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program.argument("[url]", "as drivers get it; MCPCHECK_URL says the same").action(async (url: string | undefined) => {
    const guard = createProcessGuard();
    process.once("exit", guard.killAll);
    const endpoint = url ?? io.env["MCPCHECK_URL"];
    const context = parseJsonFile(io.env["MCPCHECK_CONTEXT"] ?? "{}", "MCPCHECK_CONTEXT", z.record(z.string(), z.string()));
    const { around, unauthorized } = withAuthorization({ url: endpoint, context });
    const open = opener(io, endpoint, guard);
    await playReference({
      open: () => around(open()),
      unauthorized,
      revision: revisionIn(io),
      steps: parseJsonFile(needed(io, "MCPCHECK_STEPS"), "MCPCHECK_STEPS", z.array(driverStep)),
      clock: systemClock,
      timeoutMs,
      version: version(),
      report: (_step, value) => io.stdout(`${JSON.stringify(value)}\n`),
    });
    done(0);
  });
}

function opener(io: Io, url: string | undefined, guard: ReturnType<typeof createProcessGuard>): () => ClientTransport {
  const recorder = createRecorder({ kind: "client", transport: "memory" }, systemClock.now);
  if (url !== undefined) {
    const common = { recorder, connection: 1, url, headers: {} };
    return () => (new URL(url).pathname.endsWith("/sse") ? openSse(common) : openHttp(common));
  }
  const { command, args, env = {} } = parseJsonFile(needed(io, "MCPCHECK_SERVER"), "MCPCHECK_SERVER", serverVariable);
  const whole = { ...childEnvironment(io.env, []), ...env };
  return () => openStdio({ recorder, connection: 1, command, args, env: whole, guard });
}

function revisionIn(io: Io) {
  const name = needed(io, "MCPCHECK_REVISION");
  if (isRevision(name)) return name;
  throw new McpcheckError("usage", `MCPCHECK_REVISION: ${name} is not a revision`);
}

function needed(io: Io, name: string): string {
  const value = io.env[name];
  if (value === undefined)
    throw new McpcheckError("usage", `${name} is not set: run it as \`mcpcheck run client -- mcpcheck serve client\``);
  return value;
}
