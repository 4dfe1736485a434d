import { runInNewContext } from "node:vm";
import { setFlagsFromString } from "node:v8";
import type { ParserEvent } from "../../toolcall/event.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { createToolCallParser } from "../../toolcall/parser.ts";
import { exponentOf, median } from "../statistics.ts";
import { bars } from "./bars.ts";
import { benchTools, deltasOf, payloadOf, textOf } from "./payload.ts";
import { scanByHand } from "./scan.ts";
import { type Spread, timed } from "./timing.ts";

/**
 * The time of one delta at one length of the argument, in microseconds over all deltas of the message; `scan` is the least that reading
 * them by hand took, measured in turn with it.
 */
export type DeltaCost = {
  readonly tokens: number;
  readonly least: number;
  readonly median: number;
  readonly most: number;
  readonly scan: number;
};

/** Everything measured of one format. */
export type FormatFigures = {
  readonly format: string;
  readonly engine: string;
  /** Whether the arguments of a call are written as JSON. */
  readonly writesJson: boolean;
  readonly deltas: readonly DeltaCost[];
  /** Slope of log time over log length; 1 is linear. */
  readonly exponent: number;
  /** A message of 4 MB in one piece, and JSON.parse of the same arguments, measured in turn with it. */
  readonly bulkMbPerS: number;
  readonly parseMbPerS: number;
  /** From the first delta of a small call to its name, in microseconds, with a new parser. */
  readonly firstCallUs: number;
  /** Heap that stays taken while so many megabytes of plain text stream through, in kB; before the end of the input. */
  readonly held: { readonly textMb: number; readonly kb: number };
};

/** How much is measured. */
export type BenchSize = {
  readonly tokens: readonly number[];
  readonly runs: number;
  readonly bulkTokens: number;
  readonly heldMb: number;
};

const options = { tools: benchTools };

/** Measures one format. @throws Error when the parser does not read the call, for then there is nothing to time */
export async function measureFormat(format: ToolCallFormat, size: BenchSize): Promise<FormatFigures> {
  let deltas = await measureDeltas(format, size);
  // Another process on the machine, or code that is not compiled yet, can look like a missed bar; a second look tells them apart.
  for (let look = 0; look < looks && isSuspicious(deltas); look += 1) deltas = merged(deltas, await measureDeltas(format, size));
  const writesJson = "values" in format.syntax && format.syntax.values === "json";
  let bulk = await measureBulk(format, size);
  const least = writesJson ? bars.bulkToJsonParse.json : bars.bulkToJsonParse.other;
  for (let look = 0; look < looks && bulk.bulkMbPerS < least * bulk.parseMbPerS; look += 1)
    bulk = faster(bulk, await measureBulk(format, size));
  return {
    format: format.id,
    engine: format.engine,
    writesJson,
    deltas,
    exponent: exponentOver(deltas),
    ...bulk,
    firstCallUs: await firstCall(format, size.runs),
    held: { textMb: size.heldMb, kb: heldKb(format, size.heldMb) },
  };
}

const looks = 4;

function isSuspicious(deltas: readonly DeltaCost[]): boolean {
  return exponentOver(deltas) > bars.exponent.wanted || deltas.some(isDear);
}

/** Whether a delta costs too much beside reading it by hand. */
export function isDear({ tokens, least, scan }: DeltaCost): boolean {
  return tokens >= bars.deltaToScan.from && least > bars.deltaToScan.most * scan;
}

type BulkSpeed = Pick<FormatFigures, "bulkMbPerS" | "parseMbPerS">;

/** The message and its arguments in turn, round after round: a slow moment of the machine is one for both. */
async function measureBulk(format: ToolCallFormat, size: BenchSize): Promise<BulkSpeed> {
  const message = payloadOf(format, size.bulkTokens);
  const body = JSON.stringify({ pattern: textOf(size.bulkTokens) });
  let speed: BulkSpeed = { bulkMbPerS: 0, parseMbPerS: 0 };
  for (let round = 0; round < size.runs; round += 1) {
    const whole = await timed(1, () => feedAll(format, [message]));
    const parse = await timed(1, () => JSON.parse(body) as unknown);
    speed = faster(speed, { bulkMbPerS: speedOf(message, whole), parseMbPerS: speedOf(body, parse) });
  }
  return speed;
}

function faster(one: BulkSpeed, other: BulkSpeed): BulkSpeed {
  return {
    bulkMbPerS: Math.max(one.bulkMbPerS, other.bulkMbPerS),
    parseMbPerS: Math.max(one.parseMbPerS, other.parseMbPerS),
  };
}

