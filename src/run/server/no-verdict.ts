import { headerValue, messages } from "../../trace/message.ts";
import { eventsOf, type Trace } from "../../trace/trace.ts";
import { isLoopback } from "../../trace/facts/http-facts.ts";
import type { EventOf } from "../../trace/wire-event.ts";
import { targetName, type ServerTarget } from "./server-target.ts";
import type { Negotiated } from "./negotiate.ts";

/**
 * Why a server gets no verdict, in one line: what its process or its HTTP endpoint did instead of answering. The nearest
 * cause is told first: it could not be reached, it ended, it wrote something else, it refused, it stayed silent.
 */
export function whyNoVerdict(trace: Trace, target: ServerTarget, negotiated: readonly Negotiated[]): string {
  const name = targetName(target);
  const [failure] = eventsOf(trace, "failure");
  const [exit] = eventsOf(trace, "exit").filter(
    (event) => !eventsOf(trace, "signal").some((signal) => signal.connection === event.connection),
  );
  const noise = `${noiseOf(trace)}${framingOf(trace)}${openBodyOf(trace)}`;
  if (failure !== undefined && exit === undefined) return `${name}: ${failure.message}${noise}`;
  if (exit !== undefined) return `${name}: ${exitWords(exit)} before it answered${noise}${surroundingsHint(target)}`;
  if (echoes(trace)) return `${name}: it sends back what it is sent, which is not MCP`;
  const reasons = negotiated.map(({ wanted, reason }) => `${wanted}: ${reason}`).join("; ");
  return `${name}: ${httpWords(trace)}${reasons}${noise}`;
}

/** Servers on this machine refuse names they do not know, against DNS rebinding: the reason is in the request, not in its message. */
function forbiddenHint({ exchange }: EventOf<"http-response">, trace: Trace): string {
  const request = eventsOf(trace, "http-request").find((one) => one.exchange === exchange);
  const url = request !== undefined && URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (url === undefined) return "the server refuses the request";
  const other = url.hostname === "localhost" ? "127.0.0.1" : "localhost";
  const local = isLoopback(url.href)
    ? `; if it knows itself by another name, try http://${other}${url.port && `:${url.port}`}${url.pathname}`
    : "";
  return `the server refuses the request, perhaps for its Host, which was ${url.host}${local}`;
}

/** What about its surroundings may be the reason that a process ended. */
function surroundingsHint(target: ServerTarget): string {
  if (target.transport !== "stdio") return "";
  const { inScratch = false, confined = false } = target;
  const hints = [
    ...(inScratch
      ? ["it ran in an empty scratch directory; --cwd . (cwd of a target in the library) runs it where you are"]
      : []),
    ...(confined ? [] : ["its home directory was an empty one; --env HOME gives it yours"]),
    ...(confined ? ["its sandbox has no network and shows only what its command needs; --sandbox-read <path> shows more"] : []),
  ];
  return hints.length === 0 ? "" : ` (${hints.join(", ")})`;
}

function exitWords({ code, signal, at }: EventOf<"exit">): string {
  return code === null
    ? `the process was ended by ${signal} after ${Math.round(at)} ms`
    : `the process exited with code ${code} after ${Math.round(at)} ms`;
}

/** Whether the subject only repeats our own messages, as `cat` does. */
function echoes(trace: Trace): boolean {
  const frames = eventsOf(trace, "frame");
  const sent = new Set(frames.filter(({ direction }) => direction === "sent").map(({ text }) => text));
  const received = frames.filter(({ direction }) => direction === "received");
  return received.length > 0 && received.every(({ text }) => sent.has(text));
}

/** What came out of stdout that is not a message, if anything did. */
function noiseOf(trace: Trace): string {
  const strange = messages(trace).filter(
    ({ direction, frame }) => direction === "received" && (frame.kind === "not-json" || frame.kind === "not-jsonrpc"),
  );
  const [first] = strange;
  if (first === undefined) return "";
  const event = trace.events.find(({ seq }) => seq === first.seq);
  const text = event?.kind === "frame" || event?.kind === "http-body" ? event.text.slice(0, 80) : "";
  return `; it wrote ${strange.length === 1 ? "something that is" : `${strange.length} things that are`} not JSON-RPC, first ${JSON.stringify(text)}`;
}

/** What was wrong with where the messages on stdout end: one is a line (basic/transports, "stdio"), and without its end it is none yet. */
function framingOf(trace: Trace): string {
  const lines = eventsOf(trace, "frame").filter(({ direction }) => direction === "received");
  if (lines.some(({ text }) => /^content-length: *\d+\s*$/i.test(text)))
    return "; it frames messages by Content-Length, as language servers do: over stdio each message is one line";
  const open = lines.find(({ terminator, cut, text }) => terminator === "" && cut === true && text.trim() !== "");
  if (open === undefined) return "";
  const { bytes, text } = open;
  return `; it wrote ${bytes} bytes to stdout without the line end that ends a message: ${JSON.stringify(text.slice(0, 80))}`;
}

/** What was wrong with where the body of an answer ends: without an end it is no message yet. */
function openBodyOf(trace: Trace): string {
  const body = eventsOf(trace, "http-body").find(
    ({ cut, exchange, text }) =>
      cut === true &&
      text.trim() !== "" &&
      eventsOf(trace, "http-end").some((end) => end.exchange === exchange && end.how === "closed-by-us"),
  );
  if (body === undefined) return "";
  const response = eventsOf(trace, "http-response").find(({ exchange }) => exchange === body.exchange);
  const length = headerValue(response?.headers ?? [], "content-length");
  const chunked = headerValue(response?.headers ?? [], "transfer-encoding");
  const announced =
    length === undefined
      ? `${chunked === undefined ? "neither a Content-Length nor the end of the connection said" : "no last chunk said"} that this was all`
      : `its Content-Length announced ${length}`;
  return `; the body of its answer did not end: ${body.bytes} bytes came, and ${announced}: ${JSON.stringify(body.text.slice(0, 80))}`;
}

/** How an HTTP endpoint answered, when it did not speak JSON-RPC. */
function httpWords(trace: Trace): string {
  const response = eventsOf(trace, "http-response").at(0);
  if (response === undefined) return "";
  const { status, headers } = response;
  if (status === 401) return "the server demands authorization (HTTP 401; give credentials with --header); ";
  if (status === 403) return `HTTP 403: ${forbiddenHint(response, trace)}; `;
  const location = headerValue(headers, "location");
  if (status >= 300 && status < 400) return `HTTP ${status} redirects to ${location ?? "nowhere"}, which is not followed; `;
  return `HTTP ${status} with content type ${headerValue(headers, "content-type") ?? "none"}; `;
}
