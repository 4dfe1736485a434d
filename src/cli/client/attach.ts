import type { Command } from "commander";
import { packageFile } from "../../base/files/package-file.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { systemClock } from "../../base/time/clock.ts";
import { checks } from "../../check/registry.ts";
import { attachJob } from "../../run/client/attach/attach-job.ts";
import { usualFolder } from "../../run/client/attach/waiting-folder.ts";
import { lenientScript } from "../../run/client/mock/lenient-script.ts";
import { revisionsOn } from "../../run/client/offers.ts";
import { type ClientTransportName, clientTransports } from "../../run/client/scenario/client-suite.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { timeLimit } from "../../run/limits/time-limit.ts";
import { loadMock } from "../../mock/script/load-script.ts";
import type { MockScript } from "../../mock/script/script.ts";
import type { Io } from "../io.ts";
import { portOf } from "../options/port-option.ts";
import { performRun, type RunContext } from "../perform-run.ts";
import type { RawRunOptions } from "../run-options.ts";

/** The options of `run client` that are about clients nobody starts, as commander hands them over. */
export type RawAttachOptions = {
  readonly attach?: true;
  readonly port?: string;
  readonly idle?: string;
  readonly connections?: string;
};

/** Adds the options of `run client` that are about clients nobody starts. */
export function addAttachOptions(program: Command): Command {
  return program
    .option("--attach", "start no client, but wait for any that is pointed here, and judge what it does")
    .option("--port <n>", "with --attach: port to listen on; default a free one")
    .option("--idle <ms>", "with --attach: end after so long without anything")
    .option("--connections <n>", "with --attach: end when so many clients have come and left");
}

type AttachOptions = RawRunOptions &
  RawAttachOptions & {
    readonly transport?: string;
    readonly abilities?: string;
    readonly adapter?: string;
    readonly driver?: string;
    readonly command: readonly string[];
    /** Whether --budget stands on the command line: by itself a person has all the time they want. */
    readonly budgetIsGiven: boolean;
  };

/** Waits for a client, and judges what it did. The first Ctrl-C is how one says that it was enough. Gives the exit code. */
export async function attachAndJudge(io: Io, raw: AttachOptions): Promise<number> {
  if (raw.retry !== undefined)
    throw new McpcheckError("usage", "--retry: with --attach nothing is started, so nothing can be played again");
  const transport = transportOf(raw);
  const argv = ["mcpcheck", "run", "client", "--attach", "--transport", transport];
  const [enough, interrupted] = [new AbortController(), new AbortController()];
  const heard = (): void => {
    const { reason } = io.interrupted as { readonly reason: unknown };
    (reason === "SIGINT" ? enough : interrupted).abort(reason);
  };
  if (io.interrupted.aborted) heard();
  io.interrupted.addEventListener("abort", heard, { once: true });
  return await performRun(
    { ...io, interrupted: interrupted.signal },
    raw,
    argv,
    (context) => [jobOf(raw, transport, context, enough.signal)],
    checks.filter(({ subject }) => subject === "client"),
  );
}

function transportOf({ transport = "http", command, suite, abilities, adapter, driver }: AttachOptions): ClientTransportName {
  const found = clientTransports.find((one) => one === transport);
  if (found === undefined)
    throw new McpcheckError("usage", `--attach waits on one transport, ${clientTransports.join(", ")}; not on "${transport}"`);
  if (command.length > 0 || adapter !== undefined || driver !== undefined)
    throw new McpcheckError(
      "usage",
      "--attach starts no client: leave command, --adapter and --driver out, or leave --attach out",
    );
  if (suite !== undefined) throw new McpcheckError("usage", "--suite: with --attach no scenarios are played");
  if (abilities !== undefined) throw new McpcheckError("usage", "--abilities: with --attach a client shows what it can do");
  return found;
}

function jobOf(raw: AttachOptions, transport: ClientTransportName, context: RunContext, enough: AbortSignal): SubjectJob {
  const { io, options, checks: chosen, argv, secrets } = context;
  if (transport === "stdio" && raw.port !== undefined)
    throw new McpcheckError("usage", "--port: over stdio a client starts a command, and there is no port");
  const folder = usualFolder();
  const job = attachJob({
    transport,
    script: scriptFor(transport, options.wanted),
    port: portOf(raw.port ?? "0"),
    folder,
    limits: { idleMs: numberOf("--idle", raw.idle), connections: numberOf("--connections", raw.connections) },
    checks: chosen,
    argv,
    secrets,
    clock: systemClock,
    waiting: (url) => io.stderr(howToAttach(transport, url, folder)),
    tell: (line) => io.stderr(`${line}\n`),
    enough,
    keepTrace: options.trace === undefined ? undefined : context.keepTrace,
  });
  return raw.budgetIsGiven ? { id: job.id, events: (stop) => job.events(timeLimit(options.budgetMs, stop)) } : job;
}

/** The server clients meet: it speaks what is wanted, of what there is over the transport. */
function scriptFor(transport: ClientTransportName, wanted: RunContext["options"]["wanted"]): MockScript {
  const possible = revisionsOn(transport);
  const spoken = Array.isArray(wanted) ? possible.filter((revision) => wanted.includes(revision)) : possible;
  if (spoken.length === 0) throw new McpcheckError("usage", `--spec: none of these revisions exists over ${transport}`);
  return lenientScript({ ...loadMock("attach", "."), revisions: [...spoken] });
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new McpcheckError("usage", `${option}: expected a whole number of at least 1, got "${text}"`);
}

/** What a person puts into the configuration of their client. */
function howToAttach(transport: ClientTransportName, url: string | undefined, folder: string): string {
  const args = [packageFile("bin/mcpcheck.js"), "serve", "attached", folder];
  const entry = url === undefined ? { command: process.execPath, args } : { type: transport, url };
  return `mcpcheck waits for a client. Give it this server, have it call the tools, and press Ctrl-C here for the verdict.
  ${url ?? [process.execPath, ...args].join(" ")}
  ${JSON.stringify({ mcpServers: { mcpcheck: entry } })}
`;
}
