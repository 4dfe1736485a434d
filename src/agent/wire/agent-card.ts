import type { JsonObject } from "../../jsonrpc/json.ts";
import { publishedVersion } from "./published-wire.ts";

/** What an agent can be asked for. */
export type Skill = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
};

/** What an agent says of itself. `url` is where others reach it. */
export type Agent = {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly version: string;
  readonly skills: readonly Skill[];
};

const text = ["text/plain"];

/** The card of the documented bridge. It says nothing it does not do: of progress nobody is told. */
export function documentedCard({ name, description, url, version, skills }: Agent): JsonObject {
  return {
    name,
    description,
    url: `${url}/a2a`,
    version,
    capabilities: { streaming: true, pushNotifications: true, pushNotificationConfig: true, stateTransitionHistory: false },
    skills: skills.map(skillOf),
    defaultInputModes: text,
    defaultOutputModes: text,
    provider: { organization: "mcpcheck", url },
  };
}

/** The card of A2A 1.0 (specification, section 4.4.1). */
export function publishedCard({ name, description, url, version, skills }: Agent): JsonObject {
  return {
    name,
    description,
    version,
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: publishedVersion }],
    provider: { organization: "mcpcheck", url },
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
    defaultInputModes: [...text, "application/json"],
    defaultOutputModes: text,
    skills: skills.map(skillOf),
  };
}

function skillOf({ id, name, description, tags, examples }: Skill): JsonObject {
  return { id, name, description, tags, examples };
}
