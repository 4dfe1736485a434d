import type { Command } from "commander";
import { statements } from "../../../check/statements.ts";
import type { Hints } from "../../../run/server/hints.ts";
import type { Io } from "../../io.ts";
import { readNamed } from "../../read-named.ts";
import { addRunOptions, type RawRunOptions } from "../../run-options.ts";
import { providersOption } from "../../options/providers-option.ts";
import { performRun } from "../../perform-run.ts";
import type { ServerEntry } from "../../server/server-entry.ts";
import type { AuthorizedSetup } from "../../server/authorized/authorized-job.ts";
import { failing, providerChecks, withDemanded } from "../../server/provider-checks.ts";
import { serverJobs } from "../../server/server-jobs.ts";
import {
  addServerOptions,
  confinementOf,
  entriesOf,
  givenServer,
  type RawServerOptions,
  reproOptions,
} from "../../server/server-options.ts";

type RawOptions = RawRunOptions & RawServerOptions & { readonly providers?: string };

/** What `--help` says of it. */
export const summary = "judge MCP servers";

/** `run server`: judges one MCP server, or those of a host's configuration. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addServerOptions(addRunOptions(program, { meaningless: ["seed"] }))
    .option("--auth <file>", "how a server over HTTP is told which authorization server to trust: judges what tokens it takes")
    .option("--hints <file>", "which tool is slow, elicits, fails …: roles for scenarios that need them")
    .option(...providersOption)
    .addHelpText("after", examples)
    .action(async (words: readonly string[], options: RawOptions) => {
      const { command, raw } = givenServer(words, options);
      const argv = ["mcpcheck", "run", "server", ...reproOptions(raw), ...(command.length > 0 ? ["--", ...command] : [])];
      const { auth } = raw;
      // An authorization server is loaded where one is to be played.
      const authorized = auth === undefined ? undefined : { auth, ...(await import("../../server/authorized/given-auth.ts")) };
      const entries = async (): Promise<ServerEntry[]> => await entriesOf(command, raw, io);
      done(
        await performRun(
          io,
          raw,
          argv,
          async (run) => {
            const demanded = providerChecks(raw.providers);
            const context = { ...run, checks: withDemanded(run.checks, demanded) };
            const shared = { ...context, hints: await hintsOf(raw, io), cwd: raw.cwd, sandbox: confinementOf(raw, io) };
            if (authorized === undefined) return failing(await serverJobs(await entries(), shared), demanded);
            const judge: AuthorizedSetup["judge"] = async (entry, tokens, stepUp) =>
              await serverJobs([entry], { ...shared, tokens, stepUp });
            const given = { command, raw, io, auth: authorized.auth };
            return failing([authorized.givenAuthJob(given, { context, judge })], demanded);
          },
          statements.filter(({ subject }) => subject === "server"),
        ),
      );
    });
}

const examples = `
Examples:
  mcpcheck run server -- node build/index.js
  mcpcheck run server -- npx tsx src/server.ts
  mcpcheck run server --env API_KEY=dummy --scratch -- uvx my-server
  mcpcheck run server http://127.0.0.1:3001/mcp --header 'Authorization: Bearer abc'
  mcpcheck run server --config ~/.config/host/mcp.json --name files
  mcpcheck run server --providers openai,gemini -- node build/index.js
  mcpcheck run server --auth auth.json --env 'ISSUER={issuer}' -- node server.js --port '{port}' --audience '{audience}'

--auth: mcpcheck plays an authorization server, starts the server with {issuer}, {jwks}, {audience}, {url} and {port} filled in, and
comes with its tokens and with wrong ones. The file may be {}; its members are authorization, port, url, audience, scope and narrow
(docs/authorization.md).
`;

async function hintsOf(raw: RawOptions, io: Io): Promise<Hints> {
  if (raw.hints === undefined) return {};
  const { parseHints } = await import("../../../run/server/hints.ts");
  return parseHints(readNamed(io.cwd, raw.hints, "--hints"), raw.hints);
}
