import { describe, expect, it } from "vitest";
import { parserLaws } from "../../src/fuzz/parser/parser-laws.ts";
import type { ParserLaw } from "../../src/fuzz/parser/parser-laws.ts";
import type { ToolCallFormat } from "../../src/toolcall/format.ts";
import { formats } from "../../src/toolcall/formats/registry.ts";

/** Enough to catch a broken state in seconds; `mcpcheck fuzz parser` goes deep with the same laws. */
const runs = Number(process.env["MCPCHECK_LAW_RUNS"] ?? 20);
const seed = Number(process.env["MCPCHECK_LAW_SEED"] ?? 20260728);

/** The report on a broken law, with seed and path; empty when it holds. */
function counterexample(law: ParserLaw, format: ToolCallFormat): string {
  try {
    law.check(format, { runs, seed });
    return "";
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${String(error.cause)}` : String(error);
  }
}

describe.each(parserLaws.map((law) => [law.id, law] as const))("%s", (_, law) => {
  it.each(formats.map((format) => [format.id, format] as const))("holds for %s", (__, format) => {
    expect(counterexample(law, format)).toBe("");
  });
});
