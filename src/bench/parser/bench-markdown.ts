import { bars } from "./bars.ts";
import type { ParserBench } from "./bench-parser.ts";
import type { FormatFigures } from "./measure-format.ts";
import type { RivalFigure } from "./measure-rivals.ts";

/** The figures as a page: one row for each format, then what they are compared with, then the bars that were missed. */
export function benchMarkdown({ machine, size, formats, rivals, missed }: ParserBench): string {
  const lengths = size.tokens.map((tokens) => `${tokens / 1000}k`);
  return [
    "# How fast the streaming core is",
    "",
    `Node ${machine.node} on ${machine.cpu}. Made by \`npm run publish:bench-parser\`.`,
    "",
    `One call with a text argument of so many tokens of four characters, one delta a token, parser time only: least of ${size.runs} runs, with the most in parentheses.`,
    `Throughput is a message of ${(size.bulkTokens * 4) / 1e6} MB in one piece, and its ratio to JSON.parse of the same arguments, measured in turn with it.`,
    `*Held* is the heap that stays taken after ${size.heldMb} MB of plain text, before the end of the input.`,
    `In front of the parentheses: so many times what reading the same deltas by hand took, a plain scan of the characters that makes an event of each.`,
    `Bars: ${bars.deltaToScan.most} × reading by hand from ${bars.deltaToScan.from} tokens on (in a shorter call its markers, its name and a new parser count as much as its text), exponent ${bars.exponent.wanted}, ${bars.bulkToJsonParse.json} of JSON.parse (${bars.bulkToJsonParse.other} where arguments are not JSON), ${bars.timesPeer.least} × faster than the best library at ${bars.timesPeer.tokens} tokens. A bar that is missed while reading by hand or JSON.parse took more than a quarter longer or shorter than usual is told as one that this machine cannot tell.`,
    "",
    `| format | engine | ${lengths.map((length) => `µs per delta, ${length}`).join(" | ")} | exponent | MB/s | of JSON.parse | first name, µs | held, kB |`,
    `|---|---|${lengths.map(() => "---:|").join("")}---:|---:|---:|---:|---:|`,
    ...formats.map(row),
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

function row({ format, engine, deltas, exponent, bulkMbPerS, parseMbPerS, firstCallUs, held }: FormatFigures): string {
  const costs = deltas.map(({ least, most, scan }) => `${least.toFixed(2)}, ${(least / scan).toFixed(1)} × (${most.toFixed(2)})`);
  const cells = [
    format,
    engine,
    ...costs,
    exponent.toFixed(2),
    bulkMbPerS.toFixed(0),
    (bulkMbPerS / parseMbPerS).toFixed(2),
    firstCallUs.toFixed(1),
    held.kb.toFixed(0),
  ];
  return `| ${cells.join(" | ")} |`;
}

function rivalRow({ name, what, perDeltaUs = [], mbPerS, left }: RivalFigure, tokens: readonly number[]): string {
  const costs = tokens.map((count) => perDeltaUs.find((one) => one.tokens === count)?.us.toFixed(2) ?? "");
  return `| ${[name, left === undefined ? what : `${what}: ${left}`, ...costs, mbPerS?.toFixed(0) ?? ""].join(" | ")} |`;
}
