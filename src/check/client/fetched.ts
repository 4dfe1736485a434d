import { isArray, isObject, valueAt } from "../../jsonrpc/json.ts";
import { askedOfClient } from "../../trace/facts/asked-of-client.ts";
import { clientCalls } from "../../trace/facts/client-facts.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overallIfAny } from "../outcome.ts";

/** What a client did with an address it was given on a connection: fetched it in the same scenario, or not. */
function exhibit(trace: Trace, given: { readonly seq: number; readonly connection: number }, path: string): Exhibit {
  const sessions = new Map(connections(trace).map(({ connection, session }) => [connection, session]));
  const fetched = eventsOf(trace, "fetched").find(
    ({ connection, url }) => url.startsWith(path) && sessions.get(connection) === sessions.get(given.connection),
  );
  return { ref: fetched ?? given.seq, wrong: fetched === undefined ? undefined : `it fetched ${fetched.url}` };
}

/** A page is opened by the user alone. */
export const urlNotFetched: Check = {
  id: "elicitation.client-url-not-fetched",
  title: "The URL of an elicitation is not fetched ahead of the user's consent",
  subject: "client",
  level: "MUST NOT",
  spec: { "2025-11-25": "client/elicitation#safe-url-handling" },
  advice: "Show the URL to the user; fetch neither the page nor an icon or a title of it.",
  verify: (trace) =>
    overallIfAny(
      askedOfClient(trace, "elicitation/create").flatMap(({ params, declared, reply, connection }): Exhibit[] => {
        if (params["mode"] !== "url" || !isObject(valueAt(declared, "elicitation", "url"))) return [];
        // Whoever accepts may have had the user's consent.
        if (reply?.kind !== "result" || reply.result["action"] === "accept") return [];
        return [exhibit(trace, { seq: reply.seq, connection }, "/elicited")];
      }),
      "no client with URL mode refused to open a page",
    ),
};

/** Schemas are not fetched. */
export const refsNotFetched: Check = {
  id: "schema.client-refs-not-fetched",
  title: "A $ref of a tool's schema that leads into the network is not fetched",
  subject: "client",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/index#ref-resolution" },
  advice: "Resolve references within the schema alone; what leads elsewhere is an error of the schema.",
  verify: (trace) =>
    overallIfAny(
      clientCalls(trace, "tools/list").flatMap(({ answer }): Exhibit[] => {
        const tools = answer?.frame.kind === "result" ? valueAt(answer.frame.result, "tools") : undefined;
        const leads = isArray(tools) && tools.some((tool) => JSON.stringify(tool).includes("/referred.json"));
        return answer === undefined || !leads ? [] : [exhibit(trace, answer, "/referred.json")];
      }),
      "no tool was listed whose schema leads into the network",
    ),
};
