import { basename } from "node:path";
import * as z from "zod";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { dataFolder, type DataFolder, packageFolder } from "../../base/files/package-folder.ts";

const tools = z.array(z.looseObject({}));

const corpusCase = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  group: z.string().min(1),
  level: z.enum(["must", "should"]),
  input: z.string(),
  prefix: z.string().exactOptional(),
  tools: tools.exactOptional(),
  chunks: z.array(z.string()).exactOptional(),
  tokenIds: z.array(z.array(z.int())).exactOptional(),
  expect: z.strictObject({
    content: z.string().nullable(),
    reasoning: z.string(),
    calls: z.array(
      z.strictObject({
        name: z.string().min(1),
        arguments: z.union([z.string(), z.looseObject({})]),
        id: z.string().exactOptional(),
      }),
    ),
    diagnostic: z.string().exactOptional(),
  }),
  alternatives: z.array(z.strictObject({ content: z.string(), because: z.string() })).exactOptional(),
  policy: z.array(z.string()).min(1),
  source: z.array(z.string()).min(1),
});

const corpusFile = z.strictObject({
  $schema: z.string().exactOptional(),
  schemaVersion: z.literal(1),
  format: z.string().min(1),
  title: z.string(),
  tools,
  cases: z.array(corpusCase).min(1),
});

/** One situation: an input, and what a parser must make of it. See fixtures/toolcalls/corpus.schema.json. */
export type CorpusCase = z.infer<typeof corpusCase>;

/** All cases of one format. */
export type Corpus = z.infer<typeof corpusFile>;

/**
 * Reads the corpora of the formats that `wants` says yes to, sorted by format: those that come with mcpcheck, or those of a folder.
 * @throws McpcheckError `harness` when a corpus is unreadable or carries another name than its format
 */
export function loadCorpora(wants: (format: string) => boolean, directory?: string): Corpus[] {
  const folder = filesOf(directory);
  return folder.names
    .map((file) => basename(file, ".json"))
    .filter(wants)
    .map((name) => {
      const corpus = parseJsonFile(folder.text(`${name}.json`), folder.fileOf(`${name}.json`), corpusFile);
      if (corpus.format !== name) throw new McpcheckError("harness", `${name}.json holds the corpus of ${corpus.format}`);
      return corpus;
    });
}

/** The names of the formats that have a corpus, sorted. */
export function corpusNames(directory?: string): string[] {
  return filesOf(directory).names.map((file) => basename(file, ".json"));
}

function filesOf(directory: string | undefined): DataFolder {
  return directory === undefined ? packageFolder("fixtures/toolcalls") : dataFolder(directory);
}
