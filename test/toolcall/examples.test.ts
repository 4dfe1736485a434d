import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { loadCorpora } from "../../src/run/parser/corpus.ts";
import { collect, parseToolCalls, type ParsedMessage } from "../../src/toolcall/collect.ts";
import type { ToolCallFormat } from "../../src/toolcall/format.ts";
import { formatById } from "../../src/toolcall/formats/registry.ts";
import { createToolCallParser, type ParserOptions } from "../../src/toolcall/parser.ts";
import { render } from "../../src/toolcall/render/render.ts";

type Expected = {
  readonly content: string | null;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
};
type Example = { readonly format: string; readonly input: string; readonly expected: Expected };

/** Two answers of each family as its documentation has them, and the tools they call. */
const { tools, examples } = JSON.parse(readFileSync(new URL("examples.json", import.meta.url), "utf8")) as {
  readonly tools: readonly unknown[];
  readonly examples: readonly Example[];
};

/** A document the examples or the corpora were taken from, where it is beside the repository. */
function source(name: string): unknown {
  const file = new URL(`../../../shared/data/${name}`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function answer({ content, reasoning, calls }: ParsedMessage): Expected {
  return {
    content,
    reasoning,
    calls: calls.map(({ name, arguments: args }) => ({ name, arguments: JSON.parse(args) as Record<string, unknown> })),
  };
}

/** The input as a whole, cut into pieces of several sizes, and as bytes. */
function answers(format: ToolCallFormat, input: string, options: ParserOptions): ParsedMessage[] {
  const cut = [1, 2, 3, 5, 8, 13].map((size) => {
    const parser = createToolCallParser(format, options);
    const events = [];
    for (let at = 0; at < input.length; at += size) events.push(...parser.feed(input.slice(at, at + size)));
    return collect([...events, ...parser.end()]);
  });
  const parser = createToolCallParser(format, options);
  const events = [...new TextEncoder().encode(input)].flatMap((byte) => [...parser.feedBytes(Uint8Array.of(byte))]);
  return [parseToolCalls(format, input, options), ...cut, collect([...events, ...parser.end()])];
}

function formatOf(id: string): ToolCallFormat {
  const format = formatById(id);
  if (format === undefined) throw new Error(`no format ${id}`);
  return format;
}

const numbered = examples.map((example, index) => ({ ...example, index }));

describe("the examples of the families", () => {
  it("are of formats that exist", () => {
    expect(examples.filter(({ format }) => formatById(format) === undefined)).toEqual([]);
  });

  it.each(numbered)("$format ($index) is read as stated", ({ format, input, expected }) => {
    for (const message of answers(formatOf(format), input, { tools })) {
      expect(answer(message)).toEqual(expected);
      expect(message.diagnostics).toEqual([]);
    }
  });

  it.each(numbered)("$format ($index) is written and read back", ({ format: id, expected }) => {
    const format = formatOf(id);
    const input = render(format, expected.calls, { content: expected.content ?? "", reasoning: expected.reasoning });
    expect(answer(parseToolCalls(format, input, { tools }))).toEqual(expected);
  });

  it("are those of the document they were taken from", (context) => {
    const published = source("toolcall-formats.json") as
      | {
          readonly tools: readonly unknown[];
          readonly formats: readonly { readonly id: string; readonly examples: readonly Omit<Example, "format">[] }[];
        }
      | undefined;
    if (published === undefined) return context.skip("the document is not beside the repository; its examples were tested");
    expect(tools).toEqual(published.tools);
    const all = published.formats.flatMap(({ id, examples: own }) => own.map((one) => ({ format: id, ...one })));
    expect(examples).toEqual(all);
  });
});

it("every decided situation of the catalogue is a case of a corpus, which the parser is held to", (context) => {
  type Situation = Omit<Example, "expected"> & { readonly id: string; readonly expected: Expected | null };
  const catalogue = source("toolcall-edge-cases.json") as { readonly cases: readonly Situation[] } | undefined;
  if (catalogue === undefined)
    return context.skip("the catalogue is not beside the repository; the corpora are tested without it");
  const cases = loadCorpora(() => true).flatMap(({ format, cases: own }) => own.map((one) => ({ format, ...one })));
  const missing = catalogue.cases.filter(
    ({ format, input, expected }) =>
      expected !== null &&
      !cases.some(
        (one) => one.format === format && one.input === input && isDeepStrictEqual(callsOf(one.expect), expected.calls),
      ),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});

function callsOf({ calls }: { readonly calls: readonly { readonly name: string; readonly arguments: unknown }[] }): object[] {
  return calls.map(({ name, arguments: args }) => ({ name, arguments: args }));
}
