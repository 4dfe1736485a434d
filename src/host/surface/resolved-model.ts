import type { ModelTool } from "../../model/model-backend.ts";
import type { ModelMessage, ModelRole } from "../../model/model-message.ts";
import type { HostConfiguration } from "../config/configuration.ts";
import { modelAccess } from "../config/model-access.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { ChatRequest } from "./host-request.ts";
import type { Refusal } from "./refusal.ts";

/** A model as a chat uses it: its name on the model server, the client's tools, the conversation with its prompts, its strategy. */
export type ResolvedModel = {
  readonly name: string;
  readonly tools: readonly ModelTool[];
  readonly messages: readonly ModelMessage[];
  readonly profile: HostProfile;
};

const roles: readonly string[] = ["system", "user", "assistant", "tool"] satisfies readonly ModelRole[];

/** The model a request means, with the inline tools of its entry; a request's tool of the same name goes before. */
export function resolvedModel(
  configuration: HostConfiguration,
  profile: HostProfile,
  { model, messages, clientTools }: Pick<ChatRequest, "model" | "messages" | "clientTools">,
): ResolvedModel | Refusal {
  const access = modelAccess(configuration, model);
  if (access === undefined && profile.surface.unknownModel === "notFound")
    return { status: 404, message: `model '${model}' not found` };
  const entry = access?.entry;
  if (entry === undefined) return { name: model, tools: clientTools, messages, profile };
  const own = new Set(clientTools.map(({ name }) => name));
  const prompts = entry.prompts.flatMap((name) => configuration.prompts[name] ?? []);
  return {
    name: entry.model,
    tools: [...entry.tools.filter(({ name }) => !own.has(name)), ...clientTools],
    messages: [...prompts.flatMap(({ role, content }) => (isRole(role) ? [{ role, content }] : [])), ...messages],
    profile: entry.strategy === undefined ? profile : { ...profile, model: { ...profile.model, strategy: entry.strategy } },
  };
}

function isRole(role: string): role is ModelRole {
  return roles.includes(role);
}
