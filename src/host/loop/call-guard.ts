import type { JsonObject } from "../../jsonrpc/json.ts";
import type { ServerLink } from "../sessions/server-link.ts";
import type { McpTool } from "../tools/mcp-tool.ts";

/** A call that is about to go to a server. */
export type GuardedCall = {
  readonly name: string;
  readonly link: ServerLink;
  readonly tool: McpTool;
  readonly arguments: JsonObject;
};

/** The arguments that will be sent, with what may be shown of them, or why the call is refused, and the key of the profile that says so. */
export type Inspection =
  | { readonly arguments: JsonObject; readonly shown?: JsonObject }
  | { readonly refused: string; readonly key?: string };

/** What stands between a model's call and a server. */
export type CallGuard = {
  readonly inspect: (call: GuardedCall, signal: AbortSignal) => Promise<Inspection>;
  /** Puts a question to a person; undefined is the end of input. Without it nobody can be asked: what needs approval is refused. */
  readonly ask: ((prompt: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
};
