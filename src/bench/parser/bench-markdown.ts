import { bars, jsonParseSpeed, type ParserBench } from "./bench-parser.ts";
import type { FormatFigures } from "./measure-format.ts";
import type { RivalFigure } from "./measure-rivals.ts";

/** The figures as a page: one row for each format, then what they are compared with, then the bars that were missed. */
export function benchMarkdown({ machine, size, formats, rivals, missed }: ParserBench): string {
  const jsonParse = jsonParseSpeed(rivals);
  const lengths = size.tokens.map((tokens) => `${tokens / 1000}k`);
  return [
    "# How fast the streaming core is",
    "",
    `Node ${machine.node} on ${machine.cpu}. Made by \`npm run publish:bench-parser\`.`,
    "",
    `One call with a text argument of so many tokens of four characters, one delta a token, parser time only: least of ${size.runs} runs, with the most in parentheses.`,
    `Throughput is a message of ${(size.bulkTokens * 4) / 1e6} MB in one piece, and its ratio to JSON.parse of the same arguments in the same run.`,
    `*Held* is the heap that stays taken after ${size.heldMb} MB of plain text, before the end of the input.`,
    `Bars: ${bars.deltaUs.other} µs a delta (${bars.deltaUs.pythonic} pythonic), exponent ${bars.exponent.wanted}, ${bars.bulkMbPerS.other} MB/s (${bars.bulkMbPerS.pythonic} pythonic) or ${bars.bulkToJsonParse} of JSON.parse.`,
    "",
    `| format | engine | ${lengths.map((length) => `µs per delta, ${length}`).join(" | ")} | exponent | MB/s | of JSON.parse | first name, µs | held, kB |`,
    `|---|---|${lengths.map(() => "---:|").join("")}---:|---:|---:|---:|---:|`,
    ...formats.map((one) => row(one, jsonParse)),
    "",
    "## Compared with",
    "",
    `| | on | ${lengths.map((length) => `µs per delta, ${length}`).join(" | ")} | MB/s |`,
    `|---|---|${lengths.map(() => "---:|").join("")}---:|`,
    ...rivals.map((rival) => rivalRow(rival, size.tokens)),
    "",
    "An empty cell was not measured: the length before shows that it would take minutes.",
    "",
    "## Bars missed",
    "",
    ...(missed.length === 0 ? ["None."] : missed.map((line) => `- ${line}`)),
    "",
  ].join("\n");
}

function row({ format, engine, deltas, exponent, bulkMbPerS, firstCallUs, held }: FormatFigures, jsonParse: number): string {
  const costs = deltas.map(({ least, most }) => `${least.toFixed(2)} (${most.toFixed(2)})`);
  const cells = [
    format,
    engine,
    ...costs,
    exponent.toFixed(2),
    bulkMbPerS.toFixed(0),
    (bulkMbPerS / jsonParse).toFixed(2),
    firstCallUs.toFixed(1),
    held.kb.toFixed(0),
  ];
  return `| ${cells.join(" | ")} |`;
}

function rivalRow({ name, what, perDeltaUs = [], mbPerS, left }: RivalFigure, tokens: readonly number[]): string {
  const costs = tokens.map((count) => perDeltaUs.find((one) => one.tokens === count)?.us.toFixed(2) ?? "");
  return `| ${[name, left === undefined ? what : `${what}: ${left}`, ...costs, mbPerS?.toFixed(0) ?? ""].join(" | ")} |`;
}
