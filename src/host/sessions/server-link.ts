import type { Recorder } from "../../trace/recorder.ts";
import type { ClientTransport } from "../../transport/client-transport.ts";

/** A transport that was opened, or why the host does not open one. */
export type Opened = { readonly transport: ClientTransport } | { readonly refused: string };

/** One server as the host reaches it: everything sessions need to know of its definition, and how to open it. */
export type ServerLink = {
  readonly name: string;
  readonly description: string | undefined;
  /** Equal for definitions that are equal in every member: connections are shared and replaced by it. */
  readonly key: string;
  readonly transport: "stdio" | "http" | "sse";
  /** Whether requests share its connections; those a request brought belong to its session alone. */
  readonly shared: boolean;
  /** Whether the path guard applies when the profile leaves that to the server. */
  readonly requiresPath: boolean;
  /** The directory it is limited to, as the model is told. */
  readonly directory: string | undefined;
  /** Milliseconds until `initialize` is answered; `null` means no limit. */
  readonly initializeMs: number | null;
  /** Milliseconds until a call is answered, where a request wishes for so many. */
  readonly callMs: (wish: number | undefined) => number | null;
  /** Opens a connection, recording to `recorder`; `fallback` asks for HTTP+SSE where Streamable HTTP was refused. */
  readonly open: (recorder: Recorder, connection: number, fallback: boolean) => Promise<Opened>;
};
