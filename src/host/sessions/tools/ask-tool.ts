import { isObject, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import { eraOf, type Revision } from "../../../spec/revision.ts";
import type { McpTool } from "../../tools/mcp-tool.ts";
import type { CallOutcome } from "./call-outcome.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";
import type { ConnectionSetup } from "../connection-setup.ts";
import { reasonOf } from "../handshake.ts";
import type { LiveSession } from "../open-session.ts";
import { waitLimit } from "../wait-limit.ts";

/** How one call differs from the profile: another limit, the signal that ends it, and what goes along as `_meta`. */
export type CallOptions = { readonly timeoutMs?: number; readonly signal?: AbortSignal; readonly meta?: JsonObject };

/** What a call takes besides the tool; `lossOf` says in words why the connection is gone. */
export type ToolCallSetup = Pick<ConnectionSetup, "link" | "profile" | "clock" | "warn"> & {
  readonly server: LiveSession;
  readonly inFlight: CallsInFlight;
  readonly lossOf: (server: LiveSession, reason: string) => string;
};

/** Calls a tool once, on one session. */
export async function askTool(
  { link, profile: { times, limits }, clock, warn, server, inFlight, lossOf }: ToolCallSetup,
  tool: McpTool,
  args: JsonObject,
  { timeoutMs, signal, meta }: CallOptions,
): Promise<CallOutcome> {
  const allowed = waitLimit(link.callMs(timeoutMs));
  const began = clock.now();
  const why = { aborted: false, tooLong: false };
  const pending = server.session.begin(
    "tools/call",
    { name: tool.name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
    { timeoutMs: allowed, inputSchema: tool.inputSchema, keepsRunning: !times.cancelOnTimeout, abandons: true },
  );
  const abort = (): void => {
    why.aborted = true;
    if (!times.cancelOnTimeout) pending.cancel();
    pending.giveUp();
  };
  const landed = inFlight.add(pending.id, () => {
    why.tooLong = true;
    pending.giveUp();
  });
  signal?.addEventListener("abort", abort, { once: true });
  const { warnAfterMs } = times;
  const stillRunning = (): void => warn(`${link.name}: ${tool.name} is still running after ${warnAfterMs} ms`);
  const stopWarning = warnAfterMs === null ? undefined : clock.setTimeout(warnAfterMs, stillRunning);
  const answer = await pending.answer;
  stopWarning?.();
  landed();
  signal?.removeEventListener("abort", abort);
  if (why.aborted) return { kind: "aborted", message: "the call was cancelled" };
  if (why.tooLong) return { kind: "error", message: "the answer of the server was longer than the host takes" };
  if (answer.kind === "result") return outcomeOf(answer.frame.result, server.session.revision());
  if (answer.kind === "error") return { kind: "error", message: reasonOf(answer) };
  if (server.over() || answer.status !== undefined) {
    const said = quoted(answer.errorBody ?? "", limits.errorBodyBytes);
    return { kind: "lost", message: `${lossOf(server, answer.reason)}${said}` };
  }
  return clock.now() - began >= allowed
    ? { kind: "timeout", message: `the tool did not answer within ${allowed / 1000} seconds` }
    : { kind: "lost", message: lossOf(server, answer.reason) };
}

/** The beginning of an error page, after a message. */
function quoted(body: string, mostBytes: number): string {
  const bytes = Buffer.from(body.trim());
  if (bytes.length <= mostBytes) return bytes.length === 0 ? "" : `: ${bytes.toString()}`;
  // A letter that is cut in two is left out.
  const whole = new TextDecoder().decode(bytes.subarray(0, mostBytes), { stream: true });
  return `: ${whole} [cut: ${bytes.length} bytes in all]`;
}

/** A result; from 2026-07-28 on only where its type is known: others are invalid, and absent means complete (basic/index#resulttype). */
function outcomeOf(result: Json, revision: Revision): CallOutcome {
  if (!isObject(result)) return { kind: "error", message: "the server answered with no object" };
  const type = eraOf(revision) === "stateless" ? (result["resultType"] ?? "complete") : "complete";
  if (type === "complete") return { kind: "result", result };
  if (type === "input_required") return { kind: "error", message: "the tool asks for input that the host cannot give" };
  return { kind: "error", message: `the server answered with a result of the unknown type ${JSON.stringify(type)}` };
}
