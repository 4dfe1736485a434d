import { describe, expect, test } from "vitest";
import type { Check } from "../../src/check/check.ts";
import { outcomeOf } from "../../src/check/judge.ts";
import { checks } from "../../src/check/registry.ts";
import { frameIn } from "../../src/trace/frame-in.ts";
import { unreadMessages } from "../../src/trace/message.ts";
import { revisionsIn, type Trace } from "../../src/trace/trace.ts";
import type { WireEvent } from "../../src/trace/wire-event.ts";
import { loadRecorded } from "../support/traces/load-recorded.ts";
import { outcomeNamed } from "../support/traces/recorded.ts";

/** The recorded traces of a check in which it accuses nobody. */
const harmless = (check: Check): Trace[] =>
  [...loadRecorded(check).traces].flatMap(([name, trace]) => (outcomeNamed(name) === "violated" ? [] : [trace]));

/** The same message, were it so long that only its beginning was kept; undefined where it is none of the subject's. */
function muchLonger(event: WireEvent): WireEvent | undefined {
  const isMessage = "data" in event || "text" in event;
  if (!isMessage || (event.kind !== "frame" && event.kind !== "http-body" && event.kind !== "sse-event")) return undefined;
  if (event.kind === "frame" && event.direction === "sent") return undefined;
  const changed: WireEvent =
    event.kind === "sse-event"
      ? { ...event, data: beginning(event.data ?? ""), cut: true }
      : { ...event, text: beginning(event.text), bytes: 20_000_000, cut: true };
  return frameIn(changed)?.kind === "too-large" ? changed : undefined;
}

/** Half of it: with the id where that comes first, and without where it comes last. */
const beginning = (text: string): string => text.slice(0, Math.ceil(text.length / 2));

/** A trace with one of its messages too large to be read, for each of them. */
const withOneUnread = (trace: Trace): Trace[] =>
  trace.events.flatMap((event, index) => {
    const changed = muchLonger(event);
    return changed === undefined ? [] : [{ ...trace, events: trace.events.with(index, changed) }];
  });

describe("nobody is accused for a message that is too large to be read:", () => {
  test.each(checks.map((check) => [check.id, check] as const))("%s", (_id, check) => {
    for (const trace of harmless(check))
      for (const one of withOneUnread(trace))
        for (const revision of revisionsIn(one)) {
          expect({ unread: unreadMessages(one), ...outcomeOf(one, check, revision) }).not.toMatchObject({ kind: "violated" });
        }
  });
});
