import type { Json, JsonObject } from "../../jsonrpc/json.ts";
import type { Unrecorded } from "../../trace/wire-event.ts";

/** Where an event stands: its number in the trace of one case, and milliseconds since the case began. */
type Base = { readonly seq: number; readonly at: number };

/** A mock server was started (a process) or began to listen. `instance` tells several starts of one server apart. */
export type ServerStarted = Base & {
  readonly kind: "server-start";
  readonly server: string;
  readonly instance: string;
  readonly transport: "stdio" | "http" | "sse";
  readonly pid?: number;
  readonly argv?: readonly string[];
  /** Names of the variables it was given; values only where they were planted by the case. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

/** A server was written into the configuration of the host, with its command where that is not a mock server's. */
export type ServerConfigured = Base & {
  readonly kind: "configured";
  readonly server: string;
  readonly command?: readonly string[];
};

/** A mock server over HTTP began to wait, for so many milliseconds of the host's time. */
export type ServerWaits = Base & { readonly kind: "server-waits"; readonly server: string; readonly ms: number };

/** A program of the case was started. */
export type ProgramStarted = Base & { readonly kind: "program-started"; readonly name: string };

/** The host put a question to a person, who said this; null: nothing. */
export type PersonAsked = Base & { readonly kind: "person-asked"; readonly prompt: string; readonly answer: string | null };

/** A line or HTTP body of a mock server. */
type Frame = Base & {
  readonly server: string;
  readonly instance: string;
  readonly text: string;
  /** Header fields of the HTTP request a message came with, lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A message reached a mock server. */
export type ServerFrame = Frame & { readonly kind: "server-received" };

/** A mock server sent something. */
export type ServerSent = Frame & { readonly kind: "server-sent" };

/** An HTTP request reached a mock server, whatever its body. */
export type ServerHttp = Base & {
  readonly kind: "server-http";
  readonly server: string;
  readonly instance: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A mock server learned that it is to end, or ended: `eof`, `SIGTERM`, `SIGINT`, `exit`. */
export type ServerEnd = Base & {
  readonly kind: "server-end";
  readonly server: string;
  readonly instance: string;
  readonly how: "eof" | "SIGTERM" | "SIGINT" | "exit";
};

/**
 * What went over the wire between the host and a mock server, as the trace of a client holds it: the host is one. Connections are
 * numbered within the server.
 */
export type ServerWire = Base & { readonly kind: "server-wire"; readonly server: string; readonly event: Unrecorded };

/** After the host had ended: whether a process of a mock server, or one it started, still ran. */
export type ProcessLooked = Base & {
  readonly kind: "process";
  readonly server: string;
  readonly instance: string;
  readonly pid: number;
  readonly alive: boolean;
};

/** The host asked the fake model. `body` is null where it was not JSON, `builtIn` the tools among those offered that are the host's own. */
export type ModelAsked = Base & {
  readonly kind: "model-asked";
  readonly method: string;
  readonly path: string;
  readonly api: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly status: number | null;
  readonly outcome: string;
  readonly builtIn?: readonly string[];
};

/** The case asked the host for something: step `step`, counted from 0. */
export type HostAsked = Base & {
  readonly kind: "asked";
  readonly step: number;
  readonly verb: string;
  readonly what: JsonObject;
};

/**
 * What came back for a step. `status` is the HTTP status, `exit` the exit code of a command. `text` is all of the body or of
 * standard output; `aside` what a command wrote to standard error. `said` is the visible text of the answer where the
 * surface has one.
 */
export type HostAnsweredEvent = Base & {
  readonly kind: "answered";
  readonly step: number;
  readonly status: number | null;
  readonly exit: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly said: string;
  readonly aside: string;
  readonly ms: number;
  /** Why there is no answer: the time was over, the connection broke, the command did not start. */
  readonly failed: string | null;
  /** True where it is the time that was over: a busy machine can be the reason. */
  readonly late?: true;
};

/** The host was started. */
export type HostStarted = Base & { readonly kind: "host-start"; readonly message: string };

/** The host did not come up, and said this. */
export type HostRefused = Base & { readonly kind: "host-refused"; readonly message: string };

/** The host ended when it was told to: after so many milliseconds, of its own accord or killed. `output` is all it wrote. */
export type HostEnded = Base & {
  readonly kind: "host-end";
  readonly message: string;
  readonly ms: number;
  readonly killed: boolean;
  readonly output: string;
};

/** What is recorded while a host is driven through one case: what its servers, its model and its user see. */
export type HostEvent =
  | ServerStarted
  | ServerConfigured
  | ServerWaits
  | ProgramStarted
  | PersonAsked
  | ServerFrame
  | ServerSent
  | ServerHttp
  | ServerEnd
  | ServerWire
  | ProcessLooked
  | ModelAsked
  | HostAsked
  | HostAnsweredEvent
  | HostStarted
  | HostRefused
  | HostEnded;

/** An event before it has its place. */
export type UnplacedHostEvent<E extends HostEvent = HostEvent> = E extends HostEvent ? Omit<E, "seq" | "at"> : never;

/** All that was seen of one case, in order. */
export type HostTrace = readonly HostEvent[];

/** The events of one kind, in order. */
export function hostEvents<K extends HostEvent["kind"]>(trace: HostTrace, kind: K): Extract<HostEvent, { kind: K }>[] {
  return trace.filter((event): event is Extract<HostEvent, { kind: K }> => event.kind === kind);
}
