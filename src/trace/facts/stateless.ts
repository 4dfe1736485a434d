import { valueAt, isArray, type Json } from "../../jsonrpc/json.ts";
import { eraOf, isRevision } from "../../spec/revision.ts";
import { httpExchanges } from "../http-exchange.ts";
import { allCalls } from "../call.ts";
import { type FrameOf, headerValue, type Message, messagesOf } from "../message.ts";
import { announcements } from "./server-facts.ts";
import { answers, serverRequests } from "./spoken.ts";
import type { Trace } from "../trace.ts";

/**
 * The answers to be judged by a stateless revision: those to requests that say so in their envelope, and answers without
 * a readable id to POSTs whose headers say so. Left out are the answers to what mcpcheck sends as a client of an earlier
 * revision, which a server of both eras may answer in the manner of that one.
 */
export function statelessAnswers(trace: Trace): Message<FrameOf<"result"> | FrameOf<"error">>[] {
  const asked = new Set(
    allCalls(trace).flatMap((call) => {
      const version = valueAt(call.request.frame.params, "_meta", "io.modelcontextprotocol/protocolVersion");
      return isStateless(version) && call.answer !== undefined ? [call.answer.seq] : [];
    }),
  );
  const posted = new Set(
    httpExchanges(trace, "POST")
      .filter(({ request }) => isStateless(headerValue(request.headers, "mcp-protocol-version")))
      .map(({ exchange }) => exchange),
  );
  return answers(trace).filter(
    (message) => asked.has(message.seq) || (message.exchange !== undefined && posted.has(message.exchange)),
  );
}

/**
 * The requests a server sent on connections judged by a stateless revision, but for those on which mcpcheck itself came as
 * a client of an earlier revision.
 */
export function statelessServerRequests(trace: Trace): Message<FrameOf<"request">>[] {
  const old = new Set(allCalls(trace, "initialize").map((call) => call.request.connection));
  return serverRequests(trace).filter((request) => !old.has(request.connection));
}

/**
 * Whether the server speaks the revisions of both eras, or may for all that could be read: it answered `initialize` as well,
 * in whatever words, or lists older versions.
 */
export function speaksBothEras(trace: Trace): boolean {
  const known = allCalls(trace, "initialize");
  const asked = messagesOf(trace, "sent", "request").filter(({ frame }) => frame.method === "initialize");
  const initialized = asked.length > known.length || known.some((call) => call.answer?.frame.kind === "result");
  return initialized || announcements(trace).some(({ result }) => listsOlderVersion(result["supportedVersions"]));
}

function listsOlderVersion(versions: Json | undefined): boolean {
  return isArray(versions) && versions.some((version) => isRevision(version) && eraOf(version) === "stateful");
}

const isStateless = (version: unknown): boolean => isRevision(version) && eraOf(version) === "stateless";
