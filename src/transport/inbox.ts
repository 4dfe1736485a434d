import type { Incoming } from "./client-transport.ts";

/** Holds what came in until somebody listens. */
export type Inbox = {
  readonly deliver: (incoming: Incoming) => void;
  readonly listen: (listener: (incoming: Incoming) => void) => void;
};

/** An inbox for one listener; a later one takes the place of an earlier one. */
export function createInbox(): Inbox {
  let waiting: Incoming[] = [];
  let hand: ((incoming: Incoming) => void) | undefined;
  return {
    deliver(incoming) {
      if (hand === undefined) waiting.push(incoming);
      else hand(incoming);
    },
    listen(listener) {
      const early = waiting;
      waiting = [];
      hand = listener;
      for (const incoming of early) listener(incoming);
    },
  };
}
