import type { ParsedMessage } from "../../toolcall/collect.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { answerLine } from "./answer/answer-line.ts";
import { answerTo } from "./answer/answer-request.ts";
import { argumentsText, type ParserAnswer } from "./answer/parser-answer.ts";
import type { ParserUnderTest } from "./parser-under-test.ts";

/** The parsers of mcpcheck itself as a parser under test. `formatOf` finds a format by its id. */
export function referenceParser(formatOf: (id: string) => ToolCallFormat | undefined): ParserUnderTest {
  return {
    window: 1,
    ask: async (request) => {
      const format = formatOf(request.format);
      const line = (): string => JSON.stringify(request);
      if (format === undefined) return { request: line, reply: () => '{"unsupported":true}', answer: "unsupported" };
      const message = answerTo(format, request);
      return { request: line, reply: () => answerLine(message), answer: toAnswer(message) };
    },
    close: async () => {},
  };
}

function toAnswer({ content, reasoning, calls, deltas, diagnostics }: ParsedMessage): ParserAnswer {
  return {
    content,
    reasoning,
    calls: calls.map((call) => ({ ...call, arguments: argumentsText(call.arguments) })),
    deltas,
    diagnostics: diagnostics.map(({ code }) => code),
  };
}
