import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { toolsPath } from "../../host/config/world/tools-path.ts";
import { createTurnHistory } from "../../host/loop/turn-history.ts";
import type { TurnEvent } from "../../host/loop/turn-event.ts";
import { effectiveProfile } from "../../host/profile/effective-profile.ts";
import { visible } from "../../base/visible.ts";
import type { Person } from "../../host/surface/host.ts";
import type { ChatRequest } from "../../host/surface/host-request.ts";
import { jsonText } from "../../base/json-text.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import { listDefinitions } from "../../host/surface/tools-search.ts";
import { chatCommand } from "../host/chat-command.ts";
import type { Chat } from "../host/chat-state.ts";
import { addHostOptions } from "../host/host-options.ts";
import { definitionsTable } from "../definitions-table.ts";
import { createLineReader, isTerminalInput, type TerminalInput } from "../host/line-reader.ts";
import { type HostOptions, openHost } from "../host/open-host.ts";
import { jsonView, textView } from "../host/turn-view.ts";
import type { Io } from "../io.ts";

type Options = HostOptions & {
  readonly tools?: string | boolean;
  readonly json?: boolean;
  readonly approve?: boolean;
  readonly listTools?: boolean;
  readonly enableSudoRewrite?: boolean;
};

const shutdownMs = 3500;

/** What `--help` says of it. */
export const summary = "the reference host on a terminal";

/** `chat`: the reference host on a terminal, or once for a prompt from a pipe. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addHostOptions(program)
    .argument("<model>", "the model to chat with")
    .argument("[prompt...]", "say this and end; without it a pipe is read, or a terminal asked")
    .option("--tools [path]", "offer tools, limited to this directory")
    .option("--list-tools", "show which servers are defined and when they come in, and end")
    .option("--approve", "ask before every call")
    .option("--enable-sudo-rewrite", "ask for a password where a command needs one (profile ollmcpc only)")
    .option("--json", "every event as a line of JSON")
    .action(async (model: string, prompt: readonly string[], options: Options) => done(await run(model, prompt, options, io)));
}

async function run(model: string, prompt: readonly string[], options: Options, io: Io): Promise<number> {
  const set = [
    ...options.set,
    ...(options.approve === true ? ["policy.approval.when=all"] : []),
    ...(options.enableSudoRewrite === true ? ["policy.sudo.rewrite=true"] : []),
  ];
  if (options.listTools === true) return await listTools({ ...options, set }, io);
  const input = prompt.length === 0 ? io.stdin() : undefined;
  const interactive = input !== undefined && isTerminalInput(input);
  const { surface } = effectiveProfile(options.profile, set);
  if (!surface.offered.includes("cli")) throw new McpcheckError("usage", `profile ${options.profile} has no terminal chat`);
  const wantsTools = options.tools !== undefined && options.tools !== false;
  if (!interactive && wantsTools && !surface.oneShotTools)
    throw new McpcheckError(
      "usage",
      "--tools needs a terminal in this profile: it takes no prompt from a pipe or the command line",
    );
  const { host, profile, world, guard } = openHost({ ...options, set }, io);
  const killAll = (): void => guard.killAll();
  process.once("exit", killAll);
  try {
    const tools = wantsTools ? toolsPath(options.tools ?? true, world) : undefined;
    const view = options.json === true ? jsonView(io) : textView(io, profile.limits.shownResultChars);
    const approval = profile.policy.approval.when;
    const going: Chat = { io, host, profile, model, tools, sessionId: randomUUID(), view, messages: [], without: [], approval };
    announce(going);
    if (interactive) return await converse(going, input);
    const text = input === undefined ? prompt.join(" ") : await allOf(input);
    if (text.trim() === "") throw new McpcheckError("usage", "the prompt is empty");
    return await say(going, text, { ask: undefined });
  } finally {
    await host.close(shutdownMs);
    guard.killAll();
    process.off("exit", killAll);
  }
}

/** The servers there are definitions of, without starting any. */
async function listTools(options: Options, io: Io): Promise<number> {
  const { host } = openHost(options, io);
  await host.close();
  io.stdout(options.json === true ? `${jsonText(listDefinitions(host))}\n` : definitionsTable(host.setup.configuration));
  return 0;
}

/** Tells the person which servers `--tools` brought in and for which path, or that it brought none. */
function announce({ io, host, tools, sessionId }: Chat): void {
  if (tools === undefined) return;
  const held = host.lease({ servers: [], toolsPath: tools, sessionId });
  const names = held.connections.map(({ link }) => visible(link.name));
  void held.release();
  io.stderr(names.length === 0 ? "No MCP servers matched for --tools context\n" : `Enabling MCP servers: ${names.join(", ")}\n`);
  io.stderr(`Tools path: ${visible(tools)}\n`);
}

async function allOf(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function converse(chat: Chat, terminal: TerminalInput): Promise<number> {
  const { io } = chat;
  const lines = createLineReader(terminal, io.stderr);
  const password = (signal: AbortSignal): Promise<string | undefined> => lines.hidden("Password: ", signal);
  const ask = (prompt: string, signal: AbortSignal): Promise<string | undefined> => {
    io.stderr(prompt);
    return lines.next(signal);
  };
  try {
    for (;;) {
      io.stderr(">>> ");
      const line = await lines.next(io.interrupted);
      if (line === undefined || line.trim() === "/quit" || line.trim() === "/bye") return codeOf(io);
      if (line.trim() === "") continue;
      if (line.startsWith("/")) chatCommand(chat, line.trim());
      else await say(chat, line, { ask, password });
      if (io.interrupted.aborted) return codeOf(io);
    }
  } finally {
    lines.close();
  }
}

/** Says one thing and shows the turn; the exit code is that of a single prompt. */
async function say(chat: Chat, text: string, person: Person): Promise<number> {
  const { io, host, profile, view } = chat;
  const said: readonly ModelMessage[] = [...chat.messages, { role: "user", content: text }];
  const begun = host.chat(requestOf(chat, said), person, io.interrupted);
  const history = createTurnHistory(profile);
  const events = "events" in begun ? begun.events : refusalEvents(begun.refusal);
  let code = 3;
  for await (const event of events) {
    history.take(event);
    view(event);
    if (event.kind === "end") code = 0;
  }
  // A turn that failed is not part of the conversation: half of it would confuse the next one.
  if (code === 0) chat.messages = [...said, ...history.messages()];
  return io.interrupted.aborted ? codeOf(io) : code;
}

function requestOf({ model, tools, sessionId, without, approval }: Chat, messages: readonly ModelMessage[]): ChatRequest {
  return {
    model,
    messages,
    stream: true,
    options: {},
    clientTools: [],
    toolChoice: undefined,
    servers: [],
    toolsPath: tools,
    jit: undefined,
    cap: undefined,
    connectEagerly: false,
    maxRounds: undefined,
    callTimeoutMs: undefined,
    sessionId,
    without,
    approval,
  };
}

async function* refusalEvents({
  status,
  message,
}: {
  readonly status: number;
  readonly message: string;
}): AsyncIterable<TurnEvent> {
  yield await Promise.resolve({ kind: "error", failure: "request", status, message });
}

function codeOf({ interrupted }: Io): number {
  if (!interrupted.aborted) return 0;
  return interrupted.reason === "SIGTERM" ? 143 : 130;
}
