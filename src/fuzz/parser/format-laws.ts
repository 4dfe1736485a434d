import type { ToolCallFormat } from "../../toolcall/format.ts";
import type { Law, LawResult, LawOptions } from "../law.ts";
import { type ParserLaw, parserLaws } from "./parser-laws.ts";

/** The laws of the parsers for one format, in the form in which runs report laws. */
export function formatLaws(format: ToolCallFormat): readonly Law[] {
  return parserLaws.map((law): Law => ({
    id: `parser.law-${law.id}`,
    title: law.title,
    spec: "docs/formats.md#the-rules",
    advice: "The counterexample shows the input and where it is cut; follow the state of the engine through it.",
    replay: ["mcpcheck", "fuzz", "parser", "--format", format.id, "--law", law.id],
    check: async (options) => outcomeOf(law, format, options),
  }));
}

/** fast-check's report on a broken law names the input, the path and the steps that made it smaller. */
function outcomeOf(law: ParserLaw, format: ToolCallFormat, options: LawOptions): LawResult {
  try {
    law.check(format, options);
    return { inputs: options.runs };
  } catch (error) {
    const report = error instanceof Error ? error.message : String(error);
    return {
      inputs: Number(/failed after (\d+) tests/.exec(report)?.[1] ?? options.runs),
      broken: {
        input: /Counterexample: (.*)/.exec(report)?.[1] ?? "",
        message: /Got .*/.exec(report)?.[0] ?? report,
        path: /path: "([\d:]+)"/.exec(report)?.[1] ?? "",
        shrinks: Number(/Shrunk (\d+) time/.exec(report)?.[1] ?? 0),
      },
    };
  }
}
