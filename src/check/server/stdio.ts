import { messagesOf } from "../../trace/message.ts";
import { statelessServerRequests } from "../../trace/facts/stateless.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, type Outcome, overall } from "../outcome.ts";
import { places } from "../places.ts";
import { type LineKind, outputLines, type Phase } from "../rules/stray-output.ts";

/** The first part of a line, for a message about it. */
const excerpt = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** The last part of a line. */
const tail = (text: string): string => JSON.stringify(text.length > 80 ? `…${text.slice(-80)}` : text);

/** The lines that bring a message, however it is written: that is for one check alone. */
const bringsMessage: ReadonlySet<LineKind> = new Set(["message", "byte-order-mark", "text-behind", "part-of-message"]);

function noneOf(trace: Trace, kind: LineKind, wrong: (text: string) => string, phase?: Phase): Outcome {
  const lines = outputLines(trace).filter((line) => phase === undefined || line.phase === phase);
  const looked = lines
    .filter((line) => line.kind === kind || bringsMessage.has(line.kind))
    .map((line): Exhibit => ({ ref: line.frame, wrong: line.kind === kind ? wrong(line.frame.text) : undefined }));
  return overall(looked, "the server wrote no message to stdout in this phase");
}

const notJson = (text: string): string => `a line on stdout that is not JSON: ${excerpt(text)}`;

/** What checks that nothing else is on stdout have in common. */
const purity = {
  subject: "server",
  level: "MUST NOT",
  spec: places.stdio,
  transports: ["stdio"],
  advice:
    "Write logs to stderr. Look for print, console.log and banners of libraries; redirect stdout of the processes you start.",
} as const;

export const cleanAtStart: Check = {
  id: "stdio.clean-at-start",
  title: "Nothing but messages is written to stdout before the first answer",
  ...purity,
  verify: (trace) => noneOf(trace, "text", notJson, "start"),
};

export const cleanInOperation: Check = {
  id: "stdio.clean-in-operation",
  title: "Nothing but messages is written to stdout while the server works",
  ...purity,
  verify(trace) {
    // What stands behind the first answer is told with what stands behind the others, and not as of the start.
    const behind = outputLines(trace).filter(({ kind }) => kind === "text-behind");
    if (behind.length === 0) return noneOf(trace, "text", notJson, "operation");
    return overall(
      behind.map(({ frame }) => ({ ref: frame, wrong: `a line on stdout with text behind its message: ${tail(frame.text)}` })),
      "the server wrote no message to stdout",
    );
  },
};

export const cleanAtShutdown: Check = {
  id: "stdio.clean-at-shutdown",
  title: "Nothing but messages is written to stdout when the server is told to end",
  ...purity,
  verify(trace) {
    const ends = trace.events.filter((event) => event.kind === "stdin-closed" || event.kind === "signal");
    const stray = outputLines(trace).filter((line) => line.phase === "shutdown" && line.kind === "text");
    const exits = trace.events.filter(
      (event) => event.kind === "exit" && ends.some((end) => end.connection === event.connection),
    );
    return overall(
      [
        ...stray.map((line): Exhibit => ({
          ref: line.frame,
          wrong: notJson(line.frame.text),
        })),
        ...exits.map((exit): Exhibit => ({ ref: exit })),
      ],
      "no process was seen to end after it was told to",
    );
  },
};

export const onlyJsonRpc: Check = {
  id: "stdio.only-json-rpc",
  title: "Every JSON value on stdout is a JSON-RPC message",
  subject: "server",
  level: "MUST NOT",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Structured logs (pino, structlog, slog as JSON) go to stderr as well: a host tries to read them as messages.",
  verify: (trace) => noneOf(trace, "foreign-json", (text) => `JSON on stdout that is not a JSON-RPC message: ${excerpt(text)}`),
};

export const noEmbeddedNewlines: Check = {
  id: "stdio.no-embedded-newlines",
  title: "A message is written on one line",
  subject: "server",
  level: "MUST NOT",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Serialise messages without indentation; a newline ends the message.",
  verify: (trace) =>
    noneOf(
      trace,
      "part-of-message",
      (text) => `a message spread over several lines, beginning or going on with ${excerpt(text)}`,
    ),
};

export const noByteOrderMark: Check = {
  id: "stdio.no-byte-order-mark",
  title: "No byte order mark comes before a message",
  subject: "server",
  level: "MUST NOT",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Open stdout as UTF-8 without a byte order mark (RFC 8259, section 8.1); JSON parsers refuse it.",
  verify: (trace) => noneOf(trace, "byte-order-mark", () => "a line on stdout begins with a byte order mark"),
};

export const noBlankLines: Check = {
  id: "stdio.no-blank-lines",
  title: "No blank lines are written to stdout",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "End each message with exactly one newline; some clients report an empty line as a broken message.",
  verify: (trace) => noneOf(trace, "blank", () => "a blank line on stdout"),
};

export const lineTerminated: Check = {
  id: "stdio.line-terminated",
  title: "Every message ends with a newline, the last one too",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Write the message and its newline in one write, and flush before you exit.",
  verify(trace) {
    const lines = outputLines(trace).filter(({ kind }) => kind === "message" || kind === "text-behind");
    return overall(
      lines.map(({ frame }): Exhibit => ({
        ref: frame,
        wrong: frame.terminator === "" ? "stdout ended inside a line that holds a message" : undefined,
      })),
      "the server wrote no message to stdout",
    );
  },
};

export const noServerRequests: Check = {
  id: "stdio.no-server-requests",
  title: "The server writes no JSON-RPC requests to stdout",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/transports/stdio#receiving-messages" },
  transports: ["stdio"],
  advice: "Ask for input with a result of type input_required instead of sending a request.",
  verify(trace) {
    return overall(
      [
        ...statelessServerRequests(trace).map((message): Exhibit => ({
          ref: message,
          wrong: `a request ${JSON.stringify(message.frame.method)} from the server`,
        })),
        ...messagesOf(trace, "received", "result").map((message): Exhibit => ({ ref: message })),
      ],
      "the server answered nothing",
    );
  },
};
