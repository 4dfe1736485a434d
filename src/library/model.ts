/**
 * Fake models for tests, on the wires of OpenAI, Anthropic and Ollama: `mcpcheck/model`. Each keeps what it was asked.
 *
 * @module
 */
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { systemClock } from "../base/time/clock.ts";
import type { CapturedRequest } from "../model/fake/capture.ts";
import { createFakeModel } from "../model/fake/fake-model.ts";
import { type WireName, wireNames } from "../model/fake/wire-name.ts";
import { listModelScripts as scripts } from "../model/script/load-model.ts";
import type { ModelScript } from "../model/script/model-script.ts";
import { providerById } from "../provider/providers.ts";
import { holdOptions } from "./given/given.ts";
import * as rules from "./given/rules.ts";
import { type ModelDefinition, modelScriptOf } from "./model/model-definition.ts";

export { type BlameCode, McpcheckError } from "../base/mcpcheck-error.ts";
export type { Json } from "../jsonrpc/json.ts";
export type { CapturedOutcome, CapturedRequest } from "../model/fake/capture.ts";
export type { WireName } from "../model/fake/wire-name.ts";
export type { ModelScript } from "../model/script/model-script.ts";
export type { InlineModelScript, ModelDefinition } from "./model/model-definition.ts";
export { calls, type ModelTurn, type ModelTurns, says, type ScriptedTurns } from "./model/script-builder.ts";

/** How a fake model is started. */
export type FakeModelOptions = {
  /** The wire it speaks; default all of them, each at its own paths. */
  readonly api?: WireName | "all";
  /** The port to listen on; default a free one. */
  readonly port?: number;
  /** The address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /**
   * A provider of models, such as `gemini` or `openai-strict` (those of `--strict-schemas`): a request with tools that it would refuse is
   * refused by the fake model as well, with the provider's status and words. Default: all tools are taken.
   */
  readonly strictSchemas?: string;
  /** Closes it when aborted. */
  readonly signal?: AbortSignal;
};

/** A fake model that is up. */
export type FakeModel = AsyncDisposable & {
  /** Scheme, host and port: what Ollama's clients are given. OpenAI's are given this with `/v1`, Anthropic's and Gemini's as it is. */
  readonly url: string;
  /** What it was asked so far, in order of arrival, with what became of it; at most the last 2,000. */
  readonly requests: readonly CapturedRequest[];
  /** Cuts what is still open, and is gone. */
  close(): Promise<void>;
};

/**
 * Starts a fake model on loopback, streaming or whole, as it is asked. What it says is a script: the id of one that comes with
 * mcpcheck, a file, or made here: `calls("search", { query: "cats" }).then(says("Found some."))`.
 * @throws McpcheckError `usage` for an unknown script, wire or provider, a script that is not valid, and a port that is taken
 */
export async function startFakeModel(definition: ModelDefinition, options: FakeModelOptions = {}): Promise<FakeModel> {
  holdOptions(
    options,
    { api: rules.text, port: rules.port, host: rules.text, strictSchemas: rules.text, signal: rules.signal },
    "options",
  );
  const { api = "all", host = "127.0.0.1", port = 0, strictSchemas, signal } = options;
  signal?.throwIfAborted();
  const script = modelScriptOf(definition);
  const apis = wireNames.filter((wire) => api === "all" || wire === api);
  if (apis.length === 0) throw new McpcheckError("usage", `api: must be ${wireNames.join(", ")} or all, not ${api}`);
  const strict = strictSchemas === undefined ? undefined : providerById(strictSchemas, "strictSchemas");
  const fake = createFakeModel({ scripts: [script], apis, clock: systemClock, date: () => new Date(), strictSchemas: strict });
  const { serveFakeModel } = await import("../model/fake/serve-fake-model.ts");
  const served = await serveFakeModel(fake, { host, port });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= served.close());
  signal?.addEventListener("abort", () => void close(), { once: true });
  return {
    url: served.url,
    get requests() {
      return fake.requests();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The model scripts that come with mcpcheck: their ids are what `startFakeModel` takes. */
export function listModelScripts(): readonly ModelScript[] {
  return scripts();
}
