import type { ModelClock } from "../clock.ts";
import type { Provider } from "../../provider/provider.ts";
import type { ModelScript } from "../script/model-script.ts";
import { type CapturedRequest, type Captures, createCaptures } from "./capture.ts";
import { createOllamaFiles, type OllamaFiles } from "./ollama/ollama-store.ts";
import { createResponseStore, type ResponseStore } from "./responses/response-store.ts";
import { type WireName, wireNames } from "./wire-name.ts";

/** What a fake model is made of. */
export type FakeModelOptions = {
  /** One script, or several that are told apart by the model's name in the request. */
  readonly scripts: readonly ModelScript[];
  /** The wires it is spoken to on; default all. */
  readonly apis?: readonly WireName[];
  readonly clock: ModelClock;
  /** Requests whose tools this provider would not take are refused as it refuses them. */
  readonly strictSchemas?: Provider | undefined;
  /** Wall-clock time, for time stamps. */
  readonly date: () => Date;
  /** Tools by whose names scripts act as if they were not offered. */
  readonly overlooks?: ((name: string) => boolean) | undefined;
};

/** A fake model: scripts, and the requests it has seen. */
export type FakeModel = FakeModelOptions & {
  readonly apis: readonly WireName[];
  readonly captures: Captures;
  /** What clients of Ollama's wire put on it. */
  readonly files: OllamaFiles;
  /** What clients of OpenAI's responses may refer to. */
  readonly responses: ResponseStore;
  /** The requests so far, in order of arrival. */
  readonly requests: () => readonly CapturedRequest[];
};

/** Makes a fake model; `serveFakeModel` puts it on a port. */
export function createFakeModel(options: FakeModelOptions): FakeModel {
  const captures = createCaptures();
  return {
    apis: wireNames,
    ...options,
    captures,
    files: createOllamaFiles(),
    responses: createResponseStore(),
    requests: captures.all,
  };
}
