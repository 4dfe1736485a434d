import { parseFrame } from "../../../src/jsonrpc/frame.ts";
import type { Revision } from "../../../src/spec/revision.ts";
import type { WireEvent } from "../../../src/trace/wire-event.ts";
import type { Check } from "../../../src/check/check.ts";
import { outcomeOf } from "../../../src/check/judge.ts";
import { checks } from "../../../src/check/registry.ts";
import { systemWorld } from "../../../src/mock/world/system-world.ts";
import { clientPromises, loadClientSuites } from "../../../src/run/client/scenario/load.ts";
import type { ClientMutant } from "../../../src/run/proof/client/client-mutant.ts";
import { type ClientProofSetup, recordClient } from "../../../src/run/proof/client/judge-client-mutants.ts";
import { connections, eventsOf, type Trace } from "../../../src/trace/trace.ts";
import { excerpt } from "./excerpt.ts";
import type { Recorded } from "./recorded.ts";

/** What traces of clients are recorded with. */
function setup(): ClientProofSetup {
  const suites = loadClientSuites();
  const world = (transport: "stdio" | "http" | "sse") => systemWorld(transport, () => undefined);
  const stop = new AbortController().signal;
  return { suites, promises: clientPromises(suites), checks, world, stop };
}

/**
 * The satisfied and the violated trace of a check of clients, as the reference client and its mutant show them: of one scenario, at
 * the first place of the mutant. @throws Error when one of them does not come to its outcome
 */
export async function recordClientTraces(check: Check, mutant: ClientMutant): Promise<Recorded> {
  const [place] = mutant.on;
  if (place === undefined) throw new Error(`${check.id}: its mutant names no place`);
  const selection = mutant.scenarios === undefined ? { check: check.id } : { suite: mutant.scenarios };
  const wrong = await recordClient(setup(), mutant, place, selection);
  const right = await recordClient(setup(), { changes: mutant.right }, place, selection);
  const violated = outcomeOf(wrong, check, place.revision);
  if (violated.kind !== "violated") throw new Error(`${check.id}: its mutant comes to ${JSON.stringify(violated)}`);
  const event = wrong.events.find(({ seq }) => seq === violated.evidence[0]);
  const scenario = connections(wrong).find(({ connection }) => connection === event?.connection)?.session ?? "";
  const traces = new Map([
    ["satisfied", leastOf(partOfScenario(right, scenario), check, place.revision)],
    ["violated", leastOf(partOfScenario(wrong, scenario), check, place.revision)],
  ]);
  for (const [name, trace] of traces) {
    const outcome = outcomeOf(trace, check, place.revision);
    if (outcome.kind !== name) throw new Error(`${check.id}: ${scenario} comes to ${JSON.stringify(outcome)}, not to ${name}`);
  }
  return { traces };
}

/** What everything else follows from. */
const openings = ["initialize", "notifications/initialized", "server/discover"];

/** A trace without the exchanges and lines that have no part in what a check says of it. */
function leastOf(trace: Trace, check: Check, revision: Revision): Trace {
  const { kind } = outcomeOf(trace, check, revision);
  const isSame = (events: Trace["events"]): boolean => outcomeOf({ ...trace, events }, check, revision).kind === kind;
  const group = (event: WireEvent): string => {
    if ("exchange" in event) return `exchange ${event.exchange}`;
    if (event.kind === "auth") return `auth ${event.seq}`;
    if (event.kind === "report" || event.kind === "told") return "driver";
    if (event.kind === "stderr") return "stderr";
    if (event.kind !== "frame") return "";
    const frame = parseFrame(event.text);
    return `frame ${"id" in frame && frame.id !== undefined ? JSON.stringify(frame.id) : event.seq}`;
  };
  const isOpening = (event: WireEvent): boolean =>
    (event.kind === "frame" || event.kind === "http-request") &&
    openings.some((method) => JSON.stringify(event).includes(`\\"${method}\\"`));
  const kept = new Set(["", ...trace.events.filter(isOpening).map(group)]);
  let events = trace.events;
  for (const name of new Set(trace.events.map(group).toReversed())) {
    const rest = events.filter((event) => group(event) !== name);
    if (!kept.has(name) && isSame(rest)) events = rest;
  }
  const lean = events.map((event) =>
    "headers" in event && event.kind !== "auth"
      ? { ...event, headers: event.headers.filter(([header]) => !idle.has(header.toLowerCase())) }
      : event,
  );
  return excerpt({ ...trace, events: isSame(lean) ? lean : events }, []);
}

/** Header fields that no statement is about. */
const idle = new Set(["host", "connection", "content-length", "cache-control", "x-accel-buffering"]);

/** One scenario of a trace, without what differs from run to run. */
function partOfScenario(trace: Trace, scenario: string): Trace {
  const own = connections(trace).flatMap(({ connection, session }) => (session === scenario ? [connection] : []));
  return renumbered(excerpt(trace, own));
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Session ids, keys and ports by number, dates as they always are, exchanges from 1 on. */
function renumbered(trace: Trace): Trace {
  const known: string[] = [];
  const ports: string[] = [];
  const text = JSON.stringify(trace)
    .replaceAll(uuid, (id) => {
      if (!known.includes(id)) known.push(id);
      return `session-${known.indexOf(id) + 1}`;
    })
    .replaceAll(/(127\.0\.0\.1|0\.0\.0\.0|localhost)(:|%3A)(\d+)/g, (_, host: string, colon: string, port: string) => {
      if (!ports.includes(port)) ports.push(port);
      return `${host}${colon}${8000 + ports.indexOf(port)}`;
    })
    .replaceAll(/"code_challenge":"[\w-]{43}"/g, `"code_challenge":"${"c".repeat(43)}"`)
    .replaceAll(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT/g, "Mon, 01 Jan 2026 00:00:00 GMT");
  const clean = JSON.parse(text) as Trace;
  const first = Math.min(...eventsOf(clean, "http-request").map(({ exchange }) => exchange));
  return {
    ...clean,
    events: clean.events.map((event) => {
      const bytes = "bytes" in event && "text" in event ? { bytes: Buffer.byteLength(event.text) } : {};
      return { ...event, ...bytes, ...("exchange" in event ? { exchange: event.exchange - first + 1 } : {}) };
    }),
  };
}
