import { createHash } from "node:crypto";
import type { Check } from "../../../src/check/check.ts";
import { outcomeOf } from "../../../src/check/judge.ts";
import type { Outcome } from "../../../src/check/outcome.ts";
import { revisionsIn, type Trace } from "../../../src/trace/trace.ts";
import { type Alteration, alterations } from "./alterations.ts";
import { loadRecorded } from "./load-recorded.ts";

/** So many alterations of a trace are judged: those a hash of their names draws, so that others stay the same where one is added. */
const most = 200;

/**
 * What a check comes to when its recorded traces are altered (each where it differs from the first of them, which is altered as a whole),
 * one line for each trace: how many alterations were judged, how many of them lead to something else and to what, and a digest of all
 * outcomes, which tells when any of them becomes another one.
 */
export function alteredLines(check: Check): string[] {
  return judgedAltered(check).map(({ name, outcome, lines }) => {
    const others = lines.filter(({ said }) => said !== outcome);
    const kinds = [...new Set(others.map(({ said }) => said.split(" ")[0] ?? ""))].toSorted();
    const counts = kinds.map((kind) => `${others.filter(({ said }) => said.split(" ")[0] === kind).length} ${kind}`);
    const digest = createHash("sha256").update(fullText(lines)).digest("hex").slice(0, 8);
    return `${check.id}/${name}: ${lines.length} altered, otherwise ${counts.join(", ") || "none"}; ${digest}`;
  });
}

/** The same, every alteration on a line of its own. */
export function alteredInFull(check: Check): string {
  return judgedAltered(check)
    .map(({ name, lines }) => `== ${check.id}/${name}\n${fullText(lines)}`)
    .join("\n");
}

type Line = { readonly what: string; readonly said: string };

const fullText = (lines: readonly Line[]): string => lines.map(({ what, said }) => `${what}: ${said}\n`).join("");

type Altered = { readonly name: string; readonly outcome: string; readonly lines: readonly Line[] };

/** What each trace comes to as it is, and what those of its alterations that are drawn do. */
function judgedAltered(check: Check): readonly Altered[] {
  const traces = [...loadRecorded(check).traces];
  const opening = traces[0]?.[1];
  return traces.map(([name, trace], index) => {
    const [revision] = revisionsIn(trace);
    if (revision === undefined) throw new Error(`${check.id}/${name} judges no revision`);
    const judged = (one: Trace): string => shortOf(outcomeOf(one, check, revision));
    const from = index === 0 || opening === undefined ? 0 : commonBeginning(opening, trace);
    const lines = drawn([...alterations(trace, from)]).map(({ what, trace: one }) => ({ what, said: judged(one) }));
    return { name, outcome: judged(trace), lines };
  });
}

/** With how many same events two traces begin. */
function commonBeginning(one: Trace, other: Trace): number {
  const place = other.events.findIndex((event, index) => JSON.stringify(event) !== JSON.stringify(one.events[index]));
  return place < 0 ? other.events.length : place;
}

/** Those whose names have the lowest hashes, in their order. */
function drawn(all: readonly Alteration[]): readonly Alteration[] {
  if (all.length <= most) return all;
  const hashes = new Map(all.map((one) => [one, createHash("sha1").update(one.what).digest("hex")]));
  const limit = [...hashes.values()].toSorted()[most] ?? "";
  return all.filter((one) => (hashes.get(one) ?? "") < limit);
}

/** The kind of an outcome and the events it rests on; its words are another test's. */
function shortOf(outcome: Outcome): string {
  const marks = (["timing", "leftOut", "unreachable"] as const).filter((mark) => mark in outcome);
  const evidence = "evidence" in outcome ? outcome.evidence : [];
  return [outcome.kind, ...marks, ...evidence].join(" ");
}
