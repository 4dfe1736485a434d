import * as z from "zod";

/** How a behaviour is known: a document says so, code does so, it follows from something else, or document and code disagree. */
const bases = ["documented", "code", "derived", "disputed"] as const;

/** The id of a behaviour: the number of its document, or X for none, and its own. */
const behaviourId = /^B[0-9X]-[0-9]{3}$/;

const row = z.strictObject({
  area: z.string().min(1).describe("what of a host it is about"),
  profile: z.string().optional().describe("whose behaviour it is, where that is not the profile of the file; all: every host's"),
  basis: z.enum(bases),
  says: z.string().min(20).describe("the behaviour in one sentence, as it is held"),
  tests: z.array(z.string()).min(1).optional().describe("tests or corpora that hold it, where no host case does"),
  reason: z.string().optional().describe("a key of reasons: why nothing holds it"),
});

/** A file of suites/host/behaviours/: what one document, or no document, says of hosts. Which cases hold a row, the cases say. */
export const behaviourFile = z.strictObject({
  document: z.string().min(1),
  profile: z.string().min(1),
  reasons: z.record(z.string(), z.string().min(20)),
  behaviours: z.record(z.string().regex(behaviourId), row),
});

/** A case that holds a behaviour. */
export type HoldingCase = { readonly suite: string; readonly id: string; readonly title: string };

/** What a sound host, or one of a profile, does, where that is known from, and what holds it. */
export type Behaviour = {
  readonly id: string;
  readonly document: string;
  /** Whose behaviour it is: a profile of the reference host, or `all`. */
  readonly profile: string;
  readonly area: string;
  readonly basis: (typeof bases)[number];
  readonly says: string;
  readonly cases: readonly HoldingCase[];
  readonly tests: readonly string[];
  /** Why nothing holds it; absent when something does. */
  readonly reason: string | undefined;
};
