import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { collect, parseToolCalls } from "./collect.ts";
import type { ParsedMessage } from "./collect.ts";
import { formatById, formats } from "./formats/registry.ts";
import { createToolCallParser } from "./parser.ts";
import type { ParserOptions } from "./parser.ts";
import { render } from "./render/render.ts";
import type { ToolCallFormat } from "./format.ts";

interface Expected {
  readonly content: string | null;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
  readonly diagnostic?: boolean;
}

interface Situation {
  readonly id: string;
  readonly format: string;
  readonly input: string;
  readonly prefix?: string;
  readonly chunks?: readonly string[];
  readonly tools?: readonly unknown[];
  readonly expected: Expected | null;
  readonly check?: string;
}

const data = new URL("../../../shared/data/", import.meta.url);

function read(name: string): unknown {
  const file = new URL(name, data);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  process.stderr.write(`skipped: ${name} is not at hand\n`);
  return undefined;
}

interface Published {
  readonly tools: readonly unknown[];
  readonly formats: readonly {
    readonly id: string;
    readonly examples: readonly { readonly input: string; readonly expected: Expected }[];
  }[];
}

const published = read("toolcall-formats.json") as Published | undefined;
const catalogue = read("toolcall-edge-cases.json") as { readonly cases: readonly Situation[] } | undefined;

function answer({ content, reasoning, calls }: ParsedMessage): Omit<Expected, "diagnostic"> {
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

it("knows every published format and no other", () => {
  expect(formats.map(({ id }) => id)).toEqual(formats.map(({ id }) => id).toSorted());
  if (published === undefined) return;
  expect(formats.map(({ id }) => id)).toEqual(published.formats.map(({ id }) => id).toSorted());
});

describe.skipIf(published === undefined)("the published examples (left out where they do not lie beside the project)", () => {
  const examples = (published?.formats ?? []).flatMap(({ id, examples: list }) =>
    list.map(({ input, expected }, index) => ({ id, index, input, expected })),
  );

  it.each(examples)("$id $index is read as stated", ({ id, input, expected }) => {
    for (const message of answers(formatOf(id), input, { tools: published?.tools ?? [] })) {
      expect(answer(message)).toEqual(expected);
      expect(message.diagnostics).toEqual([]);
    }
  });

  it.each(examples)("$id $index is written and read back", ({ id, expected }) => {
    const format = formatOf(id);
    const input = render(format, expected.calls, { content: expected.content ?? "", reasoning: expected.reasoning });
    expect(answer(parseToolCalls(format, input, { tools: published?.tools ?? [] }))).toEqual(expected);
  });
});

/** The catalogue expects no content here, which is the answer when the text of a cut call is withheld. */
const withheld = new Set(["streaming/finish-reason"]);

describe.skipIf(catalogue === undefined)(
  "the catalogue of situations (left out where it does not lie beside the project)",
  () => {
    const decided = (catalogue?.cases ?? []).filter(({ expected }) => expected !== null);

    it.each(decided)("$id", ({ id, format, input, expected, tools, prefix }) => {
      const options: ParserOptions = {
        tools: tools ?? published?.tools ?? [],
        unparsed: withheld.has(id) ? "withhold" : "text",
        ...(prefix === undefined ? {} : { prefix }),
      };
      for (const message of answers(formatOf(format), input, options)) {
        const found = answer(message);
        expect({ ...found, content: expected?.content === null ? null : found.content }).toEqual({
          content: expected?.content,
          reasoning: expected?.reasoning,
          calls: expected?.calls,
        });
        expect(message.diagnostics.length > 0 || expected?.diagnostic !== true).toBe(true);
      }
    });
  },
);
