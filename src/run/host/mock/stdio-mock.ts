import { appendFileSync, readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { keepAlive } from "../../../mock/serve/keep-alive.ts";
import { createMockServer } from "../../../mock/mock-server.ts";
import type { MockScript } from "../../../mock/script/script.ts";
import { serveStdio } from "../../../mock/serve/serve-stdio.ts";
import { systemWorld } from "../../../mock/world/system-world.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { createLineSplitter, type Line } from "../../../transport/stdio/line-splitter.ts";
import type { UnplacedHostEvent } from "../../../check/host/host-event.ts";
import { recordTo } from "./bounded-record.ts";
import { writeAll } from "../../../base/files/write-all.ts";
import { monotonicMs } from "../case/case-record.ts";

/**
 * A mock server as a process of its own that writes down what happens to it: `<script.json> <name> <record.ndjson>`, then the
 * words the case gives it. The record is written line by line and at once, so that it also tells of a server that is killed.
 */
export async function hostMock([file = "", server = "", recordFile = "", ...argv]: readonly string[]): Promise<void> {
  const instance = `${server}:${process.pid}`;
  const note = recordTo((line) => appendFileSync(recordFile, line), monotonicMs);
  note({
    kind: "server-start",
    server,
    instance,
    transport: "stdio",
    pid: process.pid,
    argv,
    env: planted(process.env),
    cwd: process.cwd(),
  });
  const wire = wireTo((event) => note({ kind: "server-wire", server, event }));
  const world = systemWorld("stdio", (text) => writeAll(2, Buffer.from(text)));
  const grandchild = (): void => {
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" });
    note({ kind: "process", server, instance, pid: child.pid ?? 0, alive: true });
    child.unref();
  };
  // Whoever wrote the file has validated it; validating again would double the time this program takes to start.
  const script = JSON.parse(readFileSync(file, "utf8")) as MockScript;
  const mock = createMockServer(script, {
    ...world,
    process: { ...world.process, spawnGrandchild: grandchild, self: () => ({ ...world.process.self(), argv }) },
  });
  const interrupted = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      note({ kind: "server-end", server, instance, how: signal });
      interrupted.abort(signal);
    });
  process.on("exit", () => note({ kind: "server-end", server, instance, how: "exit" }));
  const release = keepAlive();
  await serveStdio(mock, {
    stdin: noted(note, wire, server, instance),
    stdout(bytes) {
      wire.sent.push(bytes);
      writeOut(note, server, instance, bytes);
    },
    interrupted: interrupted.signal,
  });
  release();
  process.stdin.destroy();
}

/** Names of all variables, but only the values a case planted: nobody's secrets get into a trace. */
function planted(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.includes("planted") === true ? value : ""]));
}

/** Longest line that is kept whole of what goes over the wire, in bytes. */
const mostBytes = 256 * 1024;

/** Tells what goes over the standard streams, line by line. Signals are left out: the host need not have sent them. */
function wireTo(tell: (event: Unrecorded) => void) {
  const connection = process.pid;
  const common = { connection, transport: "stdio", revision: null, capabilities: {}, target: "the mock server" } as const;
  tell({ kind: "connect", ...common, session: "" });
  const lines = (direction: "sent" | "received") =>
    createLineSplitter(mostBytes, (line: Line) => tell({ kind: "frame", connection, direction, ...line }));
  return { received: lines("received"), sent: lines("sent"), closed: () => tell({ kind: "stdin-closed", connection }) };
}

async function* noted(
  note: (event: UnplacedHostEvent) => void,
  wire: ReturnType<typeof wireTo>,
  server: string,
  instance: string,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    wire.received.push(chunk);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) if (text.trim() !== "") note({ kind: "server-received", server, instance, text });
    yield chunk;
  }
  wire.received.end(false);
  wire.closed();
  note({ kind: "server-end", server, instance, how: "eof" });
}

function writeOut(note: (event: UnplacedHostEvent) => void, server: string, instance: string, bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString("utf8").trimEnd();
  if (text !== "") note({ kind: "server-sent", server, instance, text: text.slice(0, 20_000) });
  writeAll(1, bytes);
}
