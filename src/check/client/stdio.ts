import { eventsOf } from "../../trace/trace.ts";
import { connections } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall } from "../outcome.ts";
import { places } from "../places.ts";
import { endedClients } from "../rules/clients/ended-clients.ts";
import { type LineKind, outputLines } from "../rules/stray-output.ts";
import { shortJson } from "../rules/text-forms.ts";

/** What is on a line that a server cannot read as a message. */
const noMessages: ReadonlySet<LineKind> = new Set(["text", "foreign-json", "text-behind"]);

const nothing = "the client wrote nothing to the server";

/** Only messages go to the server. */
export const clientOnlyMessages: Check = {
  id: "stdio.client-only-messages",
  title: "Every line the client writes to the server's stdin is an MCP message",
  subject: "client",
  level: "MUST NOT",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Write nothing but JSON-RPC messages to the server's stdin, one on each line.",
  tolerance: "Empty lines and a byte order mark are not counted.",
  verify: (trace) =>
    overall(
      outputLines(trace).map(({ frame, kind }) => ({
        ref: frame,
        wrong: noMessages.has(kind) ? `the line ${shortJson(frame.text)} is no message` : undefined,
      })),
      nothing,
    ),
};

/** A message is one line. */
export const clientNoEmbeddedNewlines: Check = {
  id: "stdio.client-no-embedded-newlines",
  title: "No message of the client is spread over several lines",
  subject: "client",
  level: "MUST NOT",
  spec: places.stdio,
  transports: ["stdio"],
  advice: "Write messages as JSON without line breaks, not indented.",
  verify: (trace) =>
    overall(
      outputLines(trace).map(({ frame, kind }) => ({
        ref: frame,
        wrong: kind === "part-of-message" ? "a message goes over several lines" : undefined,
      })),
      nothing,
    ),
};

/** A server is told to end by the end of its input. */
export const clientClosesStdin: Check = {
  id: "process.client-closes-stdin",
  title: "The client ends a server by closing its stdin before it sends a signal",
  subject: "client",
  level: "SHOULD",
  spec: places.stdioShutdown,
  transports: ["stdio"],
  advice: "Close the pipe to the server's stdin, wait for it to exit, then send SIGTERM, and SIGKILL only after that.",
  tolerance: "A server that got SIGKILL says no more whether its stdin was closed a moment before: that is held against nobody.",
  verify(trace) {
    const ended = endedClients(trace);
    return overall(
      connections(trace).flatMap(({ connection, session }): Exhibit[] => {
        if (ended.has(session)) return [];
        const own = <E extends { readonly connection: number }>(events: readonly E[]) =>
          events.find((event) => event.connection === connection);
        const spoke = own(eventsOf(trace, "frame").filter(({ direction }) => direction === "received"));
        const closed = own(eventsOf(trace, "stdin-closed"));
        const signal = own(eventsOf(trace, "signal").filter((event) => event.signal !== "SIGKILL"));
        const first = closed ?? signal;
        if (spoke === undefined || first === undefined) return [];
        const wrong = closed === undefined ? `the server got ${signal?.signal} while its stdin was open` : undefined;
        return [{ ref: first, wrong }];
      }),
      "the client ended no server",
    );
  },
};
