import { isLoosely } from "../../base/glob/loose-name.ts";
import type { HostTrace, ModelAsked } from "./host-event.ts";
import { anthropicWire } from "./wires/anthropic-wire.ts";
import { chatWire } from "./wires/chat-wire.ts";
import { geminiWire } from "./wires/gemini-wire.ts";
import type { ModelMessage, ModelWire, OfferedTool } from "./wires/model-wire.ts";
import { responsesWire } from "./wires/responses-wire.ts";

export type { ModelMessage, OfferedTool } from "./wires/model-wire.ts";

const wires: readonly ModelWire[] = [chatWire, anthropicWire, responsesWire, geminiWire];

const wireOf = ({ path }: ModelAsked): ModelWire | undefined => wires.find((wire) => wire.asksAt(path));

/** Whether a request has the members of OpenAI's chat completions and of Ollama's chat. */
export const hasChatMembers = (request: ModelAsked): boolean => wireOf(request) === chatWire;

/** The requests for a chat answer, in order; look-ups of models and the like are left out. */
export function chatRequests(trace: HostTrace): ModelAsked[] {
  return trace.filter(
    (event): event is ModelAsked => event.kind === "model-asked" && event.method === "POST" && wireOf(event) !== undefined,
  );
}

/** The tools of servers that a request offers to the model; those a host has of its own are left out. */
export function offeredTools(request: ModelAsked): OfferedTool[] {
  const { body, builtIn = [] } = request;
  return (wireOf(request)?.tools(body) ?? []).filter(({ name }) => !builtIn.includes(name));
}

/** The history a request hands to the model. */
export function messagesOf(request: ModelAsked): ModelMessage[] {
  return wireOf(request)?.messages(request.body) ?? [];
}

/**
 * Whether a name the model sees is this tool of a server: the bare name, or after the server's name in any usual form. What model
 * servers take in no name may have become something else.
 */
export function isNameOf(seen: string, tool: string): boolean {
  return seen === tool || (seen.endsWith(tool) && /[:._/-]$/.test(seen.slice(0, -tool.length))) || isLoosely(tool, seen);
}
