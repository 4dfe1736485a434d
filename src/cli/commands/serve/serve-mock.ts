import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import type { Command } from "commander";
import type { Io } from "../../io.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { MockServer } from "../../../mock/core.ts";
import { keepAlive } from "../../../mock/serve/keep-alive.ts";
import { loadMock } from "../../../mock/script/load-script.ts";
import { createMockServer } from "../../../mock/mock-server.ts";
import { play } from "../../../mock/play.ts";
import { newConversation } from "../../../mock/conversation/conversation.ts";
import type { MockScript } from "../../../mock/script/script.ts";
import { serveHttp } from "../../../mock/serve/http/serve-http.ts";
import { serveSse } from "../../../mock/serve/serve-sse.ts";
import { serveStdio } from "../../../mock/serve/serve-stdio.ts";
import { stageFor } from "../../../mock/stage.ts";
import { systemWorld } from "../../../mock/world/system-world.ts";
import { transportsOf } from "../../../mock/era/transports.ts";
import type { MockTransport, World } from "../../../mock/world/world.ts";
import { isRevision, revisions } from "../../../spec/revision.ts";
import { writeAll } from "../../../base/files/write-all.ts";

type Options = { readonly transport?: string; readonly spec?: string; readonly port: string; readonly host: string };

/** What `--help` says of it. */
export const summary = "play a mock MCP server";

/** `serve mock`: plays a mock script as an MCP server of its own. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<id|file.json>", "a mock that comes with mcpcheck, or a script file")
    .argument("[words...]", "handed to the mock, which may tell them")
    .option("--transport <name>", "stdio, http or sse; default the one the mock is made for")
    .option("--spec <revision>", "speak only this revision (several with commas)")
    .option("--port <n>", "port to listen on; 0 takes a free one", "0")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .action(async (idOrFile: string, words: readonly string[], options: Options) => {
      const release = keepAlive();
      await serve(idOrFile, words, options, io).finally(release);
      done(0);
    });
}

async function serve(idOrFile: string, words: readonly string[], options: Options, io: Io): Promise<void> {
  const found = loadMock(idOrFile, io.cwd);
  const transport = options.transport ?? transportsOf(found)[0] ?? "stdio";
  if (transport !== "stdio" && transport !== "http" && transport !== "sse")
    throw new McpcheckError("usage", `--transport must be stdio, http or sse, not ${transport}`);
  if (found.transports?.includes(transport) === false)
    throw new McpcheckError("usage", `mock ${found.id} is made for ${transportsOf(found).join(" and ")}, not for ${transport}`);
  const script = restrict(found, options.spec);
  const server = createMockServer(script, worldFor(transport, words, io));
  if (transport === "stdio") {
    const stdout = (bytes: Uint8Array) => (isUtf8(bytes) ? io.stdout(Buffer.from(bytes).toString("utf8")) : writeAll(1, bytes));
    const stdin = io.stdin();
    await serveStdio(server, { stdin, stdout, interrupted: io.interrupted });
    if (stdin instanceof Readable) stdin.destroy(); // an input that is still open would keep the process alive
  } else await serveOverHttp(server, transport, options, io);
}

/** The real world, but for the words of the command line: a mock tells those that were meant for it. */
function worldFor(transport: MockTransport, words: readonly string[], io: Io): World {
  const world = systemWorld(transport, io.stderr);
  return { ...world, process: { ...world.process, self: () => ({ ...world.process.self(), argv: words }) } };
}

async function serveOverHttp(
  server: MockServer,
  transport: Exclude<MockTransport, "stdio">,
  options: Options,
  io: Io,
): Promise<void> {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new McpcheckError("usage", `--port must be 0 to 65535, not ${options.port}`);
  const listening = await (transport === "http" ? serveHttp : serveSse)(server, { host: options.host, port });
  io.stdout(`${JSON.stringify({ listening: listening.base, url: listening.url })}\n`);
  await untilStopped(server, io);
  await listening.close();
}

/** Waits for SIGTERM or SIGINT, as far as the rules on them let it through. */
function untilStopped(server: MockServer, io: Io): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      const acts = server.event(String(io.interrupted.reason)) ?? [];
      const port = { message: ignore, answer: ignore, accepted: ignore, end: ignore, raw: ignore, drop: ignore };
      const stage = stageFor(server, { conversation: newConversation(ignore), undecided: "stateful" }, port);
      void play(acts, { ...stage, correct: resolve, respond: ignore });
    };
    if (io.interrupted.aborted) stop();
    else io.interrupted.addEventListener("abort", stop, { once: true });
  });
}

const ignore = (): void => undefined;

function restrict(script: MockScript, spec: string | undefined): MockScript {
  if (spec === undefined) return script;
  const wanted = spec.split(",").map((name) => {
    if (!isRevision(name))
      throw new McpcheckError("usage", `--spec: there is no revision ${name}; there are ${revisions.join(", ")}`);
    return name;
  });
  const both = wanted.filter((revision) => script.revisions === undefined || script.revisions.includes(revision));
  if (both.length === 0) throw new McpcheckError("usage", `mock ${script.id} does not speak ${spec}`);
  return { ...script, revisions: both };
}
