import type { Recorder } from "../trace/recorder.ts";
import type { ClientTransport } from "./client-transport.ts";
import { deferred } from "../base/time/deferred.ts";
import { createInbox } from "./inbox.ts";

/** The far end of an in-process connection. */
export type MemoryServer = {
  /** Registers the one listener for what the client sends; what came before is delivered at once. */
  readonly receive: (listener: (text: string) => void) => void;
  readonly send: (text: string) => void;
  /** Ends the connection as a server that exits does. */
  readonly close: () => void;
  /** Resolves when either side has ended the connection. */
  readonly closed: Promise<void>;
};

/**
 * Two ends of a connection within one process, which records frames as stdio does. Texts arrive in order, each in a
 * microtask of its own, so that no `send` runs the other side's code.
 */
export function createMemoryPair(
  recorder: Recorder,
  connection: number,
): { readonly client: ClientTransport; readonly server: MemoryServer } {
  const toClient = createInbox();
  const toServer = createInbox();
  const ended = deferred<void>();
  let over = false;

  function transfer(text: string, direction: "sent" | "received"): void {
    if (over) return void recorder.record({ kind: "failure", connection, message: "could not send: the connection is closed" });
    const bytes = new TextEncoder().encode(text).length;
    const { seq } = recorder.record({ kind: "frame", connection, direction, text, bytes, terminator: "\n" });
    const inbox = direction === "sent" ? toServer : toClient;
    queueMicrotask(() => inbox.deliver({ text, seq }));
  }

  function finish(): void {
    over = true;
    ended.resolve();
  }

  const client: ClientTransport = {
    kind: "memory",
    connection,
    send(text) {
      transfer(text, "sent");
      return {};
    },
    listen: toClient.listen,
    ended: ended.promise,
    close(how) {
      if (!over && (how === "eof" || how === "delete")) recorder.record({ kind: "stdin-closed", connection });
      finish();
      return ended.promise;
    },
    stderrTail: () => "",
  };
  const server: MemoryServer = {
    receive: (listener) => toServer.listen(({ text }) => listener(text)),
    send: (text) => transfer(text, "received"),
    close: finish,
    closed: ended.promise,
  };
  return { client, server };
}
