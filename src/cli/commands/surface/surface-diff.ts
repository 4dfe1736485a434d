import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { jsonText } from "../../../base/json-text.ts";
import { diffSurface, uncompared } from "../../../surface/diff-surface.ts";
import type { Surface } from "../../../surface/surface.ts";
import { toolCosts } from "../../../surface/tool-costs.ts";
import type { Io } from "../../io.ts";
import { wantsColor } from "../../run-options.ts";
import { changesText } from "../../surface/change-text.ts";
import { costChangeText } from "../../surface/cost-text.ts";
import { namesSurfaceFile, readSurface } from "../../surface/read-surface.ts";
import { shellWords } from "../../surface/shell-words.ts";
import { addVisitOptions, type RawVisitOptions, surfaceOf, usualFile } from "../../surface/surface-options.ts";
import { loadTokenizers } from "../../surface/tokenizers.ts";

type RawOptions = RawVisitOptions & { readonly old?: string; readonly json?: true };

/** What `--help` says of it. */
export const summary = "compare what a server shows with what it showed before";

/** `surface diff`: sorts what changed by how much it matters; exit code 1 on what breaks callers. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addVisitOptions(program)
    .option("--old <command>", "the server before: a command line in quotes, instead of a file")
    .option("--json", "one JSON object on standard output")
    .addHelpText("after", help)
    .action(async (words: readonly string[], raw: RawOptions) => {
      const { was, is } = await bothSides(words, raw, io);
      const changes = diffSurface(was, is);
      for (const list of uncompared(was, is)) io.stderr(`${list} were not listed in one of the two, and are not compared\n`);
      const tokenizers = await loadTokenizers();
      const costs = { was: toolCosts(was.tools ?? [], tokenizers), is: toolCosts(is.tools ?? [], tokenizers) };
      if (raw.json === true)
        io.stdout(`${jsonText({ schemaVersion: 1, tokens: { was: was.tokens, is: is.tokens }, costs, changes }, 2)}\n`);
      else io.stdout(changesText(changes, costChangeText(costs.was, costs.is), wantsColor(io)));
      done(changes.some(({ kind }) => kind === "breaking") ? 1 : 0);
    });
}

const help = `
A surface is a file of \`surface save\`, a trace of \`--trace\` or \`record\` (both end in .json, .ndjson or .jsonl), or a server itself.
Without a file and without --old, ${usualFile} is what was. Breaking is what may make callers fail or do what nobody agreed to: what is
gone, new required parameters, narrower parameters, wider results, weaker annotations. Changed texts are shown: models read them. What the
tools cost is counted in OpenAI's vocabularies where gpt-tokenizer is installed, else told at four bytes a token; --json has it by tool.

Examples:
  mcpcheck surface diff -- node build/index.js
  mcpcheck surface diff old.json new.json
  mcpcheck surface diff before.ndjson --url http://127.0.0.1:3001/mcp
  mcpcheck surface diff --old 'npx -y my-server@1.4.0' -- node build/index.js
`;

type Sides = { readonly was: Surface; readonly is: Surface };

async function bothSides(words: readonly string[], raw: RawOptions, io: Io): Promise<Sides> {
  const { old, ...options } = raw;
  const [first, second] = words;
  const isFile = (word: string | undefined): word is string => word !== undefined && namesSurfaceFile(word);
  const named = options.url !== undefined || options.config !== undefined;
  // A server that is a file of JSON has yet to be written: a word that ends so is a file.
  const given = isFile(first) ? first : undefined;
  if (given !== undefined && old !== undefined)
    throw new McpcheckError("usage", `surface diff: ${given} and --old are both what was before: give one of them`);
  if (old !== undefined && namesSurfaceFile(old) && !/\s/.test(old))
    throw new McpcheckError("usage", `surface diff: --old is a command line; a file is named without it: surface diff ${old} …`);
  const rest = given === undefined ? words : words.slice(1);
  if (rest.length === 0 && !named)
    throw new McpcheckError(
      "usage",
      "surface diff: compared with what? name a second file, give the server's command after --, or --url <url>",
    );
  const { url: _url, config: _config, name: _name, ...commandOnly } = options;
  const was = old === undefined ? readSurface(io, given ?? usualFile) : await surfaceOf(shellWords(old), commandOnly, io);
  const is =
    given !== undefined && rest.length === 1 && isFile(second) ? readSurface(io, second) : await surfaceOf(rest, options, io);
  return { was, is };
}
