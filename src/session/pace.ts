/** How patient a session is with its peer, shared by the sessions of a run: what one learns serves the others. Times are in ms. */
export type Pace = {
  /** How long an answer may take on a connection that has shown life. */
  readonly answerMs: () => number;
  /** How long the first sign of life of a process may take from its start. */
  readonly lifeMs: () => number;
  /** A process has shown its first sign of life so long after its start. */
  readonly sawLife: (ms: number) => void;
  /** A request was answered after so long; `method` says which one. */
  readonly sawAnswer: (ms: number, method?: string) => void;
  /** The slowest answer so far to any request. */
  readonly slowestAnswerMs: () => number;
  /** The slowest answer so far to a request that makes the server do no work of its own: how slow it, and the machine, are at least. */
  readonly slowestPlainMs: () => number;
  /** The quickest one, however busy the machine is at times: how far away the server is; 0 where none is known. */
  readonly quickestPlainMs: () => number;
  /** How many times as long as on a quiet machine things take by themselves, as far as that is known: from 1 to 3. */
  readonly stretch: () => number;
  /** A request was given up because its time was over. */
  readonly sawSilence: () => void;
};

/**
 * What a pace begins with, in ms: the time of one exchange, and of the first answer of a server nothing is known of yet. `crowded`
 * says how many threads want to run for every processor of the machine; where it is absent the machine is taken for a quiet one.
 */
export type PaceStart = { readonly timeoutMs: number; readonly startTimeoutMs: number; readonly crowded?: () => number };

/** So much longer than the slowest that was seen anything may take, before it is called late. */
const startFactor = 3;
const answerFactor = 4;

/** After so many silences the time for an answer is halved, again and again, but not below the least. */
const silencesPerHalf = 2;
const leastMs = 250;

/** No more than that: what takes its time on a quiet machine must not be taken for what a busy one made slow. */
const mostStretch = 3;

/** Requests that make a server do no work of its own. */
const plainMethods: ReadonlySet<string> = new Set([
  "ping",
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
]);

/**
 * A pace that learns. A process that starts slowly is given three times the slowest start; a peer that is silent again and again is waited for less
 * and less, though never less than four times its slowest answer.
 */
export function createPace({ timeoutMs, startTimeoutMs, crowded = () => 1 }: PaceStart): Pace {
  let slowestStart: number | undefined;
  let slowestAnswer = 0;
  let slowestPlain = 0;
  let quickestPlain: number | undefined;
  let silences = 0;
  return {
    answerMs() {
      const halved = timeoutMs / 2 ** Math.floor(silences / silencesPerHalf);
      return Math.min(timeoutMs, Math.max(halved, leastMs, answerFactor * slowestAnswer));
    },
    lifeMs: () => (slowestStart === undefined ? startTimeoutMs : Math.max(timeoutMs, startFactor * slowestStart)),
    sawLife(ms) {
      slowestStart = Math.max(slowestStart ?? 0, ms);
    },
    sawAnswer(ms, method = "") {
      slowestAnswer = Math.max(slowestAnswer, ms);
      if (!plainMethods.has(method)) return;
      slowestPlain = Math.max(slowestPlain, ms);
      // What took no time at all was the first sign of life, and had been waited for as such.
      if (ms > 0) quickestPlain = Math.min(quickestPlain ?? ms, ms);
    },
    slowestAnswerMs: () => slowestAnswer,
    slowestPlainMs: () => slowestPlain,
    quickestPlainMs: () => quickestPlain ?? 0,
    stretch: () => Math.min(mostStretch, Math.max(1, crowded())),
    sawSilence() {
      silences += 1;
    },
  };
}
