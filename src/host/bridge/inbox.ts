import type { Arrived } from "../../agent/delegation.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import type { TurnEvent } from "../loop/turn-event.ts";
import type { ChatRequest } from "../surface/host-request.ts";

/** A conversation that results can come to after its turn has ended. */
export type Session = {
  readonly id: string;
  /** Keeps what was said without anybody having asked. */
  readonly keep: (messages: readonly ModelMessage[]) => void;
};

/** Hears what is said in a session without anybody having asked. */
export type SessionListener = (event: TurnEvent) => void;

/** The results that came in for each session, and who listens to it. */
export type Inbox = {
  /** A turn of a session begins: until it ends, results wait for a gap in it. */
  readonly enter: (session: Session) => void;
  /** A turn has ended. `last` is what a further turn goes on from, with all that was said; undefined: it failed. */
  readonly leave: (session: Session, last: ChatRequest | undefined) => void;
  /** Puts a result in; false where there is no such session. */
  readonly put: (id: string, arrived: Arrived) => boolean;
  /** Takes out all that is in. */
  readonly drain: (id: string) => readonly Arrived[];
  /** Hears a session from now on; the returned function ends that. */
  readonly attend: (id: string, listener: SessionListener) => () => void;
  readonly tell: (id: string, event: TurnEvent) => void;
  readonly close: () => void;
};

/** How long a session without a turn is kept, and how often that is looked at, in ms. */
const sessionTtlMs = 1_800_000;
const sweepMs = 60_000;

/** Most results that wait in one session; further ones are turned away. */
const mostWaiting = 1000;

type Entry = {
  queue: Arrived[];
  turns: number;
  last: ChatRequest | undefined;
  session: Session | undefined;
  readonly listeners: Set<SessionListener>;
  usedAt: number;
};

/**
 * An empty inbox. `resume` begins a turn from where a session stood, to answer what came in: only while somebody listens, since otherwise
 * nobody would hear it; without a listener results wait for the session's next turn.
 */
export function createInbox(clock: Clock, resume: (session: Session, last: ChatRequest) => void): Inbox {
  const sessions = new Map<string, Entry>();
  let stop: (() => void) | undefined;
  let closed = false;

  const sweep = (): void => {
    for (const [id, { turns, listeners, usedAt }] of sessions)
      if (turns === 0 && listeners.size === 0 && clock.now() - usedAt >= sessionTtlMs) sessions.delete(id);
    stop = sessions.size === 0 ? undefined : clock.setTimeout(sweepMs, sweep);
  };

  function entryOf(id: string): Entry {
    const found = sessions.get(id);
    const entry = found ?? { queue: [], turns: 0, last: undefined, session: undefined, listeners: new Set(), usedAt: 0 };
    entry.usedAt = clock.now();
    if (found === undefined) sessions.set(id, entry);
    stop ??= clock.setTimeout(sweepMs, sweep);
    return entry;
  }

  function resumeIdle({ queue, turns, last, session, listeners }: Entry): void {
    if (closed || turns > 0 || queue.length === 0 || listeners.size === 0) return;
    if (last !== undefined && session !== undefined) resume(session, last);
  }

  return {
    enter(session) {
      const entry = entryOf(session.id);
      entry.turns += 1;
      entry.session = session;
    },
    leave({ id }, last) {
      const entry = entryOf(id);
      entry.turns -= 1;
      entry.last = last ?? entry.last;
      if (last !== undefined) resumeIdle(entry);
    },
    put(id, arrived) {
      const entry = sessions.get(id);
      if (entry === undefined || entry.session === undefined || entry.queue.length >= mostWaiting) return false;
      entry.queue.push(arrived);
      resumeIdle(entry);
      return true;
    },
    drain: (id) => sessions.get(id)?.queue.splice(0) ?? [],
    attend(id, listener) {
      const entry = entryOf(id);
      entry.listeners.add(listener);
      resumeIdle(entry);
      return () => void entry.listeners.delete(listener);
    },
    tell(id, event) {
      for (const listener of sessions.get(id)?.listeners ?? []) listener(event);
    },
    close() {
      closed = true;
      stop?.();
      sessions.clear();
    },
  };
}
