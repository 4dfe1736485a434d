/**
 * Mock MCP servers for tests: `mcpcheck/mock`. Each keeps a journal of what it was sent.
 *
 * @module
 */
import { listMocks as scripts } from "../mock/script/load-script.ts";
import type { MockScript } from "../mock/script/script.ts";

export { type BlameCode, McpcheckError } from "../base/mcpcheck-error.ts";
export type { Json, JsonObject } from "../jsonrpc/json.ts";
export type { MockScript } from "../mock/script/script.ts";
export type { InlineScript, MockDefinition } from "./mock/definition.ts";
export type { JournalEntry } from "./mock/journal-entry.ts";
export type { MockChange, MockHandle } from "./mock/mock-handle.ts";
export { mockTransport, type MockTransport, type MockTransportOptions } from "./mock/mock-transport.ts";
export { type MockHttpRequest, type MockServer, type MockServerOptions, startMockServer } from "./mock/start-mock-server.ts";

/** The mocks that come with mcpcheck, as scripts: their ids are what `startMockServer` and `mockTransport` take. */
export function listMocks(): readonly MockScript[] {
  return scripts();
}
