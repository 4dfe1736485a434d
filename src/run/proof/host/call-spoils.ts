import { type HostEvent, hostEvents, type HostTrace, type PersonAsked } from "../../../check/host/host-event.ts";
import { callsTo, sameJson } from "../../../check/host/server-messages.ts";
import type { Json, JsonObject } from "../../../jsonrpc/json.ts";
import { altered, enlarged, type Spoil, spoil, type DeviantHost } from "./spoil.ts";

type Calls = { readonly server?: string; readonly tool: string; readonly arguments: readonly JsonObject[] };
type Prompted = { readonly times: number; readonly has?: readonly string[]; readonly lacks?: readonly string[] };

/** What a host may do wrongly with calls that are judged one by one, with questions, and with programs. */
export const callSpoils = {
  reached: spoil<Calls>(({ server, tool, arguments: wanted }, trace) => wanted.map((one) => without(trace, server, tool, one))),
  heldBack: spoil<Calls & { says: readonly string[] }>(({ server = "s", tool, arguments: wanted, says }, trace) => [
    ...wanted.map((one) => ({ does: `carries out ${tool} ${JSON.stringify(one)}`, trace: calling(trace, server, tool, one) })),
    ...says.map((text) => ({ does: `does not tell the model "${text}"`, trace: hushed(trace, text) })),
  ]),
  prompted: spoil<Prompted>(({ times, has = [], lacks = [] }, trace) => [
    ...(times === 0 ? [] : [{ does: "asks nobody", trace: trace.filter(({ kind }) => kind !== "person-asked") }]),
    { does: "asks once more", trace: enlarged(trace, [question]) },
    ...has.map((text) => ({ does: `does not show "${text}"`, trace: asking(trace, () => "") })),
    ...lacks.map((text) => ({ does: `shows "${text}"`, trace: asking(trace, (old) => old + text) })),
  ]),
  ranPrograms: spoil<{ only: readonly string[] }>(({ only }, trace) => [
    { does: "starts another program", trace: enlarged(trace, [{ seq: 0, at: 0, kind: "program-started", name: "spoilt" }]) },
    ...only.map((name) => ({
      does: `does not start ${name}`,
      trace: trace.filter((event) => event.kind !== "program-started" || event.name !== name),
    })),
  ]),
  leftOut: spoil<{ servers: string }>(({ servers }, trace) =>
    hostEvents(trace, "configured")
      .filter(({ server }) => server.startsWith(servers))
      .map(({ server }) => ({
        does: `says nothing of ${lasting(server)}`,
        trace: hushed(trace, server, "host-end", "answered"),
      })),
  ),
} as const satisfies Readonly<Record<string, Spoil>>;

/** The name of a server without what differs each time: it may be made of the path of a program in the folder of the case. */
const lasting = (server: string): string => server.replace(/mcpcheck-host-\w{6}/, "mcpcheck-host");

const question: PersonAsked = { seq: 0, at: 0, kind: "person-asked", prompt: "spoilt", answer: null };

function without(trace: HostTrace, server: string | undefined, tool: string, wanted: Json): DeviantHost {
  const calls = callsTo(trace, server, tool).filter((call) => sameJson(call.arguments ?? {}, wanted));
  const dropped = new Set<HostEvent>(calls.map(({ event }) => event));
  return { does: `does not carry out ${tool} ${JSON.stringify(wanted)}`, trace: trace.filter((event) => !dropped.has(event)) };
}

function calling(trace: HostTrace, server: string, tool: string, args: JsonObject): HostTrace {
  const text = JSON.stringify({ jsonrpc: "2.0", id: 9999, method: "tools/call", params: { name: tool, arguments: args } });
  return enlarged(trace, [{ seq: 0, at: 0, kind: "server-received", server, instance: "spoilt", text }]);
}

/** The trace with a text gone from events of some kinds: by default from what the model is told. */
function hushed(trace: HostTrace, text: string, ...kinds: readonly HostEvent["kind"][]): HostTrace {
  const spoken = kinds.length === 0 ? ["model-asked"] : kinds;
  return altered(trace, (event) =>
    spoken.includes(event.kind)
      ? (JSON.parse(JSON.stringify(event).replaceAll(JSON.stringify(text).slice(1, -1), "…")) as HostEvent)
      : event,
  );
}

const asking = (trace: HostTrace, change: (prompt: string) => string): HostTrace =>
  altered(trace, (event) => (event.kind === "person-asked" ? { ...event, prompt: change(event.prompt) } : event));
