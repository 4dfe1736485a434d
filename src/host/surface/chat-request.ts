import { problemText } from "../config/read/problem.ts";
import { readRequestServers } from "../config/read/request-servers.ts";
import type { ServerDefinition } from "../config/server-definition.ts";
import { type Caller, judgeRequestServers } from "../policy/access.ts";
import { starterFault } from "../policy/starters.ts";
import type { Extras } from "./extras.ts";
import { badRequest, type Read } from "./fields.ts";
import type { Host } from "./host.ts";
import type { ChatRequest } from "./host-request.ts";

/** Who asks, and with which token the host was started. */
export type Asker = { readonly caller: Caller; readonly token: string | undefined };

/** What of a request decides which programs it starts. */
export type Starting = Pick<Extras, "mcp_servers" | "tools_path" | "jit_connect_eager">;

/**
 * The servers a request brings or names, if it may. Naming one of the operator's needs no right, but starting any does, by whatever
 * member.
 */
export function requestedServers(host: Host, starting: Starting, asker: Asker): Read<readonly ServerDefinition[]> {
  const { configuration, profile } = host.setup;
  const { access } = profile.policy;
  const { mcp_servers: value, tools_path: path, jit_connect_eager: eager } = starting;
  const read = isNothing(value) ? { value: [], problems: [] } : readRequestServers(value, configuration.servers, profile);
  const [problem] = read.problems;
  if (problem !== undefined) return badRequest(problemText(problem));
  const starts = read.value.length > 0 || eager === true || !(isNothing(path) || path === false);
  const fault = starts ? starterFault(asker.caller, access) : undefined;
  if (fault !== undefined) return { refusal: fault };
  if (!read.value.some(({ origin }) => origin === "request")) return { value: read.value };
  const decision = judgeRequestServers(asker.caller, access, asker.token);
  return decision.allowed ? { value: read.value } : { refusal: { status: 403, message: decision.reason } };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The members of a chat that come from a request's extras. Zero and negative limits mean the default. */
export function chatExtras(
  extras: Extras,
): Pick<ChatRequest, "toolsPath" | "jit" | "cap" | "connectEagerly" | "maxRounds" | "callTimeoutMs" | "sessionId"> {
  const positive = (value: number | null | undefined): number | undefined =>
    value === null || value === undefined || value <= 0 ? undefined : value;
  return {
    toolsPath: extras.tools_path ?? undefined,
    jit: extras.jit_tools ?? undefined,
    cap: positive(extras.jit_max_tools),
    connectEagerly: extras.jit_connect_eager ?? false,
    maxRounds: positive(extras.max_tool_rounds),
    callTimeoutMs: extras.tool_timeout ?? undefined,
    sessionId: extras.session_id === "" ? undefined : (extras.session_id ?? undefined),
  };
}
