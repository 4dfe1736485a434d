import type { BenchRow } from "../bench-row.ts";
import { median } from "../statistics.ts";
import { benchHost } from "./bench-host-made.ts";
import { spreadOf, spreadText } from "./spread.ts";
import { toldBackend } from "./told-backend.ts";

const pieces = 2000;
const warmUp = 3;

/** What the host adds to a streamed piece of text, as NDJSON and as server-sent events, the client's reading included. */
export async function benchStreams(repetitions: number): Promise<readonly BenchRow[]> {
  return [
    await oneForm("NDJSON", "/api/chat", /"content":"word/g, repetitions),
    await oneForm("SSE", "/v1/chat/completions", /"content":"word/g, repetitions),
  ];
}

async function oneForm(
  form: string,
  path: "/api/chat" | "/v1/chat/completions",
  line: RegExp,
  repetitions: number,
): Promise<BenchRow> {
  const long = await chats(path, pieces, line, repetitions);
  const short = median(await chats(path, 1, line, repetitions));
  const each = spreadOf(long.map((ms) => (ms - short) / (pieces - 1)));
  return {
    name: `a streamed piece as ${form}`,
    value: each.middle,
    unit: "ms",
    limit: 0.2,
    note: `${spreadText(each, "ms")}, of ${repetitions} answers of ${pieces} pieces`,
  };
}

async function chats(
  path: "/api/chat" | "/v1/chat/completions",
  count: number,
  line: RegExp,
  repetitions: number,
): Promise<readonly number[]> {
  const word = "word ";
  const backend = toldBackend([{ say: word.repeat(count), split: { every: word.length } }]);
  const host = await benchHost(backend, []);
  try {
    const values: number[] = [];
    for (let chat = 0; chat < repetitions + warmUp; chat += 1) {
      backend.spent();
      const began = performance.now();
      const text = await host.ask(path, { stream: true });
      const ms = performance.now() - began - backend.spent();
      const lines = text.match(line)?.length ?? 0;
      if (lines !== count) throw new Error(`the host streamed ${lines} of ${count} pieces`);
      if (chat >= warmUp) values.push(ms);
    }
    return values;
  } finally {
    await host.close();
  }
}
