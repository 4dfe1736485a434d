import { describe, it } from "vitest";
import { parserLaws } from "../fuzz/parser-laws.ts";
import { formats } from "./formats/registry.ts";

/** Enough to catch a broken state in seconds; `mcpcheck fuzz parser` goes deep with the same laws. */
const runs = Number(process.env["MCPCHECK_LAW_RUNS"] ?? 20);
const seed = Number(process.env["MCPCHECK_LAW_SEED"] ?? 20260728);

describe.each(parserLaws.map((law) => [law.id, law] as const))("%s", (_, law) => {
  it.each(formats.map((format) => [format.id, format] as const))("holds for %s", (__, format) => {
    law.check(format, { runs, seed });
  });
});
