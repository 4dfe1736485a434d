import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { counted } from "../../../base/counted.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Surface, surfaceLists } from "../../../surface/surface.ts";
import { type ToolCosts, toolCosts } from "../../../surface/tool-costs.ts";
import type { Io } from "../../io.ts";
import { writeNew } from "../../new-file.ts";
import { namesSurfaceFile, readSurface } from "../../surface/read-surface.ts";
import { addVisitOptions, type RawVisitOptions, surfaceOf, usualFile } from "../../surface/surface-options.ts";
import { costText, largestText } from "../../surface/cost-text.ts";
import { loadTokenizers } from "../../surface/tokenizers.ts";

type RawOptions = RawVisitOptions & { readonly out: string; readonly force?: true };

/** What `--help` says of it. */
export const summary = "write what a server shows (tools, prompts, resources, …) into one file";

/** `surface save`: writes what a server shows, or showed in a trace, as one canonical file that can be committed. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addVisitOptions(program)
    .option("--out <file>", "where it goes; - is standard output", usualFile)
    .option("--force", "overwrite the file")
    .addHelpText("after", help)
    .action(async (words: readonly string[], raw: RawOptions) => {
      if (raw.out !== "-" && isCi(io))
        throw new McpcheckError("usage", "surface save: nothing is written in CI; surface diff compares, --out - prints");
      const [file, second] = words;
      const surface =
        file !== undefined && second === undefined && namesSurfaceFile(file)
          ? readSurface(io, file)
          : await surfaceOf(words, raw, io);
      const text = `${jsonText(surface, 2)}\n`;
      if (raw.out === "-") io.stdout(text);
      else writeNew(io, "surface save", [{ file: raw.out, text }], raw.force === true);
      io.stderr(`${told(surface, toolCosts(surface.tools ?? [], await loadTokenizers()))}\n`);
      done(0);
    });
}

const help = `
The file is sorted, so that two equal surfaces are equal files. In CI nothing is written. What the tools cost a model is told beside it: in
tokens of OpenAI's vocabularies where gpt-tokenizer is installed (npm install --save-dev mcpcheck gpt-tokenizer), else at four bytes a token.

Examples:
  mcpcheck surface save -- node build/index.js
  mcpcheck surface save --url http://127.0.0.1:3001/mcp --out surfaces/files.json
  mcpcheck surface save session.ndjson --out - | jq .tools
`;

const isCi = ({ env }: Io): boolean => env["CI"] !== undefined && env["CI"] !== "" && env["CI"] !== "false";

function told(surface: Surface, costs: readonly ToolCosts[]): string {
  const counts = surfaceLists.flatMap((list) => {
    const items = surface[list];
    const noun = list === "resourceTemplates" ? "resource template" : list.slice(0, -1);
    return items === undefined || items.length === 0 ? [] : [counted(items.length, noun)];
  });
  const sum = `${counts.length === 0 ? "an empty surface" : counts.join(", ")}; tools cost ${costText(costs)}`;
  return [sum, ...((surface.tools ?? []).length < 2 ? [] : costs.map(largestText))].join("\n");
}
