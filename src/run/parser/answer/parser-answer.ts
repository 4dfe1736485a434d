import { canonical, type Exact, formatExact, parseExact } from "./exact-json.ts";

/** What one parser is asked: the line protocol of toolcall parsers, without the id. */
export type ParserRequest = {
  readonly format: string;
  readonly chunks: readonly string[] | number | "bytes";
  /** The text, where `chunks` only says how to cut it. */
  readonly input?: string;
  readonly tokenIds?: readonly (readonly number[])[];
  readonly tools: readonly object[];
  readonly prefix?: string;
};

/** A call as a parser reported it. `arguments` is the canonical text of the value, `null` when it is not a JSON object. */
export type AnsweredCall = { readonly name: string; readonly arguments: string | null; readonly id?: string };

/** One piece of a streamed answer: the name of a call, the next part of its arguments, or that it was taken back. */
export type Delta = { readonly index: number; readonly name?: string; readonly arguments?: string; readonly aborted?: boolean };

/**
 * What a parser answered. `reasoning`, `deltas` and `diagnostics` are undefined for parsers that do not tell them: what a
 * parser leaves to others is not held against it.
 */
export type ParserAnswer = {
  readonly content: string;
  readonly reasoning?: string;
  readonly calls: readonly AnsweredCall[];
  readonly deltas?: readonly Delta[];
  readonly diagnostics?: readonly string[];
};

/** An answer in a form that cannot be read, and what is wrong with it; or, where it is `absent`, why there is none. */
export type WrongAnswer = { readonly wrong: string; readonly absent?: true };

/** What a parser told about an input of a format it knows. */
export type ToldAnswer = ParserAnswer | WrongAnswer;

/** An answer read from a line: the answer, that the format is unknown to the parser, or why the line is none. */
export type ReadAnswer = ToldAnswer | "unsupported";

/** Whether an answer can be read. */
export function isReadable(answer: ToldAnswer): answer is ParserAnswer {
  return !("wrong" in answer);
}

/**
 * Reads an answer from the members of its JSON object. Absent and null content is the empty text. An object
 * without `calls` is not an answer: so something that echoes its input is not taken for a parser.
 */
export function readAnswer(line: Exact): ReadAnswer {
  if (!(line instanceof Map)) return { wrong: "not a JSON object" };
  if (line.get("unsupported") === true) return "unsupported";
  if (typeof line.get("error") === "string") return { wrong: `the parser answered with an error: ${String(line.get("error"))}` };
  const calls = line.get("calls");
  const content = line.get("content") ?? "";
  const reasoning = line.has("reasoning") ? (line.get("reasoning") ?? "") : undefined;
  if (!Array.isArray(calls)) return { wrong: 'no array "calls"' };
  if (typeof content !== "string" || (reasoning !== undefined && typeof reasoning !== "string"))
    return { wrong: '"content" or "reasoning" is not a string' };
  const read = calls.map(readCall);
  const bad = read.find((call) => "wrong" in call);
  if (bad !== undefined && "wrong" in bad) return bad;
  const deltas = line.get("deltas");
  const diagnostics = line.get("diagnostics");
  return {
    content,
    ...(reasoning === undefined ? {} : { reasoning }),
    calls: read.filter((call): call is AnsweredCall => !("wrong" in call)),
    ...(Array.isArray(deltas) ? { deltas: deltas.map(readDelta) } : {}),
    ...(Array.isArray(diagnostics) ? { diagnostics: diagnostics.map(codeOf) } : {}),
  };
}

/** The canonical text of arguments given as a value or as its JSON text; null when that is not an object. */
export function argumentsText(value: Exact | undefined): string | null {
  const object = typeof value === "string" ? parseExact(value) : value;
  return object instanceof Map ? canonical(object) : null;
}

function readCall(call: Exact): AnsweredCall | { readonly wrong: string } {
  if (!(call instanceof Map)) return { wrong: "a call is not an object" };
  const [name, id] = [call.get("name"), call.get("id")];
  if (name === undefined) return { wrong: "a call without a name" };
  if (typeof name !== "string") return { wrong: `the name of a call is ${formatExact(name).slice(0, 60)}, and not a string` };
  return { name, arguments: argumentsText(call.get("arguments")), ...(typeof id === "string" ? { id } : {}) };
}

function readDelta(delta: Exact): Delta {
  if (!(delta instanceof Map)) return { index: -1 };
  const [index, name, fragment] = [delta.get("index"), delta.get("name"), delta.get("arguments")];
  return {
    index: index !== null && typeof index === "object" && "number" in index ? Number(index.number) : -1,
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof fragment === "string" ? { arguments: fragment } : {}),
    ...(delta.get("aborted") === true ? { aborted: true } : {}),
  };
}

function codeOf(diagnostic: Exact): string {
  const code = diagnostic instanceof Map ? diagnostic.get("code") : undefined;
  return typeof code === "string" ? code : "";
}
