import { deltasOf, textOf } from "./payload.ts";
import { type Spread, timed } from "./timing.ts";

/** The same payload in something else: how long a delta takes there, or how many megabytes a second go through. */
export type RivalFigure = {
  readonly name: string;
  readonly what: string;
  readonly perDeltaUs?: readonly { readonly tokens: number; readonly us: number }[];
  readonly mbPerS?: number;
  /** Why it was not measured. */
  readonly left?: string;
};

/** A run that would take longer than this is not made: the ones before it show where it goes. */
const patienceMs = 20_000;

/** Everything the parser is compared with, measured in the same process on the same texts. */
export async function measureRivals(tokens: readonly number[], runs: number, bulkTokens: number): Promise<RivalFigure[]> {
  const body = JSON.stringify({ pattern: textOf(bulkTokens) });
  const message = `<tool_call>\n{"name": "search_files", "arguments": ${body}}\n</tool_call>`;
  const speed = (text: string, { least }: Spread): number => text.length / 1e6 / (least / 1000);
  return [
    { name: "JSON.parse", what: "the arguments, whole", mbPerS: speed(body, await timed(runs, () => JSON.parse(body))) },
    {
      name: "indexOf",
      what: "the closing tag of the message, whole",
      mbPerS: speed(message, await timed(runs, () => message.indexOf("</tool_call>"))),
    },
    await perDelta("JSON.parse of the text so far", "the closed arguments again for every delta", tokens, async (bodyOf) => {
      for (const text of growing(bodyOf)) JSON.parse(`${text}"}`);
    }),
    await perDelta("@streamparser/json", "the arguments in deltas", tokens, streamParser),
    await perDelta("@ai-sdk-tool/parser", "the whole message in deltas, hermes protocol", tokens, aiSdk),
    await perDelta("partial-json", "the text so far again for every delta", tokens, async (bodyOf) => {
      const { parse } = await import("partial-json");
      for (const text of growing(bodyOf)) parse(text);
    }),
  ];
}

/** Runs one length after the other until patience would end; a library that is not installed is left out with that reason. */
async function perDelta(
  name: string,
  what: string,
  tokens: readonly number[],
  work: (argumentsText: string) => Promise<void>,
): Promise<RivalFigure> {
  const perDeltaUs: { tokens: number; us: number }[] = [];
  try {
    await work(JSON.stringify({ pattern: textOf(100) }));
    let last: { tokens: number; ms: number } | undefined;
    for (const count of tokens) {
      const body = JSON.stringify({ pattern: textOf(count) });
      // Quadratic at worst: what comes takes at most the square of the ratio longer.
      const guess = last === undefined ? 0 : last.ms * (count / last.tokens) ** 2;
      if (guess > patienceMs) break;
      const began = performance.now();
      await work(body);
      last = { tokens: count, ms: performance.now() - began };
      perDeltaUs.push({ tokens: count, us: (last.ms * 1000) / Math.ceil(body.length / 4) });
    }
  } catch (error) {
    return {
      name,
      what,
      left: error instanceof Error && error.message.includes("Cannot find package") ? "not installed" : String(error),
    };
  }
  return { name, what, perDeltaUs };
}

function* growing(text: string): Generator<string> {
  const body = text.slice(0, -2);
  for (let end = 16; end < body.length; end += 4) yield body.slice(0, end);
}

async function streamParser(argumentsText: string): Promise<void> {
  const { JSONParser } = await import("@streamparser/json");
  const parser = new JSONParser();
  let values = 0;
  parser.onValue = () => (values += 1);
  for (const delta of deltasOf(argumentsText)) parser.write(delta);
  if (values === 0) throw new Error("no value was read");
}

async function aiSdk(argumentsText: string): Promise<void> {
  const { hermesProtocol } = await import("@ai-sdk-tool/parser");
  const message = `<tool_call>\n{"name": "search_files", "arguments": ${argumentsText}}\n</tool_call>`;
  const tool = {
    type: "function" as const,
    name: "search_files",
    inputSchema: { type: "object" as const, properties: { pattern: { type: "string" as const } } },
  };
  const parser = hermesProtocol().createStreamParser({ tools: [tool] });
  const writer = parser.writable.getWriter();
  const fed = (async () => {
    for (const delta of deltasOf(message)) await writer.write({ type: "text-delta", id: "1", delta });
    await writer.close();
  })();
  let calls = 0;
  const reader = parser.readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) if (part.value.type === "tool-call") calls += 1;
  await fed;
  if (calls !== 1) throw new Error(`${calls} calls were read from a message of one`);
}
