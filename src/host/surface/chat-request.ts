import { problemText } from "../config/problem.ts";
import { readRequestServers } from "../config/request-servers.ts";
import type { ServerDefinition } from "../config/server-definition.ts";
import { type Caller, judgeRequestServers } from "../policy/access.ts";
import type { Extras } from "./extras.ts";
import { badRequest, type Read } from "./fields.ts";
import type { ChatRequest, Host } from "./host.ts";

/** Who asks, and with which token the host was started. */
export type Asker = { readonly caller: Caller; readonly token: string | undefined };

/** The servers a request brings or names, if it may. Naming one of the operator's needs no right. Rows B0-044, B0-083, BX-029. */
export function requestedServers(host: Host, value: unknown, { caller, token }: Asker): Read<readonly ServerDefinition[]> {
  if (value === undefined || value === null) return { value: [] };
  const { configuration, profile } = host.setup;
  const read = readRequestServers(value, configuration.servers, profile);
  const [problem] = read.problems;
  if (problem !== undefined) return badRequest(problemText(problem));
  if (!read.value.some(({ origin }) => origin === "request")) return { value: read.value };
  const decision = judgeRequestServers(caller, profile.policy.access, token);
  return decision.allowed ? { value: read.value } : { refusal: { status: 403, message: decision.reason } };
}

/** The members of a chat that come from a request's extras. Zero and negative limits mean the default. Rows B0-050, B0-051, B0-055. */
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
