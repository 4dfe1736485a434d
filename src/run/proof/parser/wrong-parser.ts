import { applyPatch } from "../../../mock/script/json-patch.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import type { ToolCallFormat } from "../../../toolcall/format.ts";
import type { ParserAnswer, ParserRequest } from "../../parser/answer/parser-answer.ts";
import type { ParserExchange, ParserUnderTest } from "../../parser/parser-under-test.ts";
import { referenceParser } from "../../parser/reference-parser.ts";
import type { ParserMutant } from "./parser-mutant.ts";

/** The reference parser with the deviation of a mutant. */
export function wrongParser(mutant: ParserMutant, formatOf: (id: string) => ToolCallFormat | undefined): ParserUnderTest {
  // Engines are built once for each format value.
  const patched = new Map<string, ToolCallFormat | undefined>();
  const right = referenceParser((id) => {
    if (!patched.has(id)) patched.set(id, changed(formatOf(id), mutant));
    return patched.get(id);
  });
  return {
    ...right,
    async ask(request) {
      const exchange = mutant.pieces === "alone" ? await askAlone(right, request) : await right.ask(request);
      const { answer } = exchange;
      if (answer === "unsupported" || "wrong" in answer || mutant.answer === undefined) return exchange;
      const other = changes[mutant.answer](answer);
      return { ...exchange, reply: () => JSON.stringify(other), answer: other };
    },
  };
}

function changed(format: ToolCallFormat | undefined, { patch = [] }: ParserMutant): ToolCallFormat | undefined {
  if (format === undefined || patch.length === 0) return format;
  return applyPatch(format as unknown as Json, patch) as unknown as ToolCallFormat;
}

const changes: Readonly<Record<NonNullable<ParserMutant["answer"]>, (answer: ParserAnswer) => ParserAnswer>> = {
  "text-trimmed": (answer) => ({ ...answer, content: answer.content.trim() }),
  "last-fragment-twice": (answer) => ({ ...answer, deltas: [...(answer.deltas ?? []), ...(answer.deltas ?? []).slice(-1)] }),
};

/** Asks for every piece by itself and joins the answers. Pieces by number are cut here. */
async function askAlone(parser: ParserUnderTest, request: ParserRequest): Promise<ParserExchange> {
  const { chunks, input = "", tokenIds: _tokenIds, ...rest } = request;
  if (chunks === "bytes") return await parser.ask(request);
  const pieces =
    typeof chunks === "number"
      ? Array.from({ length: Math.ceil(input.length / chunks) }, (_, at) => input.slice(at * chunks, (at + 1) * chunks))
      : chunks;
  if (pieces.length < 2) return await parser.ask(request);
  const answers: ParserAnswer[] = [];
  for (const piece of pieces) {
    const { answer } = await parser.ask({ ...rest, chunks: [piece] });
    if (answer !== "unsupported" && !("wrong" in answer)) answers.push(answer);
  }
  const joined: ParserAnswer = {
    content: answers.map(({ content }) => content).join(""),
    reasoning: answers.map(({ reasoning }) => reasoning ?? "").join(""),
    calls: answers.flatMap(({ calls }) => calls),
  };
  return { request: () => JSON.stringify(request), reply: () => JSON.stringify(joined), answer: joined };
}
