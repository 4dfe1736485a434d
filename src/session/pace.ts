/** How patient a session is with its peer, shared by the sessions of a run: what one learns serves the others. Times are in ms. */
export type Pace = {
  /** How long an answer may take on a connection that has shown life. */
  readonly answerMs: () => number;
  /** How long the first sign of life of a process may take from its start. */
  readonly lifeMs: () => number;
  /** A process has shown its first sign of life so long after its start. */
  readonly sawLife: (ms: number) => void;
  /** A request was answered after so long. */
  readonly sawAnswer: (ms: number) => void;
  /** A request was given up because its time was over. */
  readonly sawSilence: () => void;
};

/** What a pace begins with, in ms: the time of one exchange, and of the first answer of a server nothing is known of yet. */
export type PaceStart = { readonly timeoutMs: number; readonly startTimeoutMs: number };

/** So much longer than the slowest that was seen anything may take, before it is called late. */
const startFactor = 3;
const answerFactor = 4;

/** After so many silences the time for an answer is halved, again and again, but not below the least. */
const silencesPerHalf = 2;
const leastMs = 250;

/**
 * A pace that learns. A process that starts slowly is given three times the slowest start; a peer that is silent again and again is waited for less
 * and less, though never less than four times its slowest answer.
 */
export function createPace({ timeoutMs, startTimeoutMs }: PaceStart): Pace {
  let slowestStart: number | undefined;
  let slowestAnswer = 0;
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
    sawAnswer(ms) {
      slowestAnswer = Math.max(slowestAnswer, ms);
    },
    sawSilence() {
      silences += 1;
    },
  };
}
