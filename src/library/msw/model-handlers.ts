import { http, type HttpHandler } from "msw";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { systemClock } from "../../base/time/clock.ts";
import { answerAsModel } from "../../model/fake/answer-as-model.ts";
import type { CapturedRequest } from "../../model/fake/capture.ts";
import { createFakeModel } from "../../model/fake/fake-model.ts";
import { type WireName, wireNames } from "../../model/fake/wire-name.ts";
import { providerById } from "../../provider/providers.ts";
import { holdOptions } from "../given/given.ts";
import * as rules from "../given/rules.ts";
import { type ModelDefinition, modelScriptOf } from "../model/model-definition.ts";
import { answerFetch } from "./answer-fetch.ts";
import { type Clock, placeOf } from "./place.ts";

/** What a fake model is asked at. */
export type ModelHandlersOptions = {
  /** The wire it speaks; default all of them, each at its own paths. */
  readonly api?: WireName | "all";
  /** What the client is given: `https://api.openai.com/v1` (the `/v1` may be left out), `https://api.anthropic.com`, `http://localhost:11434`. */
  readonly baseUrl: string;
  /** A provider of models, such as `gemini`: what it would refuse of the tools in a request is refused as it does. */
  readonly strictSchemas?: string;
  /** The time that passes in a slow model; default that of the machine. */
  readonly clock?: Clock;
};

/** Handlers for msw, and what came to them. */
export type ModelHandlers = HttpHandler[] & {
  /** What the model was asked so far, in order of arrival, with what became of it; at most the last 2,000. */
  readonly requests: readonly CapturedRequest[];
  /** Cuts what is still open; whoever asks afterwards finds nobody there. */
  close(): void;
};

/**
 * A fake model as request handlers for msw's `setupServer` and `setupWorker`: everything below `baseUrl` is answered by it, streamed or
 * whole, as it is asked.
 * @throws McpcheckError `usage` for an unknown script, wire or provider, a script that is not valid, and an address that is none
 */
export function modelHandlers(definition: ModelDefinition, options: ModelHandlersOptions): ModelHandlers {
  holdOptions(options, { api: rules.text, baseUrl: rules.text, strictSchemas: rules.text, clock: rules.clock }, "options");
  const { api = "all", baseUrl, strictSchemas, clock = systemClock } = options;
  const apis = wireNames.filter((wire) => api === "all" || wire === api);
  if (apis.length === 0) throw new McpcheckError("usage", `api: must be ${wireNames.join(", ")} or all, not ${api}`);
  const { url, path } = placeOf(baseUrl, "baseUrl");
  const strict = strictSchemas === undefined ? undefined : providerById(strictSchemas, "strictSchemas");
  const scripts = [modelScriptOf(definition)];
  const fake = createFakeModel({ scripts, apis, clock, date: () => new Date(), strictSchemas: strict });
  const closing = new AbortController();
  // Clients of OpenAI's wire are given the address with its version, those of the others without one.
  const version = path.endsWith("/v1") ? "/v1" : "";
  const resolver = async ({ request }: { readonly request: Request }): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const below = pathname.slice(path.length);
    return await answerFetch(
      request,
      `${version}${below === "" ? "/" : below}${search}`,
      closing.signal,
      (asked, reply, signal) => {
        void answerAsModel(fake, asked, reply, { signal });
      },
    );
  };
  const handlers = path === "" ? [http.all(`${url}/*`, resolver)] : [http.all(url, resolver), http.all(`${url}/*`, resolver)];
  return Object.defineProperty(Object.assign(handlers, { close: () => closing.abort() }), "requests", {
    get: fake.requests,
  }) as ModelHandlers;
}
