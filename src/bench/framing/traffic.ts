/** Messages of one kind, as a server would write them: what each is like, and their JSON texts. */
export type Traffic = { readonly name: string; readonly texts: readonly string[] };

/**
 * What a stdio server writes, `bytes` in all, in about the shares of a session: for one list of tools eight results, half of
 * them beyond ASCII, and two dozen short messages.
 */
export function usualTraffic(bytes: number): Traffic[] {
  return [
    { name: "tool lists", texts: fill(0.6 * bytes, toolList) },
    { name: "tool results", texts: fill(0.175 * bytes, (id) => toolResult(id, asciiText)) },
    { name: "tool results beyond ASCII", texts: fill(0.175 * bytes, (id) => toolResult(id, otherText)) },
    { name: "short answers and notifications", texts: fill(0.05 * bytes, shortMessage) },
  ];
}

const asciiText = 'The file "notes/plan.md" was read:\n1. look at the first 20 lines, 2. say what they mean.\n';
const otherText = "Die Prüfung läuft für „Zürich“ — 12 °C, naïve café, größer als 3 €.\n";

function fill(bytes: number, make: (id: number) => unknown): string[] {
  const texts: string[] = [];
  for (let written = 0; written < bytes; written += Buffer.byteLength(texts.at(-1) ?? ""))
    texts.push(JSON.stringify(make(texts.length)));
  return texts;
}

function toolList(id: number): unknown {
  return { jsonrpc: "2.0", id, result: { tools: Array.from({ length: 30 }, (_, index) => tool(index)) } };
}

function tool(index: number): unknown {
  return {
    name: `read_part_${index}`,
    title: "Read a part of a file",
    description: "Reads some lines of a text file below the allowed folders. Fails when the file does not exist. ".repeat(3),
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Where the file lies, relative to the first allowed folder" },
        from: { type: "integer", minimum: 1, description: "The first line" },
        count: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
        encodings: { type: "array", items: { enum: ["utf-8", "latin1"] } },
      },
      required: ["path"],
      additionalProperties: false,
      $schema: "http://json-schema.org/draft-07/schema#",
    },
    annotations: { readOnlyHint: true, idempotentHint: true },
  };
}

function toolResult(id: number, text: string): unknown {
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: text.repeat(20) }], isError: false } };
}

function shortMessage(id: number): unknown {
  const params = { progressToken: 7, progress: id, total: 100_000, message: "reading" };
  return id % 2 === 0 ? { jsonrpc: "2.0", method: "notifications/progress", params } : { jsonrpc: "2.0", id, result: {} };
}
