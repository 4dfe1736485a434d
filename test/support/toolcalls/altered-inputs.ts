import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventsOfRequest } from "../../../src/run/parser/answer/answer-request.ts";
import type { Corpus, CorpusCase } from "../../../src/run/parser/corpus.ts";
import { collect } from "../../../src/toolcall/collect.ts";
import { formatById } from "../../../src/toolcall/formats/registry.ts";

/** So many alterations of the input of a case are read. */
const most = 12;

/** What markup is made of, and what it is not. */
const marks = ["\"'{}[]()<>,:=|\\/\n 0a-é".split(""), "</", "```", "null", "\\u00"].flat();

/** The longest piece of an input that is moved or left out, in characters. */
const longestPiece = 24;

type Altered = { readonly what: string; readonly input: string };

/**
 * What the parser of a corpus makes of the inputs of its cases when they are altered in one place, one line for each case: how many
 * were read, how many of them have calls and how many are found faulty, and a digest of all events, whole and in pieces of two
 * characters, which tells when any of them becomes another one.
 */
export function alteredLines(corpus: Corpus): string[] {
  return corpus.cases.map((one) => {
    const read = readAltered(corpus, one);
    const digest = createHash("sha256")
      .update(read.map(({ said }) => said).join("\n"))
      .digest("hex")
      .slice(0, 8);
    const withCalls = read.filter(({ calls }) => calls > 0).length;
    const faulty = read.filter(({ faults }) => faults > 0).length;
    return `${one.id}: ${read.length} altered, ${withCalls} with calls, ${faulty} faulty; ${digest}`;
  });
}

/** The same, every alteration with its events. */
export function alteredInFull(corpus: Corpus): string {
  return corpus.cases
    .flatMap((one) => [
      `== ${one.id}\n`,
      ...readAltered(corpus, one).map(({ what, input, said }) => `${what}: ${JSON.stringify(input)}\n${said}\n`),
    ])
    .join("");
}

const folder = join(import.meta.dirname, "../../../fixtures/golden/toolcalls");

/** Where it is kept what becomes of the altered inputs of a format. */
export const alteredFile = (format: string): string => join(folder, `${format}.txt`);

/** What is kept of a corpus. */
export function alteredBefore({ format }: Corpus): string[] {
  const file = alteredFile(format);
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

type Read = Altered & { readonly said: string; readonly calls: number; readonly faults: number };

function readAltered(corpus: Corpus, one: CorpusCase): readonly Read[] {
  const format = formatById(corpus.format);
  if (format === undefined) throw new Error(`there is no format ${corpus.format}`);
  return alterationsOf(corpus.format, one).map((altered) => {
    const request = {
      input: altered.input,
      tools: one.tools ?? corpus.tools,
      ...(one.prefix === undefined ? {} : { prefix: one.prefix }),
    };
    const whole = [...eventsOfRequest(format, { ...request, chunks: [altered.input] })];
    const inPieces = [...eventsOfRequest(format, { ...request, chunks: 2 })];
    const { calls, diagnostics } = collect(whole);
    const said = `${JSON.stringify(whole)}\n${JSON.stringify(inPieces)}`;
    return { ...altered, said, calls: calls.length, faults: diagnostics.length };
  });
}

/** The same ones each time: they are drawn by numbers that follow from the case alone. */
function alterationsOf(format: string, { id, input }: CorpusCase): readonly Altered[] {
  if (input === "") return [];
  const draw = drawing(`${format} ${id}`);
  const altered = Array.from({ length: most }, (): Altered => {
    const at = draw(input.length);
    const piece = (from: number): string => input.slice(from, from + 1 + draw(longestPiece));
    const mark = marks[draw(marks.length)] ?? "";
    const [before, behind] = [input.slice(0, at), input.slice(at)];
    switch (draw(6)) {
      case 0:
        return { what: `cut at ${at}`, input: before };
      case 1:
        return { what: `one left out at ${at}`, input: before + behind.slice(1) };
      case 2:
        return { what: `${JSON.stringify(mark)} at ${at}`, input: before + mark + behind };
      case 3:
        return { what: `${JSON.stringify(mark)} instead of the one at ${at}`, input: before + mark + behind.slice(1) };
      case 4: {
        const gone = piece(at);
        return { what: `${gone.length} left out at ${at}`, input: before + behind.slice(gone.length) };
      }
      default: {
        const other = draw(input.length);
        return { what: `what is at ${other} at ${at} as well`, input: before + piece(other) + behind };
      }
    }
  });
  return [{ what: "as it is", input }, ...altered];
}

/** Numbers below others, by the generator mulberry32 from what a text comes to. */
function drawing(text: string): (below: number) => number {
  let state = createHash("sha256").update(text).digest().readUInt32LE();
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
