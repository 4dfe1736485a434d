import { isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { type ClientSession, createClientSession } from "../../session/client-session.ts";
import type { Clock } from "../../transport/clock.ts";
import type { ClientTransport, HttpClientTransport } from "../../transport/client-transport.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { McpTool } from "../tools/mcp-tool.ts";
import type { CallOutcome } from "./call-outcome.ts";
import { reasonOf, shakeHands } from "./handshake.ts";
import { type Listing, listTools } from "./list-tools.ts";
import type { ServerLink } from "./server-link.ts";
import { createServerLog, type ServerLog } from "./server-log.ts";
import { noticing404 } from "./noticing-404.ts";
import { shutDown } from "./shut-down.ts";
import { waitLimit } from "./wait-limit.ts";

/** How one call differs from the profile: another limit, and the signal that ends it. */
export type CallOptions = { readonly timeoutMs?: number; readonly signal?: AbortSignal };

/** One server, connected when it is first needed and again when it was lost. Nothing here throws for what a server does. */
export type ServerConnection = {
  readonly link: ServerLink;
  /** `pending` before the first connection, `failed` when the last attempt brought none. Row B2-058. */
  readonly status: () => "pending" | "active" | "failed";
  /** The tools, from the cache while it is good. Concurrent callers share one request. Rows B0-232, B1-077, B1-081, B1-082. */
  readonly tools: () => Promise<Listing>;
  readonly call: (tool: McpTool, args: JsonObject, options?: CallOptions) => Promise<CallOutcome>;
  /** Ends it for good; a later use finds it closed. */
  readonly close: (withinMs?: number) => Promise<void>;
  readonly log: () => ServerLog;
};

/** What a connection needs from outside. `version` is the host's own, for profiles that give none. */
export type ConnectionSetup = {
  readonly link: ServerLink;
  readonly profile: HostProfile;
  readonly clock: Clock;
  readonly version: string;
  /** Told of what a person should know: an unknown revision, a slow call. */
  readonly warn: (text: string) => void;
  /** Removes secrets from what is kept of the wire. */
  readonly redact?: (text: string) => string;
};

type Live = {
  readonly session: ClientSession;
  readonly capabilities: JsonObject;
  over: boolean;
  readonly expired: () => boolean;
};
type Failure = { readonly error: string };

/** A connection to one server. Nothing is opened yet. */
export function createServerConnection({ link, profile, clock, version, warn, redact }: ConnectionSetup): ServerConnection {
  const { sessions, times, limits, identity } = profile;
  const inFlight = new Map<string, () => void>();
  const log = createServerLog(clock.now, redact, dropTooLong);
  let live: Live | undefined;
  let opening: Promise<Live | Failure> | undefined;
  let failure: Failure | undefined;
  let starts = 0;
  let closing: Promise<void> | undefined;
  let cached: { readonly listing: Listing; readonly until: number } | undefined;
  let listing: Promise<Listing> | undefined;
  let loading: object | undefined;
  let attempting: ClientTransport | undefined;

  /** An answer beyond the limit fails the call it is for, by its id or because there is just one, and nothing else. Row B0-085. */
  function dropTooLong(beginning: string): void {
    const id = /"id"\s*:\s*(\d+)/.exec(beginning)?.[1];
    const [single, ...others] = inFlight.values();
    (id === undefined && others.length === 0 ? single : inFlight.get(id ?? ""))?.();
  }

  async function ready(): Promise<Live | Failure> {
    if (closing !== undefined) return { error: "the connection is closed" };
    if (live !== undefined && !live.over && !live.expired()) return live;
    opening ??= start().finally(() => (opening = undefined));
    return opening;
  }

  async function start(): Promise<Live | Failure> {
    if (link.transport === "stdio" && starts > sessions.respawnsPerSession)
      return fail(`it was started ${starts} times and has ended each time`);
    starts += 1;
    if (live !== undefined && !live.over) void live.session.transport.close("drop"); // a session the server has forgotten
    const opened = await attempt(false);
    const refused = "error" in opened && opened.refusedStatus !== undefined && opened.refusedStatus >= 400;
    const again = refused && link.transport === "http" && sessions.sseFallback && opened.refusedStatus < 500;
    const last = again ? await attempt(true) : opened;
    if ("error" in last) return fail((again && "error" in opened ? opened : last).error);
    failure = undefined;
    live = last;
    return last;
  }

  function fail(reason: string): Failure {
    live = undefined;
    failure = { error: `MCP server ${link.name} failed to initialize: ${reason}` };
    return failure;
  }

  async function attempt(fallback: boolean): Promise<Live | (Failure & { readonly refusedStatus?: number })> {
    const began = clock.now();
    const opened = await link.open(log, log.nextConnection(), fallback);
    if ("refused" in opened) return { error: opened.refused };
    const status: { notFound: boolean } = { notFound: false };
    const session = createClientSession({
      transport: noticing404(opened.transport, () => (status.notFound = true)),
      recorder: log,
      clock,
      identity: { name: identity.clientName, version: identity.clientVersion ?? version },
      client: { capabilities: {}, roots: [] },
      timeoutMs: waitLimit(times.listMs),
      cancelReason: "no longer wanted",
    });
    attempting = opened.transport;
    const shaken = await shakeHands(session, identity, link.initializeMs);
    attempting = undefined;
    if ("error" in shaken) {
      const details = whyItEnded(session, began);
      await session.transport.close("drop");
      return { ...shaken, error: `${shaken.error}${details}` };
    }
    if (shaken.warning !== undefined) warn(`${link.name}: ${shaken.warning}`);
    const keepsSession = sessions.httpSessions && session.revision() < "2026-07-28";
    status.notFound = false;
    const alive: Live = {
      session,
      capabilities: shaken.capabilities,
      over: false,
      /** A 404 tells that the server has forgotten the session (basic/transports#session-management). */
      expired: () => keepsSession && status.notFound,
    };
    void session.transport.ended.then(() => (alive.over = true));
    if (sessions.listChanged) watchList(session, shaken.capabilities);
    return alive;
  }

  function watchList(session: ClientSession, capabilities: JsonObject): void {
    session.observe((frame) => {
      if (frame.kind !== "notification" || frame.method !== "notifications/tools/list_changed") return;
      cached = undefined;
      loading = undefined; // a list that is on its way may be the old one
    });
    const announces = isObject(capabilities["tools"]) && capabilities["tools"]["listChanged"] === true;
    if (announces && session.transport.kind === "http" && session.revision() < "2026-07-28")
      (session.transport as HttpClientTransport).openStream();
  }

  /** How a process ended and what it wrote last, for messages. Row B0-128. */
  function whyItEnded(session: ClientSession, began: number): string {
    const last = log.exit();
    const exit = last !== undefined && last.at >= began ? last : undefined;
    const early = exit !== undefined && exit.at - began <= times.startCheckMs ? "exited immediately" : "exited";
    const ended = exit === undefined ? "" : ` (${early}${exit.code === null ? `, ${exit.signal}` : ` with code ${exit.code}`})`;
    const broken = log.lastFailure();
    const tail = session.transport.stderrTail();
    return `${ended}${broken === undefined ? "" : `: ${broken}`}${tail === "" ? "" : `; stderr: ${tail}`}`;
  }

  async function load(): Promise<Listing> {
    const server = await ready();
    if ("error" in server) return server;
    if (identity.respectCapabilities && server.capabilities["tools"] === undefined) return { tools: [] };
    const bounds = { timeoutMs: waitLimit(times.listMs), maxPages: limits.maxPages };
    const mark = {};
    loading = mark;
    const listed = await listTools(server.session, bounds);
    if ("tools" in listed && loading === mark) {
      const { listCacheMs } = sessions;
      cached = { listing: listed, until: listCacheMs === null ? Infinity : clock.now() + listCacheMs };
    }
    return listed;
  }

  async function call(tool: McpTool, args: JsonObject, options: CallOptions = {}): Promise<CallOutcome> {
    if (options.signal?.aborted === true) return { kind: "aborted", message: "the call was cancelled" };
    const server = await ready();
    if ("error" in server) return { kind: "lost", message: server.error };
    const outcome = await ask(server, tool, args, options);
    if (!server.expired()) return outcome;
    const renewed = await ready();
    return "error" in renewed ? { kind: "lost", message: renewed.error } : ask(renewed, tool, args, options);
  }

  async function ask(server: Live, tool: McpTool, args: JsonObject, { timeoutMs, signal }: CallOptions): Promise<CallOutcome> {
    const allowed = waitLimit(link.callMs(timeoutMs));
    const began = clock.now();
    let aborted = false;
    const pending = server.session.begin(
      "tools/call",
      { name: tool.name, arguments: args },
      { timeoutMs: allowed, inputSchema: tool.inputSchema, keepsRunning: !times.cancelOnTimeout },
    );
    const abort = (): void => {
      aborted = true;
      if (!times.cancelOnTimeout) pending.cancel();
      pending.giveUp();
    };
    let tooLong = false;
    const key = JSON.stringify(pending.id);
    inFlight.set(key, () => {
      tooLong = true;
      pending.giveUp();
    });
    signal?.addEventListener("abort", abort, { once: true });
    const stopWarning =
      times.warnAfterMs === null
        ? undefined
        : clock.setTimeout(times.warnAfterMs, () =>
            warn(`${link.name}: ${tool.name} is still running after ${times.warnAfterMs} ms`),
          );
    const answer = await pending.answer;
    stopWarning?.();
    inFlight.delete(key);
    signal?.removeEventListener("abort", abort);
    if (aborted) return { kind: "aborted", message: "the call was cancelled" };
    if (tooLong) return { kind: "error", message: "the answer of the server was longer than the host takes" };
    if (answer.kind === "result")
      return isObject(answer.frame.result)
        ? { kind: "result", result: answer.frame.result }
        : { kind: "error", message: "the server answered with no object" };
    if (answer.kind === "error") return { kind: "error", message: reasonOf(answer) };
    if (server.over || answer.status !== undefined) return { kind: "lost", message: lossOf(server, answer.reason) };
    const silent = clock.now() - began >= allowed;
    return silent
      ? { kind: "timeout", message: `the tool did not answer within ${allowed / 1000} seconds` }
      : { kind: "lost", message: lossOf(server, answer.reason) };
  }

  function lossOf(server: Live, reason: string): string {
    return `the connection to MCP server ${link.name} was lost: ${reason}${server.over ? whyItEnded(server.session, 0) : ""}`;
  }

  return {
    link,
    status: () => (live !== undefined && !live.over ? "active" : failure === undefined ? "pending" : "failed"),
    async tools() {
      if (cached !== undefined && clock.now() < cached.until) return cached.listing;
      listing ??= load().finally(() => (listing = undefined));
      return listing;
    },
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
