import { anySignal } from "../../base/time/any-signal.ts";

/**
 * A signal that is aborted with a `TimeoutError` after `ms`, or as soon as one of `stops` is. The timer keeps no process alive.
 *
 * `AbortSignal.any([stop, AbortSignal.timeout(ms)])` would not be a limit: the combined signal does not hold on to those it is made of,
 * and the timer of a signal that is collected never comes (https://github.com/nodejs/node/issues/57736). Here the timer holds it.
 */
export function timeLimit(ms: number, ...stops: readonly AbortSignal[]): AbortSignal {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException(`not done within ${ms} ms`, "TimeoutError")), ms);
  timer.unref();
  const limit = anySignal(...stops, late.signal);
  limit.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return limit;
}
