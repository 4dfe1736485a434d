import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type * as OneFormat from "../../src/library/toolcall-format.ts";
import { createToolCallParser, parseToolCalls } from "../../src/library/toolcall.ts";
import { type Corpus, type CorpusCase, loadCorpora } from "../../src/run/parser/corpus.ts";
import type { ParserOptions, ToolCallParser } from "../../src/toolcall/push-parser.ts";
import { formatById, formats } from "../../src/toolcall/formats/registry.ts";

const folder = join(import.meta.dirname, "../../dist/toolcall");
const corpora = loadCorpora(() => true);

test("every format can be imported alone", () => {
  expect(readdirSync(folder).toSorted()).toEqual(formats.map(({ id }) => `${id}.js`).toSorted());
});

test.each(formats.map(({ id }) => id))(
  "%s alone reads its corpus as it does among all, and knows the same of itself",
  async (id) => {
    const alone = (await import(join(folder, `${id}.js`))) as typeof OneFormat;
    expect(alone.format).toEqual(formatById(id));
    const cases = corpora.filter(({ format }) => format === id).flatMap((corpus) => corpus.cases);
    expect(cases.length).toBeGreaterThan(0);
    for (const { input } of cases) expect(alone.parseToolCalls(input)).toEqual(parseToolCalls(input, id));
    for (const one of cases) {
      const alike = eventsOf(one, (options) => alone.createToolCallParser(options));
      expect(alike).toBe(eventsOf(one, (options) => createToolCallParser(id, options)));
    }
  },
);

/** What a parser says of a case, as JSON: in its pieces, with the tools and the prompt of the request and the ids of the tokens. */
function eventsOf(one: CorpusCase, create: (options: ParserOptions) => ToolCallParser): string {
  const parser = create({ tools: one.tools ?? toolsOf(one), ...(one.prefix === undefined ? {} : { prefix: one.prefix }) });
  const pieces = one.tokenIds === undefined ? [one.input] : (one.chunks ?? []);
  return JSON.stringify([...pieces.flatMap((piece, index) => parser.feed(piece, one.tokenIds?.[index])), ...parser.end()]);
}

function toolsOf(one: CorpusCase): Corpus["tools"] {
  return corpora.find(({ cases }) => cases.includes(one))?.tools ?? [];
}
