import type { Look } from "./judge-once.ts";

/** What is judged just now: how the server comes up, what failed before, or everything. */
export type Phase = "first look" | "what failed" | "everything";

/** What the screen shows. */
export type WatchState = {
  /** What began the round: a file that changed, a key, the start. */
  readonly why: string;
  /** What is at work, undefined when a round is over. */
  readonly working: Phase | undefined;
  /** What is known, newest first: the verdicts of this round, and of the last one where they are not there yet. */
  readonly looks: readonly { readonly phase: Phase; readonly look: Look }[];
};

/** What begins another round, or ends all. */
export type WatchEvent =
  | { readonly kind: "changed"; readonly file: string }
  | { readonly kind: "rerun" | "failed" | "all" | "quit" };

/** What a watch needs of the world. */
export type WatchWorld = {
  /** Judges; resolves early, with whatever, when `stop` is aborted. */
  readonly look: (phase: Phase, failed: Look["findings"], stop: AbortSignal) => Promise<Look>;
  readonly show: (state: WatchState) => void;
  /** What happens, until it ends; `end` makes it end. */
  readonly events: AsyncIterable<WatchEvent>;
  readonly end: () => void;
  /** Resolves when files that change are no longer taken for the server's own, after a round. */
  readonly calm: () => Promise<void>;
  /** Told of a file that changes whenever the server runs, and is not watched from then on. */
  readonly restless: (file: string) => void;
};

/** Whether a finding counts against its server: it fails, or stayed open although a scenario promised to show it, and is not in the baseline. */
export const isFailure = ({ verdict, known, promised }: Look["findings"][number]): boolean =>
  known !== true && (verdict === "fail" || (verdict === "untested" && promised));

/** In how many rounds one after the other a file has to change while the server runs to count as the server's own. */
const ownAfter = (file: string): number => (/\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php)$/.test(file) ? 4 : 2);

/**
 * Judges again whenever something happens: how the server comes up, then what failed before, then everything. What happens meanwhile ends
 * the round and begins the next. Files that change while the server runs in several rounds one after the other are the server's own: two
 * for files of data, more for programs, which people save again before a round is over.
 * @throws what `look` throws
 */
export async function watchLoop({ look, show, events, end, calm, restless }: WatchWorld): Promise<void> {
  let failed: Look["findings"] = [];
  const own = new Set<string>();
  const suspects = new Map<string, { readonly round: number; readonly times: number }>();
  let rounds = 0;
  let thrown: { readonly error: unknown } | undefined;

  function begin(
    why: string,
    phases: readonly Phase[],
  ): { readonly stop: AbortController; readonly done: Promise<void>; readonly isOver: () => boolean } {
    const stop = new AbortController();
    let over = false;
    const done = (async () => {
      const looks: { readonly phase: Phase; readonly look: Look }[] = [];
      for (const phase of phases) {
        if (stop.signal.aborted || (phase === "what failed" && failed.length === 0)) continue;
        show({ why, working: phase, looks: [...looks] });
        const seen = await look(phase, failed, stop.signal);
        if (stop.signal.aborted) return;
        looks.unshift({ phase, look: seen });
        // A server that does not come up has nothing more to show.
        if (phase === "first look" && seen.errors.length > 0 && seen.findings.length === 0) break;
        if (phase === "everything") failed = seen.findings.filter(isFailure);
      }
      // What a server writes as it ends changes files a little later.
      void calm().then(() => (over = true));
      if (!stop.signal.aborted) show({ why, working: undefined, looks });
    })().catch((error: unknown) => {
      thrown ??= { error };
      end();
    });
    return { stop, done, isOver: () => over };
  }

  let round = begin("start", ["first look", "everything"]);
  for await (const event of events) {
    if (event.kind === "quit") break;
    if (event.kind === "changed") {
      if (own.has(event.file)) continue;
      if (!round.isOver()) {
        const last = suspects.get(event.file);
        const times = last?.round === rounds - 1 ? last.times + 1 : 1;
        if (times >= ownAfter(event.file)) {
          own.add(event.file);
          restless(event.file);
          continue;
        }
        suspects.set(event.file, { round: rounds, times });
      }
    }
    round.stop.abort();
    await round.done;
    rounds += 1;
    const why = event.kind === "changed" ? `${event.file} changed` : event.kind;
    const phases: Record<WatchEvent["kind"], readonly Phase[]> = {
      changed: ["first look", "what failed", "everything"],
      rerun: ["first look", "what failed", "everything"],
      failed: ["what failed"],
      all: ["everything"],
      quit: [],
    };
    round = begin(why, phases[event.kind]);
  }
  round.stop.abort();
  await round.done;
  if (thrown !== undefined) throw thrown.error;
}
