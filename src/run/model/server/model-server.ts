import type { ModelApi } from "../../../check/model/model-event.ts";
import type { Clock } from "../../../base/time/clock.ts";

/** An inference server that is judged, and what it is asked with. Times in ms. */
export type ModelServerUnderTest = {
  /** Scheme, host, port and, if there is one, the path in front of the API's own; for OpenAI's wire with the version. */
  readonly url: string;
  readonly api: ModelApi;
  /** Header fields of every request; never shown. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes what is secret out of a text before it is kept or shown. */
  readonly hide: (text: string) => string;
  /** How long an answer may take, and one that has to wait for a model to be loaded. */
  readonly timeoutMs: number;
  readonly loadMs: number;
  readonly clock: Clock;
  /** Aborted when the run is to end. */
  readonly stop: AbortSignal;
};
