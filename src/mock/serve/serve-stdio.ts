import { StringDecoder } from "node:string_decoder";
import { parseFrame } from "../../jsonrpc/frame.ts";
import type { MockServer } from "../core.ts";
import { createPacedWriter } from "./paced-writer.ts";
import { play } from "../play.ts";
import type { Port, Shape } from "../conversation/port.ts";
import { stageFor } from "../stage.ts";

/** The two streams and the signal of a process that serves on stdio. */
export type StdioEnds = {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: (bytes: Uint8Array) => void;
  /** Aborted by SIGTERM or SIGINT, with the signal's name as reason. */
  readonly interrupted: AbortSignal;
};

/** Speaks MCP on standard input and output until either input ends or a signal comes; rules may ignore both. */
export async function serveStdio(server: MockServer, ends: StdioEnds): Promise<void> {
  const out = createPacedWriter(server.world.clock, ends.stdout);
  const write = (text: string, shape?: Shape) => out.write(Buffer.from(`${text}${shape?.ending ?? "\n"}`), shape?.pace);
  const conversation = server.converse(write);
  const undecided = (server.script.revisions?.includes("2026-07-28") ?? true) ? "stateless" : "stateful";
  const arrival = { conversation, undecided } as const;
  let stopReading: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stopReading = resolve;
  });
  const port: Port = {
    message: write,
    answer: write,
    accepted: () => undefined,
    end: () => undefined,
    raw: (bytes, _last, shape) => out.write(bytes, shape?.pace),
    drop: () => stopReading(),
  };
  const event = async (name: string, correct: () => void) => {
    const acts = server.event(name) ?? [];
    const respond = () => undefined;
    await play(acts, { ...stageFor(server, arrival, port), correct, respond });
  };
  await event("start", () => undefined);
  const stop = () => {
    server.close();
    stopReading();
  };
  const onSignal = () => void event(String(ends.interrupted.reason), stop);
  if (ends.interrupted.aborted) onSignal();
  ends.interrupted.addEventListener("abort", onSignal);
  const reading = readLines(
    ends.stdin,
    !server.omits("assembling"),
    (line) => void server.receive(parseFrame(line), arrival, port),
  );
  await Promise.race([reading.then(() => event("eof", stopReading)).then(() => stopped), stopped]);
  ends.interrupted.removeEventListener("abort", onSignal);
  await new Promise<void>((resolve) => out.after(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  server.leave(conversation);
}

/**
 * Gives every line without its line end; a last line without one counts, blank lines do not. Who does not assemble takes the pieces of
 * a line for lines.
 */
async function readLines(stdin: AsyncIterable<Uint8Array>, assembles: boolean, take: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let rest: string[] = [];
  for await (const chunk of stdin) {
    const pieces = decoder.write(Buffer.from(chunk)).split("\n");
    const last = pieces.pop() ?? "";
    for (const piece of pieces) {
      give(rest.join("") + piece, take);
      rest = [];
    }
    if (!assembles) give(last, take);
    else if (last !== "") rest.push(last);
  }
  give(rest.join("") + decoder.end(), take);
}

function give(line: string, take: (line: string) => void): void {
  if (line.trim() !== "") take(line.replace(/\r$/, ""));
}
