import type { ServerDefinition } from "./server-definition.ts";

/** A function defined in the configuration itself; its calls go to the client. */
export type InlineTool = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** A model as the configuration names it. */
export type ModelEntry = {
  /** What requests call it. */
  readonly name: string;
  readonly provider: string | undefined;
  /** What the model server calls it. */
  readonly model: string;
  /** The servers it may use; `undefined`: all. */
  readonly servers: readonly string[] | undefined;
  readonly tools: readonly InlineTool[];
  readonly strategy: "native" | "prompt" | undefined;
  /** Names of prompts that come first in every conversation. */
  readonly prompts: readonly string[];
};

/** A message that comes first in conversations. */
export type PromptMessage = { readonly role: string; readonly content: string };

/** What the operator adds to the policy: names of commands, and origins of pages. */
export type SecurityBlock = {
  readonly block: readonly string[];
  readonly allow: readonly string[];
  /** Only what `allow` names is started. */
  readonly strict: boolean;
  /** Origins of pages that count as the host's own, such as `http://localhost:3000`. */
  readonly origins: readonly string[];
};

/** Settings of a host that are in the same file as its servers. */
export type HostSettings = {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** Whether a person is asked before every call. */
  readonly humanInLoop: boolean | undefined;
};

/** A host's configuration, in whatever form it was written. */
export type HostConfiguration = {
  readonly servers: readonly ServerDefinition[];
  readonly models: readonly ModelEntry[];
  readonly defaultModel: string | undefined;
  readonly prompts: Readonly<Record<string, readonly PromptMessage[]>>;
  readonly security: SecurityBlock | undefined;
  readonly settings: HostSettings;
  /** Whether definitions from elsewhere are replaced rather than merged. */
  readonly replace: boolean;
  /** Values that came from the environment or are credentials: never to be shown. */
  readonly secrets: readonly string[];
};

/** A configuration that says nothing. */
export const emptyConfiguration: HostConfiguration = {
  servers: [],
  models: [],
  defaultModel: undefined,
  prompts: {},
  security: undefined,
  settings: { provider: undefined, model: undefined, humanInLoop: undefined },
  replace: false,
  secrets: [],
};
