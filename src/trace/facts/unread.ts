import { memoized } from "../../base/memoized.ts";
import { type FrameOf, type Message, unreadMessages } from "../message.ts";
import { connections, type Trace } from "../trace.ts";

/** What the subject sent that was not read, for what that would have cost. */
function unreadFrom(trace: Trace): Message<FrameOf<"too-large">>[] {
  return unreadMessages(trace).filter(({ direction }) => direction === "received");
}

/** One sentence about the messages of the subject that were too large to be judged; none where all were read. */
export function whatWasNotRead(trace: Trace): readonly string[] {
  const unread = unreadFrom(trace);
  const [first] = unread;
  if (first === undefined) return [];
  const what = unread.length === 1 ? "a message was" : `${unread.length} messages were`;
  return [`${what} too large to be judged (${unread.length === 1 ? "" : "the first "}#${first.seq}: ${first.frame.why})`];
}

/** Whether a message of the subject was not read in a session: what seems not to have come may have been it. */
export function isPartlyRead(trace: Trace, session: string): boolean {
  const unread = new Set(unreadFrom(trace).map(({ connection }) => connection));
  return connections(trace).some((one) => one.session === session && unread.has(one.connection));
}

/** The connections of a trace on which everything was read that the subject sent; the trace itself where those are all. */
export const fullyRead = memoized((trace: Trace): Trace => {
  const unread = new Set(unreadFrom(trace).map(({ connection }) => connection));
  const events = trace.events.filter(({ connection }) => !unread.has(connection));
  return unread.size === 0 ? trace : { subject: trace.subject, events };
});
