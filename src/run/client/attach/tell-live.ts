import { visible } from "../../../base/visible.ts";
import { parseFrame, type Frame } from "../../../jsonrpc/frame.ts";
import { asObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { envelopeKeys } from "../../../session/envelope.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";

/** Longest line that is told, in UTF-16 units. */
const longest = 160;

/** A person watches: what a client does, in a line each. Other events say nothing to them, and give undefined. */
export function toldLive(event: Unrecorded): string | undefined {
  const said = saidIn(event);
  if (said === undefined) return undefined;
  const line = `  ${event.connection}  ${visible(said)}`;
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

function saidIn(event: Unrecorded): string | undefined {
  switch (event.kind) {
    case "frame":
      return event.direction === "received" ? inText(event.text) : undefined;
    case "http-request":
      return event.body === null || event.body === "" ? `${event.method} ${event.url}` : inText(event.body);
    case "stdin-closed":
      return "closed the server's input";
    case "signal":
      return `sent ${event.signal}`;
    case "exit":
      return "its server has ended";
    case "http-response":
      return event.status >= 400 ? `was answered ${event.status}` : undefined;
    default:
      return undefined;
  }
}

function inText(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const frame = parseFrame(text);
  return frame.kind === "batch" ? `a batch: ${frame.items.map(inFrame).join(", ")}` : inFrame(frame);
}

function inFrame(frame: Frame): string {
  switch (frame.kind) {
    case "request":
      return `${frame.method}${about(frame.method, frame.params)}`;
    case "notification":
      return frame.method;
    case "result":
      return `answered ${JSON.stringify(frame.id)}`;
    case "error":
      return `answered ${JSON.stringify(frame.id)} with an error: ${JSON.stringify(valueAt(frame.value, "error", "message"))}`;
    default:
      return "wrote something that is no message";
  }
}

/** Who says hello, or what is called, read or got. */
function about(method: string, params: Json | undefined): string {
  const { name, uri, clientInfo, protocolVersion, _meta } = asObject(params);
  if (method !== "initialize" && method !== "server/discover") {
    const thing = name ?? uri;
    return typeof thing === "string" ? ` ${thing}` : "";
  }
  const meta = asObject(_meta);
  const who = asObject(clientInfo ?? meta[envelopeKeys.clientInfo]);
  const version = protocolVersion ?? meta[envelopeKeys.protocolVersion];
  const known = [who["name"], who["version"], version].filter((one) => typeof one === "string");
  return known.length === 0 ? "" : ` of ${known.join(" ")}`;
}
