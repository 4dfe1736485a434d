import type { ClientRequest } from "node:http";
import type { ExchangeEnd } from "../client-transport.ts";
import { type Deferred, deferred } from "../../base/time/deferred.ts";

/** An HTTP exchange on its way: what is known of it so far, and what waits for the rest. */
export type Exchange = {
  readonly number: number;
  readonly responded: Deferred<{ readonly status: number | undefined; readonly headers: Readonly<Record<string, string>> }>;
  readonly ended: Deferred<ExchangeEnd>;
  readonly host: string;
  request: ClientRequest | undefined;
  status: number | undefined;
  headers: Readonly<Record<string, string>>;
  errorBody: string | undefined;
  /** Hands on what came so far; set while an answer is being read. */
  flush: (() => void) | undefined;
  /** When the last byte came of a body, or of an event of a stream, that is not there as a whole; undefined when none is on its way. */
  unfinishedAt: number | undefined;
  cancelTimer: () => void;
  over: boolean;
};

/** An exchange of which nothing has been sent yet. */
export function newExchange(number: number, host: string): Exchange {
  return {
    number,
    host,
    responded: deferred(),
    ended: deferred(),
    request: undefined,
    status: undefined,
    headers: {},
    errorBody: undefined,
    flush: undefined,
    unfinishedAt: undefined,
    cancelTimer: () => {},
    over: false,
  };
}
