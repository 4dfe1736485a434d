import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { isLoopbackAddress } from "../../../base/loopback.ts";
import { visible } from "../../../base/visible.ts";
import type { Tell } from "../../../host/log/host-event.ts";
import { createApprovalDesk } from "../../../host/surface/approval-desk.ts";
import { serveSurfaces } from "../../../host/surface/serve-surfaces.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { addHostOptions } from "../../host/host-options.ts";
import { type HostOptions, openHost } from "../../host/open-host.ts";
import type { Io } from "../../io.ts";
import { aborted } from "../../../base/time/aborted.ts";
import { portOf } from "../../options/port-option.ts";

type Options = HostOptions & {
  readonly port: string;
  readonly host: string;
  readonly allowRequestServers?: boolean;
  readonly token?: string;
};

/** How long servers may take to end when the host is stopped, in ms: all of it has to fit into five seconds. */
const shutdownMs = 3500;

/** What `--help` says of it. */
export const summary = "the reference host on its HTTP surfaces";

/** `serve host`: the reference host on its HTTP surfaces. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addHostOptions(program)
    .option("--port <n>", "port to listen on; 0 takes a free one", "0")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--allow-request-servers", "take mcp_servers from requests that come from elsewhere, with the token")
    .option("--token <text>", "the token for that; MCPCHECK_TOKEN does as well")
    .action(async (options: Options) => {
      await serve(options, io);
      done(0);
    });
}

/** Says once of each tool and server that it was refused, why, and which key of the profile decides it. */
function refusalsOnce(io: Io): Tell {
  const said = new Set<string>();
  return (event) => {
    if (event.kind !== "decision" || event.allowed) return;
    const { about, server = "", tool = "", key = "", why } = event;
    const what = about === "start" ? `server ${server} was not started` : `the call of ${tool} was refused`;
    if (about === "call" && key === "") return; // nobody could allow it
    const id = JSON.stringify([what, key]);
    if (said.has(id)) return;
    said.add(id);
    io.stderr(`mcpcheck: ${visible(`${what}: ${why}${key === "" ? "" : ` (--set ${key}=… decides that)`}`)}\n`);
  };
}

async function serve(options: Options, io: Io): Promise<void> {
  const port = portOf(options.port);
  const token = options.token ?? io.env["MCPCHECK_TOKEN"];
  if (options.allowRequestServers === true && (token === undefined || token === ""))
    throw new McpcheckError("usage", "--allow-request-servers needs --token (or MCPCHECK_TOKEN)");
  const opened = options.allowRequestServers === true ? ["policy.access.requestServers=token"] : [];
  const known = isLoopbackAddress(options.host) || options.host === "localhost" ? [] : [`policy.access.hosts=${options.host}`];
  const { host, profile, guard } = openHost({ ...options, set: [...known, ...options.set, ...opened] }, io, refusalsOnce(io));
  if (!profile.surface.offered.some((one) => ["chat", "search", "openai"].includes(one)))
    throw new McpcheckError(
      "usage",
      `profile ${profile.id} has no HTTP surface; --set surface.offered=chat,search,openai gives it some`,
    );
  const note = (text: string): void => io.stderr(`mcpcheck: ${visible(text, { multiline: true })}\n`);
  const killAll = (): void => guard.killAll();
  process.once("exit", killAll);
  try {
    await host.start();
    const desk = createApprovalDesk(randomUUID);
    const setup = { host, desk, date: () => new Date(), random: randomUUID, token, note };
    const served = await serveSurfaces(setup, { address: options.host, port });
    io.stdout(`${JSON.stringify({ listening: served.url })}\n`);
    await aborted(io.interrupted);
    await Promise.all([served.close(), host.close(shutdownMs)]);
  } finally {
    await host.close(shutdownMs);
    guard.killAll();
    process.off("exit", killAll);
  }
}
