import { parseFrame } from "../../../jsonrpc/frame.ts";
import type { Frame } from "../../../jsonrpc/frame.ts";
import { asObject } from "../../../jsonrpc/json.ts";
import { envelopeKeys } from "../../../session/envelope.ts";
import type { AskedOverHttp, ConnectionOf } from "../mock/http-tap.ts";

/** Somebody who speaks without a session, as far as that can be told. */
type Speaker = {
  readonly connection: number;
  readonly agent: string;
  session: boolean;
  /** Something came that may have been this speaker's or another's: of what comes from here on a part would be missing. */
  blurred: boolean;
};

/** An address as a key: its path and query, wherever it leads. */
const addressKey = (url: string): string => {
  const { pathname, search } = new URL(url, "http://localhost");
  return `${pathname}${search}`;
};

/**
 * Tells HTTP requests of clients that nobody started here apart, so that none is blamed for what another one did: by the session they
 * name, or the address that HTTP+SSE gave them; without one by what the client calls itself, and by the TCP connection they come on.
 * What cannot be placed is recorded on a connection of its own, which comes to no revision and is not judged, and with it whatever those
 * say later who may have sent it. `open` begins one.
 */
export function sessionsApart(transport: "http" | "sse", open: (at: number) => number): ConnectionOf {
  const sessions = new Map<string, number>();
  const stateless = new Map<string, number>();
  const running = new Map<string, Set<string>>();
  const endings = new WeakMap<AskedOverHttp, () => void>();
  const speakers: Speaker[] = [];
  const bySocket = new WeakMap<object, Speaker>();
  let stray: number | undefined;

  const strayed = (at: number): number => (stray ??= open(at));

  function opened(request: AskedOverHttp, at: number): number {
    const speaker = { connection: open(at), agent: agentOf(request), session: false, blurred: false };
    speakers.push(speaker);
    if (request.socket !== undefined) bySocket.set(request.socket, speaker);
    return speaker.connection;
  }

  /** Stateless requests stand alone; they are those of one client as long as it does not use an id twice at the same time. */
  function ofStateless(request: AskedOverHttp, frame: Frame, at: number): number {
    const meta = asObject("params" in frame ? asObject(frame.params)["_meta"] : undefined);
    const key = `${agentOf(request)} ${JSON.stringify(meta[envelopeKeys.clientInfo])}`;
    const ids = running.get(key) ?? new Set();
    running.set(key, ids);
    if (frame.kind === "request") {
      const id = JSON.stringify(frame.id);
      // Two of the same name speak at once: from here on nobody can tell them apart.
      if (ids.has(id)) stateless.set(key, strayed(at));
      ids.add(id);
      endings.set(request, () => void ids.delete(id));
    }
    const known = stateless.get(key) ?? open(at);
    stateless.set(key, known);
    return known;
  }

  function withoutSession(request: AskedOverHttp, at: number): number {
    const same = request.socket === undefined ? undefined : bySocket.get(request.socket);
    if (same !== undefined) return same.blurred ? strayed(at) : same.connection;
    const alike = speakers.filter(({ agent, session }) => !session && agent === agentOf(request));
    if (alike.length === 1 && alike[0] !== undefined) return alike[0].connection;
    for (const speaker of alike) speaker.blurred = true;
    return strayed(at);
  }

  return {
    ofRequest(request, body, at) {
      const named = [request.headers["mcp-session-id"]].flat()[0];
      const found = sessions.get(named ?? addressKey(request.url ?? "/"));
      if (found !== undefined) {
        const speaker = speakers.find(({ connection }) => connection === found);
        if (speaker !== undefined && request.socket !== undefined) bySocket.set(request.socket, speaker);
        return found;
      }
      if (named !== undefined) return strayed(at);
      if (transport === "sse") return request.method === "GET" ? opened(request, at) : strayed(at);
      const frame = body === null ? undefined : parseFrame(body);
      if (frame !== undefined && isStateless(frame)) return ofStateless(request, frame, at);
      if (frame?.kind === "request" && frame.method === "initialize") return opened(request, at);
      return withoutSession(request, at);
    },
    gave(place, connection) {
      sessions.set(transport === "sse" ? addressKey(place) : place, connection);
      const speaker = speakers.find((one) => one.connection === connection);
      if (speaker !== undefined) speaker.session = true;
    },
    answered: (request) => endings.get(request)?.(),
  };
}

const agentOf = ({ headers }: AskedOverHttp): string => headers["user-agent"] ?? "";

function isStateless(frame: Frame): boolean {
  if (frame.kind !== "request" && frame.kind !== "notification") return false;
  const stateless = frame.method === "server/discover" || frame.method === "subscriptions/listen";
  return stateless || asObject(asObject(frame.params)["_meta"])[envelopeKeys.protocolVersion] !== undefined;
}
