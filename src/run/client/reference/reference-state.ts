import type { Clock } from "../../../base/time/clock.ts";
import { asObject, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import type { Answer, ClientSession } from "../../../session/client-session.ts";
import type { Revision } from "../../../spec/revision.ts";
import type { ClientTransport } from "../../../transport/client-transport.ts";
import type { DriverStep } from "../scenario/driver-step.ts";
import type { ClientFault } from "./client-fault.ts";
import type { Roots } from "./told-answers.ts";

/** What the reference client is made from. */
export type ReferenceSetup = {
  /** Opens a connection to the server. */
  readonly open: () => ClientTransport;
  /** The newest revision the server speaks: the client offers the newest of that era. */
  readonly revision: Revision;
  readonly steps: readonly DriverStep[];
  readonly clock: Clock;
  /** Milliseconds one exchange may take. */
  readonly timeoutMs: number;
  readonly version: string;
  readonly faults?: ReadonlySet<ClientFault>;
  /** Why it got no token, where it tried to. */
  readonly unauthorized?: () => string | undefined;
  /** It makes no more calls after the one that says this text. */
  readonly stopsAfter?: string;
  /** Told of each step that was done: what came of it, under the index of the step. */
  readonly report: (step: number, value: JsonObject) => void;
};

/** What the reference client knows while it does its steps. */
export type ReferenceState = {
  readonly setup: ReferenceSetup;
  session: ClientSession | undefined;
  /** Whether the server has forgotten the session: a 404 says so (basic/transports#session-management). */
  expired: boolean;
  /** The definitions of tools that were listed, by name: headers follow from their schemas. */
  tools: ReadonlyMap<Json | undefined, JsonObject>;
  /** How many tools were called. */
  calls: number;
  /** Whether it makes no more calls. */
  stopped: boolean;
  /** The roots the user has chosen. */
  roots: Roots;
  /** The last cursor of each list. */
  readonly cursors: Map<string, Json>;
  /** Results by request, where it keeps them. */
  readonly kept: Map<string, Json>;
  /** What the server said of itself when the connection was opened. */
  opening: Json;
  /** The id of the request that was sent last. */
  lastId: Json;
};

/** The step is of another era than the connection. */
export class Unsupported extends Error {}

/** The server's answer is an error. */
export class Refused extends Error {
  readonly error: Json;
  constructor(error: Json) {
    super("refused");
    this.error = error;
  }
}

/** Whether the client is to make this mistake. */
export const hasFault = ({ setup }: ReferenceState, fault: ClientFault): boolean => setup.faults?.has(fault) === true;

/** The open session; throws where there is none. */
export function openedIn({ session }: ReferenceState): ClientSession {
  if (session === undefined) throw new Error("not connected");
  return session;
}

/** The result of an answer; throws {@link Refused} for an error, and the reason where nothing came. */
export function resultOf(answer: Answer): Json {
  if (answer.kind === "result") return answer.frame.result;
  if (answer.kind === "error") throw new Refused(asObject(answer.frame.value["error"]));
  throw new Error(answer.reason);
}