/** Megabytes a second. */
function speedOf(text: string, { least }: Spread): number {
  return text.length / 1e6 / (least / 1000);
}

function exponentOver(deltas: readonly DeltaCost[]): number {
  return exponentOf(deltas.map(({ tokens, least }) => ({ size: tokens, ms: least * tokens })));
}

function merged(one: readonly DeltaCost[], other: readonly DeltaCost[]): DeltaCost[] {
  return one.map((cost, at) => {
    const again = other[at] ?? cost;
    return {
      ...cost,
      least: Math.min(cost.least, again.least),
      most: Math.max(cost.most, again.most),
      scan: Math.min(cost.scan, again.scan),
    };
  });
}

/** The lengths in turn, round after round, so that a slow moment of the machine does not fall on one length alone. */
async function measureDeltas(format: ToolCallFormat, size: BenchSize): Promise<DeltaCost[]> {
  const messages = size.tokens.map((tokens) => {
    const pieces = deltasOf(payloadOf(format, tokens));
    // Short messages are repeated, so that one run is well above the resolution of the clock.
    return { tokens, pieces, times: Math.max(1, Math.round(10_000 / tokens)), costs: [] as number[], scans: [] as number[] };
  });
  for (let round = 0; round <= size.runs; round += 1) {
    for (const { pieces, times, costs, scans } of messages) {
      const { least } = await timed(1, () => {
        for (let time = 0; time < times; time += 1) feedAll(format, pieces);
      });
      const scan = await timed(1, () => {
        for (let time = 0; time < times; time += 1) scanAll(pieces);
      });
      // The first round warms up.
      if (round === 0) continue;
      costs.push((least * 1000) / (times * pieces.length));
      scans.push((scan.least * 1000) / (times * pieces.length));
    }
  }
  return messages.map(({ tokens, costs, scans }) => ({
    tokens,
    least: Math.min(...costs),
    median: median(costs),
    most: Math.max(...costs),
    scan: Math.min(...scans),
  }));
}

function scanAll(pieces: readonly string[]): void {
  const { end, text } = scanByHand(pieces);
  // Looks at the end, as feedAll does: a text that is still to be joined is work that was only put off.
  if (text.charCodeAt(end - 1) === 0) throw new Error("the scan lost the end of the text");
}

function feedAll(format: ToolCallFormat, pieces: readonly string[]): void {
  const parser = createToolCallParser(format, options);
  let calls = 0;
  for (const piece of pieces) for (const event of parser.feed(piece)) if (isRead(event)) calls += 1;
  for (const event of parser.end()) if (isRead(event)) calls += 1;
  if (calls !== 1) throw new Error(`${format.id}: ${calls} calls read from a message of one`);
}

/** Looks at the end of the arguments: a string that is still to be joined is work that was only put off. */
function isRead(event: ParserEvent): boolean {
  return event.type === "call-end" && event.arguments.charCodeAt(event.arguments.length - 1) === 125;
}

/** The time until the name of a call is told, over small calls, fed in deltas. */
async function firstCall(format: ToolCallFormat, runs: number): Promise<number> {
  const pieces = deltasOf(payloadOf(format, 8));
  const times = 300;
  const { least } = await timed(runs, () => {
    for (let time = 0; time < times; time += 1) untilName(format, pieces);
  });
  return (least * 1000) / times;
}

function untilName(format: ToolCallFormat, pieces: readonly string[]): void {
  const parser = createToolCallParser(format, options);
  for (const piece of pieces) if (parser.feed(piece).some((event) => event.type === "call-start")) return;
  if (!parser.end().some((event) => event.type === "call-start")) throw new Error(`${format.id}: no name was told`);
}

/** What the parser holds on to when plain text has streamed through it. */
function heldKb(format: ToolCallFormat, megabytes: number): number {
  const gc = collector();
  const parser = createToolCallParser(format, options);
  const piece = textOf(16_384);
  const rounds = Math.ceil((megabytes * 1e6) / piece.length);
  parser.feed(piece);
  gc();
  const before = process.memoryUsage().heapUsed;
  let seen = 0;
  // Every piece is a text of its own: a parser that kept the input would keep all of them.
  for (let round = 0; round < rounds; round += 1) seen += parser.feed(Buffer.from(piece).toString("latin1")).length;
  gc();
  const held = process.memoryUsage().heapUsed - before;
  seen += parser.end().length;
  return seen === 0 ? Number.NaN : Math.max(0, held / 1024);
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
