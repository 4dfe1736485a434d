import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { aborted } from "../../../base/time/aborted.ts";
import { systemClock } from "../../../base/time/clock.ts";
import { visible } from "../../../base/visible.ts";
import { findWorkers } from "../../../host/bridge/colleagues.ts";
import { createBridge } from "../../../host/bridge/bridge.ts";
import { createPoster } from "../../../host/bridge/post-bytes.ts";
import { createApprovalDesk } from "../../../host/surface/approval-desk.ts";
import { serveSurfaces } from "../../../host/surface/serve-surfaces.ts";
import { addHostOptions } from "../../host/host-options.ts";
import { type HostOptions, openHost } from "../../host/open-host.ts";
import type { Io } from "../../io.ts";
import { portOf } from "../../options/port-option.ts";
import { repeatable } from "../../options/repeatable.ts";
import { withoutEnd } from "../../../base/without-end.ts";

type Options = HostOptions & {
  readonly port: string;
  readonly host: string;
  readonly model?: string;
  readonly agentName: string;
  readonly agentDescription: string;
  readonly publicUrl?: string;
  readonly tools?: string;
  readonly allowWebhook: readonly string[];
  readonly agent: readonly string[];
  readonly worker?: boolean;
};

/** How long servers may take to end when the bridge is stopped, and how long a webhook may take to answer, in ms. */
const shutdownMs = 3500;
const webhookMs = 10_000;

/** What `--help` says of it. */
export const summary = "the reference host as an agent that other agents can ask (A2A)";

/** `serve bridge`: the reference host behind A2A, an MCP endpoint and webhooks. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addHostOptions(program)
    .option("--port <n>", "port to listen on; 0 takes a free one", "0")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--model <name>", "the model that works on tasks; default: that of the configuration")
    .option("--agent-name <text>", "what the agent is called on its card", "mcpcheck agent")
    .option("--agent-description <text>", "what its card says of it", "Answers with a model that may use tools")
    .option("--public-url <url>", "where others reach it, where that is another address than it listens on")
    .option("--tools <list>", "tools of its /mcp, separated by commas; default all")
    .option(
      "--allow-webhook <host>",
      "a host in a private network that may be notified, as host or host:port; may be repeated",
      repeatable,
      [],
    )
    .option("--agent <url>", "another agent that parts of the work can be handed to; may be repeated", repeatable, [])
    .option("--worker", "end tasks by the tool respond_to_manager, where the agent has no servers")
    .addHelpText("after", help)
    .action(async (options: Options) => {
      await serve(options, io);
      done(0);
    });
}

const help = `
Profile strict speaks A2A 1.0 (card at /.well-known/agent-card.json, JSON-RPC at /a2a), profile ollama the wire of the bridge that is
documented for it. Both have an MCP endpoint at /mcp and signed webhooks at /notifications/register, and chat at /v1/chat/completions. With
"async": true a model hands work over without waiting: the result is delivered to /webhook and comes into its session between two answers,
or is answered at /v1/events?session_id=… when nobody asks anything.

Examples:
  mcpcheck serve bridge --model llama3.1:8b --port 8001
  mcpcheck serve bridge --profile ollama --model llama3.1:8b --allow-webhook 127.0.0.1:9000
`;

async function serve(options: Options, io: Io): Promise<void> {
  const port = portOf(options.port);
  const publicUrl = options.publicUrl === undefined ? undefined : addressOf("--public-url", options.publicUrl);
  const { host, profile, guard } = openHost(options, io);
  const { agents } = profile.surface;
  if (agents === "none")
    throw new McpcheckError("usage", `profile ${profile.id} has no bridge; --set surface.agents=published gives it one`);
  const model = options.model ?? host.setup.configuration.defaultModel;
  if (model === undefined) throw new McpcheckError("usage", "no model is named: --model says which one works on tasks");
  if (options.worker === true && options.agent.length > 0)
    throw new McpcheckError(
      "usage",
      "--worker ends tasks by a tool, --agent hands work over in the answer's text: name one of them",
    );
  const note = (text: string): void => io.stderr(`mcpcheck: ${visible(text, { multiline: true })}\n`);
  const killAll = (): void => guard.killAll();
  process.once("exit", killAll);
  const agentUrls = options.agent.map((one) => addressOf("--agent", one));
  let url = publicUrl ?? "";
  const surface = {
    host,
    desk: createApprovalDesk(randomUUID),
    date: () => new Date(),
    random: randomUUID,
    token: undefined,
    note,
  };
  const bridge = createBridge({
    surface,
    wire: agents,
    name: options.agentName,
    description: options.agentDescription,
    skills: [
      {
        id: "answer",
        name: "Answer",
        description: options.agentDescription,
        tags: ["text", "tools"],
        examples: ["What is in the file notes.md?"],
      },
    ],
    url: () => url,
    model,
    tools: options.tools?.split(",").map((one) => one.trim()),
    allowedWebhooks: options.allowWebhook,
    workers: await findWorkers(agentUrls, systemClock, note),
    isWorker: options.worker ?? false,
    post: createPoster({ allowed: options.allowWebhook, clock: systemClock, timeoutMs: webhookMs }),
  });
  try {
    await host.start();
    const served = await serveSurfaces(surface, { address: options.host, port, mounts: [bridge] });
    url = publicUrl ?? served.url;
    io.stdout(`${JSON.stringify({ listening: served.url })}\n`);
    await aborted(io.interrupted);
    await Promise.all([served.close(), host.close(shutdownMs)]);
  } finally {
    await host.close(shutdownMs);
    guard.killAll();
    process.off("exit", killAll);
  }
}

function addressOf(option: string, given: string): string {
  if (URL.canParse(given) && /^https?:/.test(given)) return withoutEnd(given, "/");
  throw new McpcheckError("usage", `${option}: ${given} is not an http(s) address`);
}
