import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { packageFile } from "../base/files/package-file.ts";
import type { BenchRow } from "./bench-row.ts";
import { median } from "./statistics.ts";

/** How many messages go and come back over each way, and how long they are, in characters. */
export type RecordSize = { readonly messages: number; readonly lengths: readonly number[] };

/** The usual size, and a quick one for a look. */
export const recordSizes: { readonly full: RecordSize; readonly quick: RecordSize } = {
  full: { messages: 3000, lengths: [200, 20_000] },
  quick: { messages: 300, lengths: [200] },
};

/** What recording may add to one message, in ms. */
const mostAdded = 1;

const echo = [process.execPath, "-e", "process.stdin.pipe(process.stdout)"] as const;
const pipe = `const [command, ...args] = process.argv.slice(1);
const child = require("node:child_process").spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
process.stdin.pipe(child.stdin); child.stdout.pipe(process.stdout);`;

/** What `record` adds to a message, beside a program that only passes bytes on. The ways take turns, message by message. */
export async function benchRecord({ messages, lengths }: RecordSize, say: (line: string) => void): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-bench-"));
  const trace = join(folder, "trace.ndjson");
  const ways = [
    open([process.execPath, "-e", pipe, ...echo]),
    open([process.execPath, packageFile("bin/mcpcheck.js"), "record", "--out", trace, "--", ...echo]),
  ] as const;
  const rows: BenchRow[] = [];
  try {
    for (const length of lengths) {
      say(`messages of ${length} characters …`);
      const [plain, recorded] = [[] as number[], [] as number[]];
      for (let index = -messages / 10; index < messages; index++) {
        const [one, other] = [await roundTrip(ways[0], length), await roundTrip(ways[1], length)];
        if (index < 0) continue; // until everything is warm
        plain.push(one);
        recorded.push(other);
      }
      const [of, to] = [median(recorded), median(plain)];
      rows.push({
        name: `added to a message of ${length} characters`,
        value: (of - to) / 2,
        unit: "ms",
        limit: mostAdded,
        note: `there and back ${of.toFixed(3)} ms recorded, ${to.toFixed(3)} ms through a plain pipe: ${(of / to).toFixed(2)} times`,
      });
    }
  } finally {
    for (const way of ways) way.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  return rows;
}

type Way = ChildProcessByStdio<Writable, Readable, null>;

const open = ([command = "", ...args]: readonly string[]): Way => spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });

/** Sends a line and waits until it has come back; gives ms. */
async function roundTrip(way: Way, length: number): Promise<number> {
  const line = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { text: "x".repeat(length) } })}\n`;
  const began = performance.now();
  way.stdin.write(line);
  let left = line.length;
  await new Promise<void>((resolve, reject) => {
    const failed = (): void => reject(new Error("a program between ended"));
    const take = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left > 0) return;
      way.stdout.off("data", take);
      way.off("exit", failed);
      resolve();
    };
    way.stdout.on("data", take);
    way.once("exit", failed);
  });
  return performance.now() - began;
}
