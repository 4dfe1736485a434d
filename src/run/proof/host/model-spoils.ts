import type { Bounds } from "../../../check/host/bounds.ts";
import { within } from "../../../check/host/bounds.ts";
import type { HostTrace, ModelAsked } from "../../../check/host/host-event.ts";
import { chatRequests } from "../../../check/host/model-requests.ts";
import { asObject, valueAt, isArray, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import { withValueAt } from "./value-at.ts";
import { altered, miscounted, type Spoil, spoil, type DeviantHost } from "./spoil.ts";

type OfRequest = { readonly request?: number | "last" };
type Told = OfRequest & { readonly role?: string; readonly has?: readonly string[]; readonly lacks?: readonly string[] };
type Offered = OfRequest & {
  readonly tools?: readonly string[];
  readonly named?: readonly string[];
  readonly lacks?: readonly string[];
  readonly count?: Bounds;
};

/** What a host may say wrongly to the model. */
export const modelSpoils = {
  asked: spoil<{ times: Bounds }>(({ times }, trace) => {
    const all = chatRequests(trace);
    const extra: ModelAsked = {
      seq: 0,
      at: 0,
      kind: "model-asked",
      method: "POST",
      path: "/api/chat",
      api: "ollama",
      headers: {},
      body: {},
      status: 200,
      outcome: "answered",
    };
    return miscounted(trace, "a request to the model", all, times, extra);
  }),
  offered: spoil<Offered>(({ request, tools = [], named = [], lacks = [], count }, trace) => [
    ...[...tools, ...named].map((name) =>
      saying(
        trace,
        request,
        `does not offer ${name}`,
        withTools(() => []),
      ),
    ),
    ...lacks.map((name) =>
      saying(
        trace,
        request,
        `offers ${name}`,
        withTools((all) => [...all, toolNamed(name)]),
      ),
    ),
    ...(count === undefined
      ? []
      : [
          saying(
            trace,
            request,
            "offers another number of tools",
            withTools((all) => offCount(all, count)),
          ),
        ]),
  ]),
  offeredAs: spoil<OfRequest & { schema?: Json; describes?: string }>(({ request, schema, describes }, trace) => [
    saying(
      trace,
      request,
      "does not offer the tool",
      withTools(() => []),
    ),
    ...(schema === undefined
      ? []
      : [
          saying(
            trace,
            request,
            "offers it with another schema",
            withTools((all) => all.map(withSchema)),
          ),
        ]),
    ...(describes === undefined
      ? []
      : [
          saying(
            trace,
            request,
            "offers it without its description",
            withTools((all) => all.map(withoutDescription)),
          ),
        ]),
  ]),
  names: spoil<OfRequest & { pattern: string }>(({ request, pattern }, trace) => [
    saying(
      trace,
      request,
      "offers a tool twice",
      withTools((all) => [...all, ...all]),
    ),
    // Where any text is a name, only their number can be wrong.
    ...(new RegExp(pattern, "u").test(unfit)
      ? []
      : [
          saying(
            trace,
            request,
            "offers a name that does not fit",
            withTools((all) => [...all, toolNamed(unfit)]),
          ),
        ]),
  ]),
  told: spoil<Told>(({ request, role, has = [], lacks = [] }, trace) => [
    ...has.map((text) =>
      saying(
        trace,
        request,
        `does not say ${JSON.stringify(text)}`,
        withMessages(() => []),
      ),
    ),
    ...lacks.map((text) =>
      saying(
        trace,
        request,
        `says ${JSON.stringify(text)}`,
        withMessages((all) => [...all, { role: role ?? "user", content: text }]),
      ),
    ),
  ]),
  history: spoil<OfRequest>(({ request }, trace) => [
    saying(
      trace,
      request,
      "leaves out the last message",
      withMessages((all) => all.slice(0, -1)),
    ),
  ]),
  paired: spoil<OfRequest>((_wanted, trace) => [
    {
      does: "leaves out the results of calls",
      trace: asking(
        trace,
        chatRequests(trace),
        withMessages((all) => all.filter((message) => valueAt(message, "role") !== "tool")),
      ),
    },
  ]),
  requestField: spoil<OfRequest & { path: string; absent?: true }>(({ request, path, absent }, trace) => [
    saying(trace, request, `says otherwise at ${path}`, (body) =>
      asObject(withValueAt(body, path, absent === true ? "spoilt" : undefined)),
    ),
  ]),
} as const satisfies Readonly<Record<string, Spoil>>;

const unfit = "no\u0001name\n";

type Change = (body: JsonObject) => JsonObject;

/** A host that says something else in the request an expectation is about. */
function saying(trace: HostTrace, request: number | "last" | undefined, does: string, change: Change): DeviantHost {
  const found = chatRequests(trace).at(request === "last" ? -1 : (request ?? 0));
  return { does, trace: asking(trace, found === undefined ? [] : [found], change) };
}

function asking(trace: HostTrace, requests: readonly ModelAsked[], change: Change): HostTrace {
  const changed = new Set<unknown>(requests);
  return altered(trace, (event) =>
    event.kind === "model-asked" && changed.has(event) ? { ...event, body: change(asObject(event.body)) } : event,
  );
}

const listed = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : []);

const withTools =
  (change: (tools: readonly Json[]) => readonly Json[]): Change =>
  (body) => ({ ...body, tools: [...change(listed(body["tools"]))] });

const withMessages =
  (change: (messages: readonly Json[]) => readonly Json[]): Change =>
  (body) => ({ ...body, messages: [...change(listed(body["messages"]))] });

const toolNamed = (name: string): Json => ({
  type: "function",
  function: { name, description: "", parameters: { type: "object" } },
});

const offCount = (all: readonly Json[], count: Bounds): readonly Json[] =>
  within(0, count) ? Array.from({ length: 20_000 }, (_, index) => toolNamed(`spoilt_${index}`)) : all.slice(all.length);

const withSchema = (tool: Json): Json => ({
  ...asObject(tool),
  function: { ...asObject(valueAt(tool, "function")), parameters: { type: "object", properties: { spoilt: {} } } },
});

const withoutDescription = (tool: Json): Json => ({
  ...asObject(tool),
  function: { ...asObject(valueAt(tool, "function")), description: "" },
});
