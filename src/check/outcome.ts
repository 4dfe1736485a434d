/** Sequence numbers of the wire events that show something: never empty. */
export type Evidence = readonly [number, ...number[]];

/** What a trace shows of a check. There is no way to be satisfied or violated without evidence. */
export type Outcome =
  | { readonly kind: "satisfied"; readonly evidence: Evidence; readonly note?: string }
  | {
      readonly kind: "violated";
      readonly evidence: Evidence;
      readonly message: string;
      /** It rests on how long something took or how a process ended, and on nothing else: once is not enough to say it. */
      readonly timing?: true;
      /** All that is wrong is taken nevertheless, and merely without effect. */
      readonly leftOut?: true;
    }
  | {
      readonly kind: "inconclusive";
      readonly reason: string;
      /** It lies with the subject, with what it cannot reach or how long it takes: whatever had been sent, it would not have shown. */
      readonly unreachable?: true;
    }
  | {
      readonly kind: "not-applicable";
      readonly reason: string;
      /** It rests on how a process ended: where that was looked at again, what was seen then counts. */
      readonly timing?: true;
    };

/** Anything that carries the sequence number of a wire event. */
export type Ref = number | { readonly seq: number };

/** The sequence number of what is referred to. */
export const seqOf = (ref: Ref): number => (typeof ref === "number" ? ref : ref.seq);

function evidence(first: Ref, rest: readonly Ref[]): Evidence {
  return [seqOf(first), ...new Set(rest.map(seqOf).filter((seq) => seq !== seqOf(first)))];
}

/**
 * The statement was kept, shown by these events. With an empty list it is inconclusive instead, for `unseen`: so a check
 * that exhibits at nothing cannot pass.
 */
export function satisfied(refs: readonly Ref[], unseen = "nothing was seen that would show it", note?: string): Outcome {
  const [first, ...rest] = refs;
  if (first === undefined) return inconclusive(unseen);
  const base = { kind: "satisfied", evidence: evidence(first, rest) } as const;
  return note === undefined ? base : { ...base, note: shortened(note) };
}

/** Longest message of a verdict, in UTF-16 units: a peer's own words in it can be of any length. */
const messageLimit = 1000;

const shortened = (text: string): string => (text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text);

/** The statement was violated, at these events; `message` says what was seen and what was expected, in one line. */
export function violated(refs: Ref | readonly [Ref, ...Ref[]], message: string): Outcome {
  const [first, ...rest] = typeof refs === "number" || "seq" in refs ? [refs] : refs;
  return { kind: "violated", evidence: evidence(first, rest), message: shortened(message) };
}

/** The exchange that would show it did not happen. */
export function inconclusive(reason: string): Outcome {
  return { kind: "inconclusive", reason };
}

/** As `inconclusive`, because of what the subject cannot reach or how long it takes: no scenario can keep what it promised of that. */
export function unreachable(reason: string): Outcome {
  return { kind: "inconclusive", reason, unreachable: true };
}

/** The statement says nothing about this subject. */
export function notApplicable(reason: string): Outcome {
  return { kind: "not-applicable", reason };
}

/**
 * One thing a check looked at, and what was wrong with it (undefined: nothing). `timing` says that this rests on how long something
 * took; where the event is a silence, a signal or the end of a process it goes without saying.
 */
export type Exhibit = {
  readonly ref: Ref;
  readonly wrong?: string | undefined;
  readonly timing?: true;
  /** What is wrong is taken nevertheless, and merely without effect. */
  readonly leftOut?: true;
};

/** The events that the load of a machine can bring about. */
const fickle: readonly unknown[] = ["silence", "exit", "signal", "orphans"];

function restsOnTiming({ ref, timing }: Exhibit): boolean {
  return timing === true || (typeof ref === "object" && "kind" in ref && fickle.includes(ref.kind));
}

/** An exhibit of an answer that did not come in time. */
export function overdue(ref: Ref, wrong: string): Exhibit {
  return { ref, wrong, timing: true };
}

/**
 * The outcome over everything a check looked at: violated when anything was wrong (the first few are named, the rest
 * counted), satisfied when there was something and all of it was right, inconclusive for `unseen` when there was nothing.
 */
export function overall(exhibits: readonly Exhibit[], unseen: string): Outcome {
  const bad = exhibits.filter((one): one is Exhibit & { readonly wrong: string } => one.wrong !== undefined);
  const [first, ...more] = bad;
  if (first === undefined)
    return satisfied(
      exhibits.map((one) => one.ref),
      unseen,
    );
  const distinct = [...new Set(bad.map((one) => one.wrong))];
  const named = distinct.slice(0, 3).join("; ");
  const rest = distinct.length > 3 ? `; and ${distinct.length - 3} more` : "";
  const outcome = violated([first.ref, ...more.map((one) => one.ref)], `${named}${rest}`);
  if (outcome.kind !== "violated") return outcome;
  return {
    ...outcome,
    ...(bad.every(restsOnTiming) ? { timing: true } : {}),
    ...(bad.every(({ leftOut }) => leftOut === true) ? { leftOut: true } : {}),
  };
}

/**
 * As `overall`, for what a subject may do without (send a log message, list a template): where it did nothing of the kind
 * the statement does not apply, for `unseen`.
 */
export function overallIfAny(exhibits: readonly Exhibit[], unseen: string): Outcome {
  return exhibits.length === 0 ? notApplicable(unseen) : overall(exhibits, unseen);
}

/** `overallIfAny` of things that are looked at one by one; `defect` says what is wrong with one. */
export function judgeEach<T extends Ref>(found: readonly T[], unseen: string, defect: (one: T) => string | undefined): Outcome {
  return overallIfAny(
    found.map((one) => ({ ref: one, wrong: defect(one) })),
    unseen,
  );
}
