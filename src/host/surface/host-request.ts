import type { ModelTool, ToolChoice } from "../../model/model-backend.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import type { ServerDefinition } from "../config/server-definition.ts";
import type { HostProfile } from "../profile/host-profile.ts";

/** What a chat asks of the host, whatever surface it came through. */
export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly stream: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  /** What stands beside the options in a request to the model. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly clientTools: readonly ModelTool[];
  readonly toolChoice: ToolChoice | undefined;
  /** Servers the request brought or named. */
  readonly servers: readonly ServerDefinition[];
  readonly toolsPath: string | boolean | undefined;
  readonly jit: boolean | undefined;
  readonly cap: number | undefined;
  readonly connectEagerly: boolean;
  readonly maxRounds: number | undefined;
  readonly callTimeoutMs: number | undefined;
  readonly sessionId: string | undefined;
  /** How many chats of this host it is inside of, where the host asks itself as a server of its own; absent at the outside. */
  readonly depth?: number;
  /** Configured servers that are left out. */
  readonly without?: readonly string[];
  /** Which calls a person is asked about, instead of what the profile says. */
  readonly approval?: HostProfile["policy"]["approval"]["when"];
};
