import type { Finding } from "../check/finding.ts";
import { counted } from "../base/counted.ts";
import { shellLine } from "../run/repro.ts";
import type { SubjectEvent, SubjectJob } from "../run/subject-job.ts";
import type { WireExcerpt } from "../run/wire/wire-excerpt.ts";
import type { Subject } from "../trace/trace.ts";
import type { BrokenLaw, Law, LawResult } from "./law.ts";

/** What trying laws on one subject takes. */
export type LawJobSetup = {
  readonly id: string;
  readonly subject: Subject;
  /** What the laws are about; it stands where other subjects have a revision. */
  readonly about: string;
  readonly laws: readonly Law[];
  readonly runs: number;
  readonly seed: number;
  readonly path: string | undefined;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The command line for replay lines, without numbers and selections. */
  readonly argv: readonly string[];
};

/** A job that tries to break laws, one after the other; each is a finding, with the input that breaks it. */
export function lawJob(setup: LawJobSetup): SubjectJob {
  return { id: setup.id, events: (stop) => tryLaws(setup, stop) };
}

async function* tryLaws(setup: LawJobSetup, stop: AbortSignal): AsyncGenerator<SubjectEvent> {
  const { id: subjectId, subject, about, laws, runs, seed, path, now } = setup;
  const began = now();
  yield { type: "subject.described", subjectId, subject, revisions: [about] };
  let inputs = 0;
  let tried = 0;
  for (const law of laws) {
    // Laws do not wait for anything: between them is where an interruption can be heard.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    if (stop.aborted) break;
    const start = now();
    const result = await law.check({ runs, seed, ...(path === undefined ? {} : { path }) });
    inputs += result.inputs;
    tried += 1;
    yield { type: "scenario.finished", subjectId, revision: about, scenario: law.id, skipped: null, ms: now() - start };
    yield findingOf(setup, law, result, inputs);
  }
  yield { type: "notice", message: `${counted(inputs, "input")} for ${counted(tried, "law")}, seed ${seed}` };
  yield { type: "subject.finished", subjectId, error: null, ms: now() - began };
}

/** The evidence of a law is the last input it was tried with, numbered over the whole run. */
function findingOf(
  { id, about, argv, runs, seed }: LawJobSetup,
  { id: check, title, spec, advice, replay = [...argv, "--law", check] }: Law,
  { inputs, broken }: LawResult,
  number: number,
): SubjectEvent {
  const finding: Finding = {
    check,
    title,
    level: "MUST",
    revision: about,
    verdict: broken === undefined ? "pass" : "fail",
    message:
      broken === undefined
        ? `held for ${counted(inputs, "input")}`
        : `broken by input ${inputs} (seed ${seed}, path ${broken.path}, made smaller in ${counted(broken.shrinks, "step")}): ${firstLine(broken.message)}`,
    spec,
    advice,
    scenario: check,
    evidence: [number],
    promised: true,
  };
  const numbers = ["--runs", String(runs), "--seed", String(seed), ...(broken === undefined ? [] : ["--path", broken.path])];
  return {
    type: "finding",
    subjectId: id,
    finding,
    wire: broken === undefined ? [] : [excerptOf(broken, number)],
    repro: shellLine([...replay, ...numbers]),
  };
}

const excerptLimit = 2048;

function excerptOf({ input, message }: BrokenLaw, seq: number): WireExcerpt {
  const text = `${input}\n${message}`;
  const cut = text.length > excerptLimit;
  return {
    seq,
    at: 0,
    direction: "received",
    kind: "frame",
    text: text.slice(0, excerptLimit),
    evidence: true,
    ...(cut ? { cut } : {}),
  };
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}
