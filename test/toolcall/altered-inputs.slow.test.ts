import { expect, test } from "vitest";
import { loadCorpora } from "../../src/run/parser/corpus.ts";
import { oneOf } from "../support/nightly.ts";
import { alteredBefore, alteredLines } from "../support/toolcalls/altered-inputs.ts";

// Written by `npm run toolcalls`; with the id of a format that prints every alteration, to be compared with what it prints before a change.
/** A third of them by day. */
const held = oneOf(
  3,
  loadCorpora(() => true),
);

test.each(held.map((corpus) => [corpus.format, corpus] as const))(
  "%s comes to the same as before where the inputs of its corpus are altered",
  (format, corpus) => {
    expect(alteredLines(corpus), `npm run toolcalls -- ${format}`).toEqual(alteredBefore(corpus));
  },
);
