import { anthropicWire } from "./anthropic/anthropic-wire.ts";
import type { Exchange } from "./exchange.ts";
import type { FakeModel } from "./fake-model.ts";
import { geminiModels, geminiPath, geminiWire } from "./gemini/gemini-wire.ts";
import { createModel, deleteModel } from "./ollama/ollama-files.ts";
import { showModel, tagsOf } from "./ollama/ollama-models.ts";
import { ollamaGenerateWire, ollamaWire } from "./ollama/ollama-wire.ts";
import { openaiWire } from "./openai/openai-wire.ts";
import { listOfModels } from "./openai/openai-models.ts";
import { responsesWire } from "./responses/responses-wire.ts";
import type { Read, Refusal } from "../player/refusal.ts";
import type { WireName } from "./wire-name.ts";
import type { Wire } from "./wire.ts";

/** Where a request leads to. */
export type Route = { readonly api: WireName | undefined; readonly errorBody: (refusal: Refusal) => string } & (
  | { readonly kind: "chat"; readonly wire: Wire }
  | { readonly kind: "json"; readonly read: (exchange: Exchange) => Read<object> }
  | { readonly kind: "refusal"; readonly refusal: Refusal }
);

type Entry = Route & { readonly api: WireName; readonly method: string; readonly path: string | RegExp };

/** The version of Ollama whose answers the wire has. */
const ollamaVersion = "0.32.0";

const chatAt = (path: string | RegExp, wire: Wire): Entry => ({
  api: wire.name,
  method: "POST",
  path,
  kind: "chat",
  wire,
  errorBody: wire.errorBody,
});

const entries: readonly Entry[] = [
  chatAt("/api/chat", ollamaWire),
  chatAt("/api/generate", ollamaGenerateWire),
  { ...jsonAt("POST", "/api/show", ollamaWire), read: showModel },
  { ...jsonAt("POST", "/api/create", ollamaWire), read: createModel },
  { ...jsonAt("DELETE", "/api/delete", ollamaWire), read: deleteModel },
  { ...jsonAt("GET", "/api/tags", ollamaWire), read: ({ fake }) => ({ value: tagsOf(fake) }) },
  { ...jsonAt("GET", "/api/version", ollamaWire), read: () => ({ value: { version: ollamaVersion } }) },
  chatAt("/v1/chat/completions", openaiWire),
  { ...jsonAt("GET", "/v1/models", openaiWire), read: ({ fake }) => ({ value: listOfModels(fake) }) },
  chatAt("/v1/responses", responsesWire),
  chatAt("/v1/messages", anthropicWire),
  chatAt(geminiPath, geminiWire),
  { ...jsonAt("GET", "/v1beta/models", geminiWire), read: ({ fake }) => ({ value: geminiModels(fake) }) },
];

/** Whose words a refusal has, by the beginning of the path. */
const wires: readonly (readonly [string, Wire])[] = [
  ["/api", ollamaWire],
  ["/v1/messages", anthropicWire],
  ["/v1alpha/", geminiWire],
  ["/v1beta/", geminiWire],
];

function jsonAt(method: string, path: string, { name, errorBody }: Wire) {
  return { api: name, method, path, kind: "json", errorBody } as const;
}

/** The route of a request, or the refusal of the wire its path belongs to. */
export function routeOf({ apis }: FakeModel, method: string, path: string): Route {
  const spoken = entries.filter(({ api }) => apis.includes(api));
  const here = spoken.filter((entry) => (typeof entry.path === "string" ? entry.path === path : entry.path.test(path)));
  const found = here.find((entry) => entry.method === method);
  if (found !== undefined) return found;
  const refusal: Refusal =
    here.length > 0
      ? { status: 405, message: `Not allowed to ${method} on ${path}` }
      : { status: 404, message: `Unknown request URL: ${method} ${path}`, code: "unknown_url" };
  const wire = wires.find(([start]) => path.startsWith(start))?.[1] ?? openaiWire;
  return { kind: "refusal", api: here[0]?.api, refusal, errorBody: wire.errorBody };
}
