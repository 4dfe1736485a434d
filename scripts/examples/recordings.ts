import type { Check } from "../../src/check/check.ts";
import type { Finding } from "../../src/check/finding.ts";
import { outcomeOf } from "../../src/check/judge.ts";
import type { ModelCheck } from "../../src/check/model/model-check.ts";
import type { ModelTrace } from "../../src/check/model/model-event.ts";
import type { Example, ExampleLine } from "../../src/cli/explain/example.ts";
import { judgeModel } from "../../src/run/model/judge.ts";
import { wireAt, type WireExcerpt, wireOf } from "../../src/run/wire/wire-excerpt.ts";
import { revisionsIn, type Trace } from "../../src/trace/trace.ts";

/** Most UTF-16 units of a line of an example, and most lines: an example is to be read at a glance. */
const longest = 900;
const mostLines = 8;

/** How many records of a violation are told: the first ones differ most. */
export const mostBad = 2;

/** How many events before are shown with evidence that stands alone. */
const mostBefore = 3;

const framework = new Set<string>(["connect", "step", "judge-as", "role", "skip", "told", "http-end", "annotation"]);

/** What a recorded trace shows of a check; undefined where it shows nothing. */
export function exampleOf(check: Check, name: string, trace: Trace): Example | undefined {
  const [revision] = revisionsIn(trace);
  if (revision === undefined) return undefined;
  const outcome = outcomeOf(trace, check, revision);
  if (outcome.kind !== "satisfied" && outcome.kind !== "violated") return undefined;
  const evidence = outcome.evidence.slice(0, outcome.kind === "satisfied" ? 2 : undefined);
  // Reports show less of what passed; here both are to be compared, so each is shown as a violation is.
  const finding: Finding = {
    check: check.id,
    title: check.title,
    level: check.level,
    revision,
    verdict: "fail",
    message: "",
    spec: "",
    advice: check.advice,
    scenario: null,
    evidence,
    promised: false,
  };
  const said = outcome.kind === "violated" ? outcome.message : outcome.note;
  const wire = wireOf(trace, finding).filter((one) => one.evidence || travelled(one));
  if (wire.length > 1) return example(name, revision, wire, said);
  const led = trace.events
    .filter((event) => event.seq < (evidence[0] ?? 0) && travelled(event) && event.kind !== "report")
    .slice(-mostBefore);
  const shown = wireAt(trace, new Set([...led.map(({ seq }) => seq), ...evidence]), new Set(evidence));
  return example(name, revision, shown, said);
}

/** What says where a record stands, or how an exchange ended, leads to nothing. */
const travelled = ({ kind }: { readonly kind: WireExcerpt["kind"] }): boolean => !framework.has(kind);

/** The same of the recorded trace of an inference server. */
export function modelExampleOf(check: ModelCheck, name: string, trace: ModelTrace): Example | undefined {
  const [judged] = judgeModel(trace, [check], "always");
  if (judged === undefined) return undefined;
  const { finding, wire } = judged;
  return example(name, finding.revision, wire, finding.verdict === "pass" ? undefined : finding.message);
}

function example(name: string, revision: string, wire: readonly WireExcerpt[], verdict: string | undefined): Example {
  const told = wire.filter(({ text, evidence }) => evidence || text !== "");
  const near = told.length - mostLines / 2;
  const lines = told.length <= mostLines ? told : told.filter((one, index) => one.evidence || index >= near).slice(-mostLines);
  return { name, revision, ...(verdict === undefined ? {} : { verdict }), lines: lines.map(line) };
}

function line({ direction, text, cut, evidence }: WireExcerpt): ExampleLine {
  const isLong = text.length > longest;
  return {
    direction,
    text: isLong ? text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "") : text,
    ...(isLong || cut === true ? { cut: true } : {}),
    ...(evidence ? { evidence: true } : {}),
  };
}
