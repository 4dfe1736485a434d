import { createMockServer } from "../../mock/mock-server.ts";
import type { MockScript } from "../../mock/script/script.ts";
import { serveStdio } from "../../mock/serve/serve-stdio.ts";
import type { World } from "../../mock/world/world.ts";
import type { Recorder } from "../../trace/recorder.ts";
import type { ClientTransport, CloseHow, TransportLimits } from "../../transport/client-transport.ts";
import { settlesWithin } from "../../base/time/clock-waits.ts";
import { deferred } from "../../base/time/deferred.ts";
import { createInbox } from "../../transport/inbox.ts";
import { createLineOutput } from "../../transport/stdio/line-output.ts";
import { createStderrLog } from "../../transport/stdio/stderr-log.ts";
import { createStdoutLog } from "../../transport/stdio/stdout-log.ts";

/** A mock script and what its stand-in for a process needs. */
export type InProcessOptions = {
  readonly script: MockScript;
  readonly world: World;
  readonly recorder: Recorder;
  readonly connection: number;
  readonly limits: TransportLimits;
};

/**
 * A mock served on stdio without a process: lines in, bytes out, the end of input, signals and the exit recorded as
 * `openStdio` does for a child. Every connection is a server of its own, as every process would be. What takes a process
 * (children that stay behind, pipes that stay open) cannot be shown by it.
 */
export function openInProcessStdio({ script, world, recorder, connection, limits }: InProcessOptions): ClientTransport {
  const { clock } = world;
  const inbox = createInbox();
  const stderr = createStderrLog(recorder, connection);
  const exited = deferred<void>();
  const interruption = new AbortController();
  const input = createInput();
  let running = true;
  let closing: Promise<void> | undefined;
  const output = createLineOutput({
    recorder,
    connection,
    write: (bytes) => input.push(Buffer.from(bytes)),
    mayWrite() {
      if (!running) recorder.record({ kind: "failure", connection, message: "could not send: the process has ended" });
      return running;
    },
  });
  const stdout = createStdoutLog({ recorder, connection, limits, deliver: inbox.deliver, onFlood: () => void close("drop") });

  function exit(code: number | null, signal: string | null): void {
    if (!running) return;
    running = false;
    stdout.end(signal !== null);
    stderr.end();
    recorder.record({ kind: "exit", connection, code, signal });
    exited.resolve();
  }

  const server = createMockServer(script, {
    ...world,
    process: {
      exit: (code) => (code === "SIGKILL" ? exit(null, code) : exit(code, null)),
      stderr: (text) => running && stderr.push(Buffer.from(text)),
      spawnGrandchild: () => undefined,
      self: world.process.self,
    },
  });
  void serveStdio(server, {
    stdin: input.chunks,
    stdout: (bytes) => running && stdout.push(Buffer.from(bytes)),
    interrupted: interruption.signal,
  }).then(() => exit(0, null));

  async function end(how: CloseHow, graceMs: number): Promise<void> {
    if (!running) return;
    if (how === "eof" || how === "delete") {
      recorder.record({ kind: "stdin-closed", connection });
      input.end();
      if (await settlesWithin(clock, graceMs, exited.promise)) return;
    }
    if (how !== "drop") {
      recorder.record({ kind: "signal", connection, signal: "SIGTERM" });
      interruption.abort("SIGTERM");
      if (await settlesWithin(clock, how === "term" ? graceMs : limits.graceMs, exited.promise)) return;
    }
    if (!running) return;
    recorder.record({ kind: "signal", connection, signal: "SIGKILL" });
    exit(null, "SIGKILL");
  }

  function close(how: CloseHow, graceMs = limits.graceMs): Promise<void> {
    if (closing !== undefined && how === "drop") exit(null, "SIGKILL");
    closing ??= end(how, graceMs);
    return closing;
  }

  return {
    kind: "stdio",
    connection,
    send(text) {
      output.send(text);
      return {};
    },
    behind: output.behind,
    listen: inbox.listen,
    ended: exited.promise,
    close,
    stderrTail: stderr.tail,
  };
}

type Input = {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => void;
};

/** Standard input as a queue of chunks. */
function createInput(): Input {
  const waiting: Uint8Array[] = [];
  let over = false;
  let wake: () => void = () => undefined;
  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = waiting.shift();
      if (chunk !== undefined) yield chunk;
      else if (over) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return {
    chunks: read(),
    push(chunk) {
      waiting.push(chunk);
      wake();
    },
    end() {
      over = true;
      wake();
    },
  };
}
