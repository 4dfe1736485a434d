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

/** The arguments that will be sent, with what may be shown of them, or why the call is refused. Rows B2-043, B2-051. */
export type Inspection = { readonly arguments: JsonObject; readonly shown?: JsonObject } | { readonly refused: string };

/** Why a person is asked: the profile wants it, or the tool's definition is not what it was. */
export type ApprovalReason = "policy" | "changed";

/** What a person is asked. `arguments` is what will be sent, without secrets. */
export type ApprovalQuestion = {
  readonly name: string;
  readonly server: string;
  readonly arguments: JsonObject;
  readonly reason: ApprovalReason;
};

/** What a person answered; silence and the end of input are a no. Rows B2-040, B2-041, B2-045 to B2-047. */
export type Approval = "yes" | "no" | "always" | "never";

/** What stands between a model's call and a server. */
export type CallGuard = {
  readonly inspect: (call: GuardedCall) => Promise<Inspection>;
  /** Asks a person. Undefined where nobody can be asked: what needs approval is then refused. */
  readonly approve: ((question: ApprovalQuestion, signal: AbortSignal) => Promise<Approval>) | undefined;
};

/** A guard that lets every call through and asks nobody. */
export const openGuard: CallGuard = {
  inspect: async (call) => await Promise.resolve({ arguments: call.arguments }),
  approve: undefined,
};
