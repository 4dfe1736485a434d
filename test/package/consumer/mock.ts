// What users write, compiled against the packed package: it need not run.
import {
  type JournalEntry,
  listMocks,
  type MockDefinition,
  type MockServer,
  mockTransport,
  startMockServer,
} from "mcpcheck/mock";

const weather: MockDefinition = {
  tools: [
    {
      name: "weather",
      inputSchema: { type: "object", properties: { city: { type: "string" } } },
      annotations: { readOnlyHint: true },
      answers: { content: [{ type: "text", text: "rain" }], slow: 5 },
    },
  ],
  rules: [{ on: "tools/list", do: [{ pause: 10 }] }],
};

export async function used(signal: AbortSignal): Promise<readonly JournalEntry[]> {
  await using server: MockServer = await startMockServer(weather, { transport: "http", revision: "2025-11-25", signal });
  const url: string = server.url;
  server.notify("notifications/message", { level: "info", data: url });
  server.change({ lists: ["tools"] });
  const names: unknown[] = server.received("tools/call").map(({ params }) => params);
  return names.length > 0 ? server.messages : [];
}

// What the transports of both TypeScript SDKs have in common.
interface Transport {
  start(): Promise<void>;
  send(message: { jsonrpc: "2.0" }, options?: { relatedRequestId?: string | number }): Promise<void>;
  close(): Promise<void>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends { jsonrpc: "2.0" }>(message: T, extra?: { authInfo?: T }) => void;
  sessionId?: string;
  setProtocolVersion?: (version: string) => void;
}
export const transport: Transport = mockTransport("echo");
export const ids: string[] = listMocks().map(({ id }) => id);

// @ts-expect-error a tool needs a schema
await startMockServer({ tools: [{ name: "weather", answers: {} }] });
// @ts-expect-error there is no such transport
await startMockServer("echo", { transport: "carrier-pigeon" });
