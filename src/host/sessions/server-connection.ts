import type { JsonObject } from "../../jsonrpc/json.ts";
import type { ClientTransport } from "../../transport/client-transport.ts";
import { wireTold } from "../log/wire-told.ts";
import type { McpTool } from "../tools/mcp-tool.ts";
import { askTool, type CallOptions } from "./tools/ask-tool.ts";
import type { CallOutcome } from "./tools/call-outcome.ts";
import { createCallsInFlight } from "./tools/calls-in-flight.ts";
import type { ConnectionSetup } from "./connection-setup.ts";
import type { Listing } from "./tools/list-tools.ts";
import { type LiveSession, openSession, type Refusal } from "./open-session.ts";
import type { ServerLink } from "./server-link.ts";
import { createServerLog, type ServerLog } from "./server-log.ts";
import { shutDown } from "./shut-down.ts";
import { createToolList } from "./tools/tool-list.ts";
import { whyItEnded } from "./why-it-ended.ts";

/** One server, connected when it is first needed and again when it was lost. Nothing here throws for what a server does. */
export type ServerConnection = {
  readonly link: ServerLink;
  /** `pending` before the first connection, `failed` when the last attempt brought none. */
  readonly status: () => "pending" | "active" | "failed";
  /** The tools, from the cache while it is good. */
  readonly tools: () => Promise<Listing>;
  readonly call: (tool: McpTool, args: JsonObject, options?: CallOptions) => Promise<CallOutcome>;
  /** Ends it for good; a later use finds it closed. */
  readonly close: (withinMs?: number) => Promise<void>;
  readonly log: () => ServerLog;
};

/** A connection to one server. Nothing is opened yet. */
export function createServerConnection(setup: ConnectionSetup): ServerConnection {
  const { link, profile, clock, redact, tell } = setup;
  const { sessions, times } = profile;
  const inFlight = createCallsInFlight();
  const log = createServerLog(clock.now, redact, inFlight.dropTooLong, (event) => {
    const told = tell === undefined ? undefined : wireTold(link.name, event);
    if (told !== undefined) tell?.(told);
  });
  const list = createToolList(setup, ready);
  let live: LiveSession | undefined;
  let opening: Promise<LiveSession | Refusal> | undefined;
  let failed = false;
  let starts = 0;
  let closing: Promise<void> | undefined;
  let attempting: ClientTransport | undefined;

  async function ready(): Promise<LiveSession | Refusal> {
    if (closing !== undefined) return { error: "the connection is closed" };
    if (live !== undefined && !live.over() && !live.expired()) return live;
    opening ??= start().finally(() => (opening = undefined));
    return opening;
  }

  /** The session for a call. A server that has died is started again for it, but only so often. */
  async function readyForCall(): Promise<LiveSession | Refusal> {
    for (let left = sessions.respawnsPerCall; ; left -= 1) {
      const isDead = link.transport === "stdio" && starts > 0 && opening === undefined && live?.over() !== false;
      if (isDead && left === 0) return { error: `MCP server ${link.name} has ended, and no call starts it again` };
      const server = await ready();
      if (!isDead || left <= 1 || !("error" in server)) return server;
    }
  }

  async function start(): Promise<LiveSession | Refusal> {
    if (link.transport === "stdio" && starts > sessions.respawnsPerSession)
      return fail(`it was started ${starts} times and has ended each time`);
    starts += 1;
    // A session that the server has forgotten; or its process has died, and what it started has to go as well.
    void live?.session.transport.close("drop");
    const first = await attempt(false, true);
    const opened = "error" in first && first.diedOfProbe === true ? await attempt(false, false) : first;
    const refused = "error" in opened && opened.refusedStatus !== undefined && opened.refusedStatus >= 400;
    const again = refused && link.transport === "http" && sessions.sseFallback && opened.refusedStatus < 500;
    const last = again ? await attempt(true, false) : opened;
    if ("error" in last) return fail((again && "error" in opened ? opened : last).error);
    failed = false;
    live = last;
    return last;
  }

  function fail(reason: string): Refusal {
    live = undefined;
    failed = true;
    return { error: `MCP server ${link.name} failed to initialize: ${reason}` };
  }

  function attempt(fallback: boolean, probing: boolean): Promise<LiveSession | Refusal> {
    const how = { fallback, probing, attempting: (transport: ClientTransport | undefined) => void (attempting = transport) };
    return openSession(setup, log, how, list.forget);
  }

  async function call(tool: McpTool, args: JsonObject, options: CallOptions = {}): Promise<CallOutcome> {
    if (options.signal?.aborted === true) return { kind: "aborted", message: "the call was cancelled" };
    const server = await readyForCall();
    if ("error" in server) return { kind: "lost", message: server.error };
    const outcome = await callOn(server, tool, args, options);
    if (!server.expired()) return outcome;
    const renewed = await ready();
    if ("error" in renewed) return { kind: "lost", message: renewed.error };
    return callOn(renewed, tool, args, options);
  }

  async function callOn(server: LiveSession, tool: McpTool, args: JsonObject, options: CallOptions): Promise<CallOutcome> {
    const outcome = await askTool({ ...setup, server, inFlight, lossOf }, tool, args, options);
    // It works: what goes wrong later is a trouble of its own.
    if (outcome.kind === "result" && server === live && sessions.respawnsCounted === "inRow") starts = 1;
    return outcome;
  }

  function lossOf(server: LiveSession, reason: string): string {
    const details = server.over() ? whyItEnded(server.session, log, 0, times.startCheckMs) : "";
    return `the connection to MCP server ${link.name} was lost: ${reason}${details}`;
  }

  return {
    link,
    status: () => (live !== undefined && !live.over() ? "active" : failed ? "failed" : "pending"),
    tools: list.tools,
    call,
    close: (withinMs) =>
      (closing ??= (async () => {
        void attempting?.close("drop");
        const opened = opening === undefined ? live : await opening;
        if (opened !== undefined && !("error" in opened)) await shutDown(opened.session, profile.shutdown, clock, withinMs);
      })()),
    log: () => log,
  };
}
