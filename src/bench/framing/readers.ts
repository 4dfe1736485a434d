import { parseFrame } from "../../jsonrpc/frame.ts";
import { createRecorder } from "../../trace/recorder.ts";
import { createStdoutLog } from "../../transport/stdio/stdout-log.ts";

/** Reads all chunks of a stream and hands back how many messages there were. */
export type Reader = (chunks: readonly Buffer[]) => number;

/** How a run reads a server over stdio, its limits aside: every line recorded, every message parsed and classified. */
export const ownReader: Reader = (chunks) => {
  let count = 0;
  const unlimited = Number.MAX_SAFE_INTEGER;
  const log = createStdoutLog({
    recorder: createRecorder({ kind: "server", transport: "stdio" }, () => performance.now()),
    connection: 1,
    limits: { frameBytes: 2 ** 28, connectionBytes: unlimited, connectionFrames: unlimited, graceMs: 0 },
    deliver({ text }) {
      if (parseFrame(text).kind !== "not-json") count += 1;
    },
    onFlood() {
      throw new Error("the limits of the bench were passed");
    },
  });
  for (const chunk of chunks) log.push(chunk);
  return count;
};

/** The least a reader can do: finds the ends of lines, decodes, JSON.parse. Classifies nothing, keeps nothing, needs all bytes at once. */
export function bareReader(bytes: Buffer): number {
  let count = 0;
  let from = 0;
  for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
    JSON.parse(bytes.toString("utf8", from, end));
    count += 1;
    from = end + 1;
  }
  return count;
}

const lineFeed = 10;

/** The reader of the official SDK, which also validates each message with zod; undefined where the SDK is not installed. */
export async function sdkReader(): Promise<Reader | undefined> {
  try {
    const { ReadBuffer } = await import("@modelcontextprotocol/sdk/shared/stdio.js");
    return (chunks) => {
      const buffer = new ReadBuffer({ maxBufferSize: 2 ** 28 });
      let count = 0;
      for (const chunk of chunks) {
        buffer.append(chunk);
        while (buffer.readMessage() !== null) count += 1;
      }
      return count;
    };
  } catch {
    return undefined;
  }
}

/** What a pipe hands over at once, in bytes. */
const chunkBytes = 65_536;

/** Messages as the chunks in which a pipe brings them. */
export function chunksOf(texts: readonly string[]): Buffer[] {
  const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    // A copy each, as from a pipe: views of one block would keep all of it.
    Buffer.from(bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)),
  );
}
