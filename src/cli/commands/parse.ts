import { type Command, Option } from "commander";
import * as z from "zod";
import { jsonText } from "../../base/json-text.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { answerLine } from "../../run/parser/answer/answer-line.ts";
import { answerTo, eventsOfRequest, type ReferenceRequest } from "../../run/parser/answer/answer-request.ts";
import { readRequest } from "../../run/parser/answer/read-request.ts";
import { collect } from "../../toolcall/collect.ts";
import type { ParserEvent } from "../../toolcall/event.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { exportResponseTemplate } from "../../toolcall/template/export-response-template.ts";
import { formatById } from "../../toolcall/formats/registry.ts";
import { createToolCallParser, type ParserOptions } from "../../toolcall/parser.ts";
import { createLineSplitter } from "../../transport/stdio/line-splitter.ts";
import type { Io } from "../io.ts";
import { chosenFormat } from "../parser/chosen-format.ts";
import { readNamed } from "../read-named.ts";

type RawOptions = {
  readonly format?: string;
  readonly model?: string;
  readonly template?: string;
  readonly tools?: string;
  readonly chunk?: string;
  readonly prefix?: string;
  readonly unparsed?: "text" | "withhold";
  readonly events?: true;
  readonly jsonl?: true;
  readonly exportTemplate?: true;
};

/** Longest line of a batch, in bytes. */
const lineLimit = 256 * 1024 * 1024;

/** What `--help` says of it. */
export const summary = "read the tool calls out of a model's text";

/** `parse`: the reference parser on standard input: one message, or a batch of requests, one JSON object per line. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .option("--format <id>", "the tool-call format (mcpcheck list formats shows them)")
    .option("--model <id>", "find the format by the id of a model, such as qwen3-coder-30b")
    .option("--template <file>", "take the format from the response_template of a Hugging Face tokenizer_config.json")
    .option("--tools <file>", "the tools of the request, a JSON array: types of values, and which names are known")
    .option("--chunk <size>", "feed the text in pieces of so many UTF-16 units, or byte by byte: a number or bytes")
    .option("--prefix <text>", "the end of the prompt that the text continues")
    .addOption(new Option("--unparsed <where>", "where the text of an unreadable call goes").choices(["text", "withhold"]))
    .option("--events", "the events as they come, one JSON object per line, instead of one answer")
    .option("--jsonl", "a batch: one request per line, one answer per line, in order")
    .option("--export-template", "write the format as a response_template for a tokenizer_config.json, and parse nothing")
    .addHelpText("after", examples)
    .action(async (raw: RawOptions) => {
      if (raw.exportTemplate === true) exportTemplate(io, raw);
      else await (raw.jsonl === true ? batch(io, raw) : single(io, raw));
      done(0);
    });
}

const examples = `
Examples:
  mcpcheck parse --format hermes < output.txt
  mcpcheck parse --model Qwen/Qwen3-Coder-30B --tools tools.json --chunk 4 --events < output.txt
  mcpcheck parse --jsonl < requests.jsonl
`;

async function single(io: Io, raw: RawOptions): Promise<void> {
  const format = chosenFormat(io, raw);
  const options = {
    ...(raw.tools === undefined ? {} : { tools: readTools(io, raw.tools) }),
    ...(raw.prefix === undefined ? {} : { prefix: raw.prefix }),
    ...(raw.unparsed === undefined ? {} : { unparsed: raw.unparsed }),
  };
  const events =
    raw.chunk === undefined ? asItComes(format, options, io) : inPieces(format, { ...options, chunks: sizeOf(raw.chunk) }, io);
  if (raw.events !== true) {
    const all: ParserEvent[] = [];
    for await (const event of events) all.push(event);
    io.stdout(`${answerLine(collect(all))}\n`);
    return;
  }
  for await (const event of events) io.stdout(`${jsonText(event)}\n`);
}

/** The template goes to standard output, what it cannot say to standard error. */
function exportTemplate(io: Io, raw: RawOptions): void {
  const exported = exportResponseTemplate(chosenFormat(io, raw));
  if ("error" in exported) throw new McpcheckError("usage", `--export-template: ${exported.error}`);
  io.stdout(`${JSON.stringify({ response_template: exported.template }, null, 2)}\n`);
  for (const line of exported.leftOut) io.stderr(`mcpcheck: left out: ${line}\n`);
}

/** Parses the bytes as they arrive, so that events come while the text does. */
async function* asItComes(format: ToolCallFormat, options: ParserOptions, io: Io): AsyncGenerator<ParserEvent> {
  const parser = createToolCallParser(format, options);
  for await (const bytes of io.stdin()) yield* parser.feedBytes(bytes);
  yield* parser.end();
}

async function* inPieces(format: ToolCallFormat, request: ReferenceRequest, io: Io): AsyncGenerator<ParserEvent> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let input = "";
  for await (const bytes of io.stdin()) input += decoder.decode(bytes, { stream: true });
  yield* eventsOfRequest(format, { ...request, input: input + decoder.decode() });
}

/** Answers every line, whatever is on it: what is not a request gets an error, and the batch goes on. */
async function batch(io: Io, raw: RawOptions): Promise<void> {
  const foreign = Object.keys(raw).filter((name) => name !== "jsonl");
  if (foreign.length > 0) throw new McpcheckError("usage", `--jsonl goes alone: each line says its own ${foreign.join(", ")}`);
  const answer = (text: string): void => {
    if (text.trim() !== "") io.stdout(`${answerToLine(text)}\n`);
  };
  const splitter = createLineSplitter(lineLimit, (line) =>
    line.cut === true ? io.stdout(`${JSON.stringify({ error: `a line of more than ${lineLimit} bytes` })}\n`) : answer(line.text),
  );
  for await (const bytes of io.stdin()) splitter.push(bytes);
  splitter.end(false);
}

/** The answer line to a request line. */
function answerToLine(text: string): string {
  const request = readRequest(text);
  if ("error" in request) return jsonText(request);
  const format = formatById(request.format);
  if (format === undefined) return jsonText({ ...(request.id === undefined ? {} : { id: request.id }), unsupported: true });
  return answerLine(answerTo(format, request), request.id);
}

function sizeOf(text: string): number | "bytes" {
  if (text === "bytes") return text;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1) return size;
  throw new McpcheckError("usage", `--chunk: expected a whole number of at least 1, or bytes, got "${text}"`);
}

function readTools(io: Io, file: string): object[] {
  return parseJsonFile(readNamed(io.cwd, file, "--tools"), file, z.array(z.looseObject({})));
}
