import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { withoutTokens } from "../../base/secrets/known-tokens.ts";
import { publicUrl } from "../../base/secrets/public-url.ts";
import { createSecrets, type Secrets } from "../../base/secrets/secrets.ts";
import { recordHttp } from "../../run/client/record/record-http.ts";
import { recordStdio, type ServerEnd } from "../../run/client/record/record-stdio.ts";
import { openTraceFile, type TraceFile } from "../../run/client/record/trace-file.ts";
import type { Hiding } from "../../trace/hidden-event.ts";
import type { Subject } from "../../trace/trace.ts";
import type { Io } from "../io.ts";
import { portOf } from "../options/port-option.ts";
import { learnEnvironment } from "../client/environment-secrets.ts";
import { freeStdout, takeSignals } from "../client/recording-ends.ts";
import { learnVariables } from "../server/learn-secrets.ts";

type Options = {
  readonly out: string;
  readonly force?: boolean;
  readonly url?: string;
  readonly port?: string;
  readonly transport?: string;
};

/** What `--help` says of it. */
export const summary = "record what a client and a server say to each other; `judge` judges both";

/** `record`: stands between a client and a server, changes nothing, and writes down what passes. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("[command...]", "over stdio: the server's command and arguments, after --")
    .requiredOption("--out <file>", "where the trace goes (NDJSON)")
    .option("--force", "overwrite a trace that is there; without it the next free name is taken (session-2.ndjson)")
    .option("--url <url>", "over HTTP: the end point of the server")
    .option("--port <n>", "over HTTP: the port clients come to; default a free one")
    .option("--transport <name>", "over HTTP: http, or sse for the old HTTP+SSE")
    .addHelpText("after", help)
    .action(async (command: readonly string[], options: Options) => {
      done(options.url === undefined ? await overStdio(command, options, io) : await overHttp(options.url, command, options, io));
    });
}

const help = `
Over stdio, put it before the server's command in the configuration of a client: it starts the server, and ends as the server ends.
Over HTTP, point the client at the address it prints instead of the server's. Both sides are judged by \`mcpcheck judge <file>\`.

Examples:
  mcpcheck record --out session.ndjson -- node server.js
  mcpcheck record --out session.ndjson --url https://example.com/mcp --port 7000
`;

async function overStdio([program, ...args]: readonly string[], options: Options, io: Io): Promise<number> {
  if (program === undefined)
    throw new McpcheckError("usage", "what is to be recorded? give the server's command after --, or its address by --url");
  if (options.port !== undefined || options.transport !== undefined)
    throw new McpcheckError("usage", "--port and --transport: only with --url; a command is met over stdio");
  const secrets = createSecrets();
  learnEnvironment(io.env, secrets);
  const command = [program, ...args] as const;
  const trace = traceTo(options, { kind: "server", transport: "stdio", command, between: true }, secrets, io);
  const session = { command, cwd: io.cwd, env: io.env, stdin: process.stdin, stdout: freeStdout(), trace, onSignal: takeSignals };
  const end = await recordStdio(session).finally(trace.close);
  process.stdin.destroy();
  return await endAs(end);
}

/** Ends this process as the server's ended: with its exit code, or by the signal it was ended by. */
async function endAs({ code, signal }: ServerEnd): Promise<number> {
  if (signal === null) return code ?? 0;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  await new Promise((wait) => void setTimeout(wait, 1000)); // a signal takes its time
  return 3;
}

async function overHttp(address: string, command: readonly string[], options: Options, io: Io): Promise<number> {
  const { transport = "http" } = options;
  if (command.length > 0) throw new McpcheckError("usage", "give a command or --url, not both");
  if (!/^https?:/i.test(address) || !URL.canParse(address))
    throw new McpcheckError("usage", `--url: expected an http or https address, not "${address}"`);
  if (transport !== "http" && transport !== "sse")
    throw new McpcheckError("usage", `--transport must be http or sse, not ${transport}`);
  const port = portOf(options.port ?? "0");
  const upstream = new URL(address);
  const secrets = createSecrets();
  secrets.addUrl(address);
  const trace = traceTo(options, { kind: "server", transport, url: publicUrl(address), between: true }, secrets, io);
  try {
    const listening = await recordHttp({ upstream, transport, port, trace, authorized: learner(secrets) });
    io.stdout(`${JSON.stringify({ listening: listening.base, url: listening.url })}\n`);
    await new Promise<void>((stop) => {
      if (io.interrupted.aborted) stop();
      io.interrupted.addEventListener("abort", () => stop(), { once: true });
    });
    await listening.close();
  } finally {
    trace.close();
  }
  return 0;
}

/** Makes credentials known when they first come: they may be told again elsewhere. */
function learner(secrets: Secrets): (given: Readonly<Record<string, string>>) => void {
  const known = new Set<string>();
  return (given) => {
    for (const [name, value] of Object.entries(given)) {
      if (known.has(value)) continue;
      known.add(value);
      learnVariables({ [name]: value }, secrets);
    }
  };
}

/**
 * The name itself, or where such a file is there already, the next one with a number: a client starts its servers again as it likes, and
 * must neither be refused one nor cost a session that was recorded before. What is no plain file (a pipe, /dev/null) is written to.
 */
function unusedName(file: string, cwd: string): string {
  const isTaken = (name: string): boolean => statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isFile() === true;
  let name = file;
  for (let number = 2; isTaken(name); number += 1) name = file.replace(/(\.[^./\\]*)?$/, (extension) => `-${number}${extension}`);
  return name;
}

function traceTo({ out: file, force = false }: Options, subject: Subject, secrets: Secrets, io: Io): TraceFile {
  const hide: Hiding = {
    hide: (text, cut) => withoutTokens(secrets.hide(text, cut)),
    hideBytes: secrets.hideBytes,
    hideValue: (value) => JSON.parse(withoutTokens(JSON.stringify(secrets.hideValue(value)))) as typeof value,
  };
  const kept = force ? file : unusedName(file, io.cwd);
  if (kept !== file)
    io.stderr(
      `mcpcheck record: ${file} is there already and stays as it is: this session goes to ${kept} (--force overwrites)\n`,
    );
  return openTraceFile(resolve(io.cwd, kept), subject, {
    hide,
    now: () => performance.now(),
    failed: (message) => io.stderr(`mcpcheck record: ${kept} is not written any more, the session goes on: ${message}\n`),
  });
}
