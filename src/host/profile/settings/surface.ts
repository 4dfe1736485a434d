import * as z from "zod";

/** What the host offers to its own clients: ways in, and how answers are formed there. */
export const surfaceSettings = z.strictObject({
  /**
   * The ways in: `chat` is /api/chat, `search` /api/tools and /api/tools/search, `openai` /v1/chat/completions, `cli` the terminal,
   * `taskFields` task_id and task_status in answers of /api/chat, `server` the host's own MCP endpoint.
   */
  offered: z.array(z.enum(["chat", "search", "openai", "cli", "taskFields", "server"])),
  /**
   * How `serve bridge` speaks to other agents at /a2a: as the bridge that goes with that host is documented, or A2A 1.0 as published;
   * `none`: there is no bridge.
   */
  agents: z.enum(["none", "documented", "published"]),
  /**
   * What `serve bridge` does wrong on purpose, to try whoever has to do with bridges that do: `signsSorted` signs the members of a
   * notification in the order of their names instead of the bytes it sends, `cancelIgnored` says that a task is cancelled and works on it,
   * `codesInternal` answers every fault but an unknown method with -32603, `deliversOnce` tries no delivery again,
   * `tellsPrivate` notifies addresses of private networks.
   */
  agentFaults: z.array(z.enum(["signsSorted", "cancelIgnored", "codesInternal", "deliversOnce", "tellsPrivate"])),
  /**
   * Members beyond OpenAI's own that /v1/chat/completions reads: `few` is mcp_servers, tools_path and jit_max_tools; `all` also
   * max_tool_rounds, tool_timeout, include_tool_results, session_id and task_id.
   */
  openaiExtras: z.enum(["none", "few", "all"]),
  /** `finish_reason` of a whole (not streamed) answer whose calls the host has executed already. */
  executedFinish: z.enum(["stop", "tool_calls"]),
  /** Whether calls the host has executed are in the final answer of /v1. */
  executedCallsInAnswer: z.boolean(),
  /** Whether calls of the meta-tool stand among the calls of a whole answer. */
  metaToolInAnswer: z.boolean(),
  /** Whether a call the host has executed says so (`executed_by: "host"`). */
  markExecuted: z.boolean(),
  /** Where calls that are handed to the client are in a stream of /v1: in a chunk of their own, or in the one that also finishes. */
  streamedCalls: z.enum(["ownChunk", "finalChunk"]),
  /** What follows `call_` in ids the host makes: eight of `[a-z0-9]`, hexadecimal digits, or a UUID. */
  callIds: z.enum(["alnum8", "hex16", "hex32", "uuid"]),
  /** Whether every call in a request's history has to be answered exactly once by tool messages; otherwise 400. */
  pairToolMessages: z.boolean(),
  /** What `total` of /api/tools/search counts: all that match, or those returned. */
  searchTotal: z.enum(["matches", "returned"]),
  /** What becomes of a request for a model the host does not know: 404, or it is handed to the model server as it is. */
  unknownModel: z.enum(["notFound", "accept"]),
  /** What `"messages": []` means: load the model and say so, or a bad request. */
  emptyMessages: z.enum(["load", "badRequest"]),
  /** Whether the terminal takes tools together with a prompt from a pipe. */
  oneShotTools: z.boolean(),
});
