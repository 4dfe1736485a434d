import type { KnownResults } from "../../jsonrpc/parse-sharing.ts";
import type { Recorder } from "../../trace/recorder.ts";
import type { ClientTransport, TransportLimits } from "../../transport/client-transport.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { ClientIdentity } from "../../session/client-identity.ts";
import type { Pace } from "../../session/pace.ts";
import type { Tokens } from "../../suite/token-kinds.ts";
import type { Hints } from "./hints.ts";
import type { RootBoundary } from "./roots/root-boundary.ts";

/** What every part of a run on one server shares: handed down, never global. */
export type ServerRun = {
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly limits: TransportLimits;
  readonly identity: ClientIdentity;
  /** Opens the transport for a connection number; nothing is sent yet. */
  readonly open: (connection: number) => ClientTransport;
  /** The words for the target in the trace, without secrets. */
  readonly target: string;
  /** Milliseconds one exchange may take, and the first answer of a server that has just been started. */
  readonly timeoutMs: number;
  readonly startTimeoutMs: number;
  /** What its sessions learn of how fast the server is. */
  readonly pace: Pace;
  /** How many times as long as on a quiet machine things take by themselves, for the trace to tell; absent where the machine does not matter. */
  readonly stretch?: () => number;
  /** Whether tools that are not marked read-only may be called. */
  readonly allowWrites: boolean;
  readonly hints: Hints;
  /** A directory that exists, as the root a client offers. */
  readonly rootUri: string;
  /** Files within and beside another root, for a server on this machine; absent where it would not see them, or may see all. */
  readonly boundary?: RootBoundary | undefined;
  /** Another address of this machine, at which a server that listens on one loopback address does not answer; absent for servers elsewhere. */
  readonly otherAddress?: string | undefined;
  /** Names of the headers that go with every request, in lower case; none over stdio. */
  readonly headers?: ReadonlySet<string>;
  /** Tokens the server is tried with beside that of its headers; none where nobody said how it is told whom to trust. */
  readonly tokens?: Tokens | undefined;
  /** Makes a token that has these scopes beside those of the one with too little scope. */
  readonly stepUp?: ((scopes: readonly string[]) => Promise<string>) | undefined;
  /** Long results by their text, which all sessions share: what a server says again is not kept again. */
  readonly results?: KnownResults;
  /** Has `act` called whenever the recorder holds much that may be handed over. */
  readonly whenHeavy?: (act: () => void) => void;
  /** Aborted when the run is to end early: budget, `--bail`, a signal. */
  readonly stop: AbortSignal;
};
