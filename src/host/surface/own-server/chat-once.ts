import type { ModelMessage } from "../../../model/model-message.ts";
import type { Host } from "../host.ts";
import type { ChatRequest } from "../host-request.ts";

/** What is asked of a host in one go. */
export type Question = {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** How many chats of the host it is inside of. */
  readonly depth: number;
};

/** What the host said in the end, or why it said nothing. */
export type Said = { readonly text: string } | { readonly error: string };

/** A chat with only configured servers, and nothing that a client could do itself. */
export function plainChat({ model, messages, depth }: Question): ChatRequest {
  return {
    model,
    messages,
    stream: false,
    options: {},
    clientTools: [],
    toolChoice: undefined,
    servers: [],
    toolsPath: undefined,
    jit: undefined,
    cap: undefined,
    connectEagerly: false,
    maxRounds: undefined,
    callTimeoutMs: undefined,
    sessionId: undefined,
    depth,
  };
}

/** Asks the host and waits for all it says. Nobody can be asked for approval. */
export async function chatOnce(host: Host, question: Question, signal: AbortSignal): Promise<Said> {
  const begun = host.chat(plainChat(question), { ask: undefined }, signal);
  if ("refusal" in begun) return { error: begun.refusal.message };
  let text = "";
  for await (const event of begun.events) {
    if (event.kind === "content") text += event.text;
    else if (event.kind === "error") return { error: event.message };
  }
  return { text };
}
