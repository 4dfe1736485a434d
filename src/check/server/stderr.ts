import { messagesOf } from "../../trace/message.ts";
import { stepOf } from "../../trace/step-index.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { inconclusive, type Ref, satisfied, violated } from "../outcome.ts";
import { places } from "../places.ts";

/** What a pipe holds on Linux (pipe(7)): from here on a server waits for a host that does not read its stderr. */
const pipeBytes = 65_536;

/** What one message may come to in a log: a stack trace now and then, but not every request and answer in full. */
const bytesPerMessage = 1024;

type Log = { readonly ref: Ref; readonly bytes: number; readonly lines: number; readonly sent: number };

export const stderrQuiet: Check = {
  id: "stdio.stderr-quiet",
  title: "A server in ordinary use does not flood standard error",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdio,
  transports: ["stdio"],
  advice:
    "Log less unless asked to: hosts keep all of it for the user to read, and a host that reads none makes the server wait once the pipe is full.",
  tolerance:
    "Too much is what a pipe does not hold (64 KiB) and is more than a kibibyte for each message sent; what is written after input that breaks the rules on purpose is left out.",
  verify(trace) {
    const logs = connections(trace).flatMap((connect) => logOf(trace, connect));
    if (logs.length === 0) return inconclusive("the server wrote no message");
    const [worst] = logs.toSorted((a, b) => b.bytes - a.bytes);
    const bad = logs.filter(({ bytes, sent }) => bytes > pipeBytes && bytes > sent * bytesPerMessage);
    const [first, ...rest] = bad;
    const most = first ?? worst;
    const said =
      most === undefined || most.bytes === 0
        ? "nothing was written to standard error"
        : `${most.bytes} bytes in ${most.lines} lines on standard error, for ${most.sent} messages sent`;
    return first === undefined
      ? satisfied(
          logs.map(({ ref }) => ref),
          undefined,
          said,
        )
      : violated([first.ref, ...rest.map(({ ref }) => ref)], said);
  },
};

/** What was logged on a connection on which the server spoke; shown by its longest piece, or by the connection itself. */
function logOf(trace: Trace, connect: { readonly seq: number; readonly connection: number }): Log[] {
  const isHere = ({ connection }: { readonly connection: number }): boolean => connection === connect.connection;
  const spoke = [...messagesOf(trace, "received", "result"), ...messagesOf(trace, "received", "error")].some(isHere);
  if (!spoke) return [];
  const pieces = eventsOf(trace, "stderr").filter((event) => isHere(event) && stepOf(trace, event)?.deviant !== true);
  const text = pieces.map((piece) => piece.text).join("");
  const [longest] = pieces.toSorted((a, b) => b.text.length - a.text.length);
  const sent = ["request", "notification", "result", "error"] as const;
  return [
    {
      ref: longest ?? connect,
      bytes: new TextEncoder().encode(text).length,
      lines: text.split("\n").filter((line) => line !== "").length,
      sent: sent.reduce((sum, kind) => sum + messagesOf(trace, "sent", kind).filter(isHere).length, 0),
    },
  ];
}
