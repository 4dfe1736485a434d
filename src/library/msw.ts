/**
 * Mock MCP servers and fake models as request handlers of msw, in Node and in browsers: `mcpcheck/msw`. Each keeps what it was sent.
 *
 * @module
 */
export { type BlameCode, McpcheckError } from "../base/mcpcheck-error.ts";
export type { Json, JsonObject } from "../jsonrpc/json.ts";
export type { MockScript } from "../mock/script/script.ts";
export type { CapturedOutcome, CapturedRequest } from "../model/fake/capture.ts";
export type { WireName } from "../model/fake/wire-name.ts";
export type { ModelScript } from "../model/script/model-script.ts";
export type { InlineScript, MockDefinition } from "./mock/definition.ts";
export type { JournalEntry } from "./mock/journal-entry.ts";
export type { MockChange, MockHandle } from "./mock/mock-handle.ts";
export type { InlineModelScript, ModelDefinition } from "./model/model-definition.ts";
export { calls, type ModelTurn, type ModelTurns, says, type ScriptedTurns } from "./model/script-builder.ts";
export { mcpHandlers, type McpHandlers, type McpHandlersOptions } from "./msw/mcp-handlers.ts";
export { modelHandlers, type ModelHandlers, type ModelHandlersOptions } from "./msw/model-handlers.ts";
export type { Clock } from "./msw/place.ts";
