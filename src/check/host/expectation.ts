import type { z } from "zod";
import type { Outcome } from "../outcome.ts";
import type { HostTrace } from "./host-event.ts";

/**
 * One named expectation of host cases: the shape of its value, and a pure judgement of a trace by such a value. `shows` says
 * whether it can only hold when something happened; a case needs at least one such, so that silence never passes.
 */
export type Expectation<S extends z.ZodType = z.ZodType> = {
  readonly schema: S;
  readonly shows: boolean;
  readonly judge: (wanted: z.infer<S>, trace: HostTrace) => Outcome;
};

/** An expectation with its types joined: what the registry is made of. */
export function expectation<S extends z.ZodType>(
  schema: S,
  shows: boolean,
  judge: (wanted: z.infer<S>, trace: HostTrace) => Outcome,
): Expectation {
  return { schema, shows, judge: (wanted, trace) => judge(wanted as z.infer<S>, trace) };
}
