import { headerMismatch, missingRequiredClientCapability, unsupportedProtocolVersion } from "../../jsonrpc/error-codes.ts";
import { asObject, valueAt, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import type { Answer, ClientSession } from "../../session/client-session.ts";
import { eraOf, isRevision, type Revision, revisions } from "../../spec/revision.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { waitLimit } from "./wait-limit.ts";

/**
 * What the server said of itself, or why there is no conversation. `refusedStatus` is that of an HTTP request that was refused;
 * `diedOfProbe`: the connection ended at a question that only the stateless revisions know.
 */
export type Handshake =
  | { readonly capabilities: JsonObject; readonly warning?: string }
  | { readonly error: string; readonly refusedStatus?: number; readonly diedOfProbe?: true };

/** Most a probe for the stateless revisions may take, in ms: a server that does not know it may stay silent. */
const probeMs = 2000;

const newestStateful: Revision = "2025-11-25";

/** Error codes by which only a server of the stateless revisions answers. */
const statelessCodes: readonly unknown[] = [headerMismatch, missingRequiredClientCapability, unsupportedProtocolVersion];

/**
 * Opens the conversation as the profile says: with `initialize` at one revision, or by probing with `server/discover` and
 * falling back (2026-07-28, basic/versioning#backward-compatibility), unless `probing` is off.
 */
export async function shakeHands(
  session: ClientSession,
  identity: HostProfile["identity"],
  initializeMs: number | null,
  probing: boolean,
): Promise<Handshake> {
  const { protocol } = identity;
  if (protocol === "negotiate" && probing && session.transport.kind !== "sse") {
    let over = false;
    void session.transport.ended.then(() => (over = true));
    const modern = await probe(session, Math.min(probeMs, waitLimit(initializeMs)));
    if (modern !== undefined) return modern;
    if (over) return { error: "the connection ended at server/discover", diedOfProbe: true };
  }
  const wanted = protocol === "negotiate" || protocol === "latest" ? newestStateful : protocol;
  if (eraOf(wanted) === "stateless") return (await probe(session, waitLimit(initializeMs))) ?? noStateless;
  return initialize(session, identity, wanted, initializeMs);
}

const noStateless: Handshake = { error: "the server does not speak a stateless revision" };

async function probe(session: ClientSession, timeoutMs: number): Promise<Handshake | undefined> {
  const newest = revisions.at(-1) ?? newestStateful;
  session.speak(newest);
  const answer = await session.request("server/discover", {}, { timeoutMs, keepsRunning: true });
  if (answer.kind === "result" && Array.isArray(valueAt(answer.frame.result, "supportedVersions"))) {
    const spoken = valueAt(answer.frame.result, "supportedVersions") as readonly Json[];
    if (spoken.includes(newest)) return { capabilities: asObject(valueAt(answer.frame.result, "capabilities")) };
    return undefined;
  }
  return isStatelessError(answer) ? { error: `the server speaks none of our revisions: ${reasonOf(answer)}` } : undefined;
}

/** An error that names versions all of which are new to us; one that also names a stateful revision is no dead end. */
function isStatelessError(answer: Answer): boolean {
  if (answer.kind !== "error" || !statelessCodes.includes(answer.frame.error.code)) return false;
  const supported = valueAt(answer.frame.error.data, "supported");
  return Array.isArray(supported) && !supported.some((one) => isRevision(one) && eraOf(one) === "stateful");
}

async function initialize(
  session: ClientSession,
  identity: HostProfile["identity"],
  wanted: Revision,
  initializeMs: number | null,
): Promise<Handshake> {
  const answer = await session.initialize(wanted, {
    initialized: false,
    timeoutMs: waitLimit(initializeMs),
    keepsRunning: true, // the specification forbids cancelling `initialize`
  });
  if (answer.kind !== "result") {
    const status = answer.kind === "none" ? answer.status : undefined;
    return { error: reasonOf(answer), ...(status === undefined ? {} : { refusedStatus: status }) };
  }
  const { result } = answer.frame;
  if (!isObject(result)) return { error: "the answer to initialize is not an object" };
  const chosen = result["protocolVersion"];
  const known = isRevision(chosen) && eraOf(chosen) === "stateful";
  if (!known && identity.unknownRevision === "refuse")
    return { error: `the server chose protocol version ${JSON.stringify(chosen)}, which the host does not speak` };
  await session.notify("notifications/initialized", identity.initializedParams === "empty" ? {} : undefined);
  const capabilities = asObject(result["capabilities"]);
  return known ? { capabilities } : { capabilities, warning: `unknown protocol version ${JSON.stringify(chosen)}` };
}

/** Why there is no result, in words. */
export function reasonOf(answer: Answer): string {
  if (answer.kind === "none") return answer.reason;
  if (answer.kind === "result") return "the server answered something else";
  const { code, message } = answer.frame.error;
  return typeof message === "string" && message !== "" ? message : `error ${JSON.stringify(code ?? null)} without a message`;
}
