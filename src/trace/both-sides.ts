import { asObject, isObject, type Json, type JsonObject, valueAt } from "../jsonrpc/json.ts";
import { judgedAsSpoken } from "./judged-as-spoken.ts";
import { type FrameOf, type Message, messages } from "./message.ts";
import type { Subject, Trace } from "./trace.ts";
import type { WireEvent } from "./wire-event.ts";

/** Where what the parties say of themselves stands in a stateless request or result (2026-07-28 basic/index, "_meta"). */
const prefix = "io.modelcontextprotocol/";

/** A trace that was recorded between a client and a server, as the trace of each. */
export type BothSides = { readonly server: Trace; readonly client: Trace };

/**
 * Parts a trace that was recorded between a client and a server: what is sent in one is received in the other. Each connection is
 * judged by the revision the two came to, and the client has declared what it declared.
 */
export function bothSides({ subject: recorded, events }: Trace): BothSides {
  const { between: _between, ...subject } = recorded;
  const client = judgedAsSpoken({ subject: { ...subject, kind: "client" }, events: events.map(mirrored) });
  const said = whatIsSaid(client);
  const declared = (event: WireEvent): WireEvent =>
    event.kind === "connect" ? { ...event, capabilities: said.capabilities.get(event.connection) ?? {} } : mirrored(event);
  return {
    server: { subject: { ...subject, kind: "server", ...said.server }, events: client.events.map(declared) },
    client: { subject: { ...withoutPlace(subject), kind: "client", ...said.client }, events: client.events },
  };
}

/** The command and the address are the server's. */
function withoutPlace({ transport }: Subject): Pick<Subject, "transport"> {
  return { transport };
}

function mirrored(event: WireEvent): WireEvent {
  if (event.kind !== "frame") return event;
  return { ...event, direction: event.direction === "sent" ? "received" : "sent" };
}

type Said = {
  readonly client: Partial<Subject>;
  readonly server: Partial<Subject>;
  readonly capabilities: ReadonlyMap<number, JsonObject>;
};

/** What the parties say of themselves, in the trace of the client. */
function whatIsSaid(trace: Trace): Said {
  const capabilities = new Map<number, JsonObject>();
  let client: Partial<Subject> | undefined;
  let server: Partial<Subject> | undefined;
  for (const message of messages(trace)) {
    const { direction, connection } = message;
    if (direction === "received" && isRequest(message)) {
      const params = asObject(message.frame.params);
      const given = params["capabilities"] ?? valueAt(params["_meta"], `${prefix}clientCapabilities`);
      if (isObject(given)) capabilities.set(connection, given);
      client ??= named(params["clientInfo"] ?? valueAt(params["_meta"], `${prefix}clientInfo`));
    }
    if (direction === "sent" && message.frame.kind === "result")
      server ??= named(
        valueAt(message.frame.result, "serverInfo") ?? valueAt(message.frame.result, "_meta", `${prefix}serverInfo`),
      );
  }
  return { client: client ?? {}, server: server ?? {}, capabilities };
}

const isRequest = (message: Message): message is Message<FrameOf<"request">> => message.frame.kind === "request";

function named(info: Json | undefined): Partial<Subject> | undefined {
  const { name, version } = asObject(info);
  if (typeof name !== "string") return undefined;
  return { name, ...(typeof version === "string" ? { version } : {}) };
}
