import { eventsOf, type Trace } from "../../trace/trace.ts";
import type { RunError } from "../run-event.ts";
import type { Offers } from "./offers.ts";
import type { TimedEvent } from "./scenario-record.ts";
import { framesFromClient } from "./wire-facts.ts";

/** Why a client gets no verdict: what it did instead of sending a request, and the last of what it wrote to stderr. */
export function whyUnreached({ probes, reached }: Offers, { id }: { readonly id: string }): RunError {
  const events = probes.flatMap((probe) => probe.events);
  const stderrTail = events
    .flatMap(({ event }) => (event.kind === "stderr" ? [event.text] : []))
    .join("")
    .split("\n")
    .slice(-20)
    .join("\n");
  const message = reached
    ? `${id}: it sent ${methodsIn(events)} and went on with none of the revisions that were offered`
    : `${id}: no request reached the mock server; ${whatItDid(events)}`;
  return { kind: "subject", message, stderrTail };
}

function methodsIn(events: readonly TimedEvent[]): string {
  const methods = framesFromClient(events).flatMap((frame) => (frame.kind === "request" ? [frame.method] : []));
  return [...new Set(methods)].slice(0, 5).join(", ");
}

/** What was seen of a client that sent nothing, the nearest cause first. */
function whatItDid(events: readonly TimedEvent[]): string {
  const seen = events.flatMap(({ event }): readonly string[] => {
    switch (event.kind) {
      case "failure":
        return [event.message];
      case "silence":
        return [`the command was still running after ${event.ms} ms and was ended`];
      case "exit":
        return event.signal === null
          ? [`the command exited with code ${event.code}`]
          : [`the command was ended by ${event.signal}`];
      case "http-request":
        return [`it sent ${event.method} ${event.url}, which is not MCP`];
      case "frame":
        return event.direction === "received" ? [`it wrote ${JSON.stringify(event.text.slice(0, 80))}, which is no request`] : [];
      default:
        return [];
    }
  });
  return seen.length === 0 ? "nothing was seen of it" : [...new Set(seen)].slice(0, 4).join("; ");
}

/** Why a client that came gets no verdict, where scenarios say it: what they came to that were played to it. */
export function whyNothing(trace: Trace, { id }: { readonly id: string }): string | undefined {
  const reasons = new Map<string, string>();
  for (const { scenario, reason } of eventsOf(trace, "skip")) if (!reasons.has(reason)) reasons.set(reason, scenario);
  const told = [...reasons].slice(0, 3).map(([reason, scenario]) => `${reason} (${scenario})`);
  return told.length === 0 ? undefined : `${id}: nothing came to a verdict: ${told.join("; ")}`;
}
