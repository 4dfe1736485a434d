import { isObject, valueAt } from "../../../jsonrpc/json.ts";
import { eraOf } from "../../../spec/revision.ts";
import { keysOf, listWalks, type ListWalk } from "../../../trace/facts/list-walk.ts";
import { clientCapabilitiesKey, notificationsFrom } from "../../../trace/facts/server-message.ts";
import { messagesOf } from "../../../trace/message.ts";
import { eventsOf, revisionsIn, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";
import { canonical, textOrJson } from "../../rules/text-forms.ts";

export const toolsSameForEveryClient: Check = {
  id: "tools.same-for-every-client",
  title: "A client without capabilities is offered the same tools as one with all of them",
  subject: "server",
  level: "PRACTICE",
  onRequest: "a server may leave out what a client cannot serve, and often does well to; this tells which tools those are",
  spec: { "2024-11-05": "server/tools#listing-tools" },
  capability: "tools",
  advice: "Expect users of simple clients not to find these tools: say so in the documentation, or offer them with a fallback.",
  tolerance:
    "Lists may change with time: only a tool that is in every list of one kind of client and in none of the other counts, and only lists asked for after the handshake.",
  verify(trace) {
    const walks = listWalks(trace, "tools").filter((walk) => walk.complete && isCurrent(trace, walk));
    const bare = walks.filter((walk) => offersNothing(trace, walk));
    const able = walks.filter((walk) => !offersNothing(trace, walk));
    if (walks.length > 0 && (bare.length === 0 || able.length === 0))
      return notApplicable("the tools were not listed both to a client with capabilities and to one without");
    return overall([...missing(able, bare, "without"), ...missing(bare, able, "with")], "no tools were listed");
  },
};

/** What is in every list of `some` and in none of `others`: clients with capabilities, or without. */
function missing(some: readonly ListWalk[], others: readonly ListWalk[], which: "with" | "without"): Exhibit[] {
  const offered = new Set(others.flatMap(keysOf));
  const [first, ...rest] = some.map((walk) => new Set(keysOf(walk)));
  const gone = [...(first ?? [])].filter((name) => rest.every((keys) => keys.has(name)) && !offered.has(name));
  const refs = [...others, ...some].map((walk) => walk.pages[0]?.call.answer.seq ?? 0);
  if (gone.length === 0) return refs.map((ref) => ({ ref }));
  const wrong = `not offered to a client ${which} capabilities: ${gone.slice(0, 10).join(", ")}${gone.length > 10 ? `, and ${gone.length - 10} more` : ""}`;
  return refs.map((ref) => ({ ref, wrong }));
}

/** Whether a list was asked for when the handshake was over, and not called outdated after it came. */
function isCurrent(trace: Trace, { connection, pages }: ListWalk): boolean {
  const asked = pages[0]?.call.request.seq ?? 0;
  const came = pages[0]?.call.answer.seq ?? 0;
  const shaken =
    revisionsIn(trace).every((revision) => eraOf(revision) === "stateless") ||
    messagesOf(trace, "sent", "notification").some(
      (message) =>
        message.connection === connection && message.seq < asked && message.frame.method === "notifications/initialized",
    );
  const outdated = notificationsFrom(trace, "notifications/tools/list_changed").some(
    (message) => message.connection === connection && message.seq > came,
  );
  return shaken && !outdated;
}

/** Whether the client that asked for a list declared no capability: in the request, else on its connection. */
function offersNothing(trace: Trace, { connection, pages }: ListWalk): boolean {
  const told = valueAt(pages[0]?.call.request.frame.params, "_meta", clientCapabilitiesKey);
  const declared = isObject(told)
    ? told
    : eventsOf(trace, "connect").find((connect) => connect.connection === connection)?.capabilities;
  return Object.keys(declared ?? {}).length === 0;
}

export const toolsDefinitionStable: Check = {
  id: "tools.definition-stable",
  title: "A tool has the same input schema for a client with and without capabilities",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#listing-tools" },
  capability: "tools",
  advice: "Offer a tool or leave it out, but describe it the same way to every client.",
  tolerance: "A tool whose schema differs between two lists for one kind of client changes with time, and is left out.",
  verify(trace) {
    const walks = listWalks(trace, "tools").filter((walk) => isCurrent(trace, walk));
    const bare = schemasOf(walks.filter((walk) => offersNothing(trace, walk)));
    const able = schemasOf(walks.filter((walk) => !offersNothing(trace, walk)));
    const both = [...bare].flatMap(([name, schemas]) => {
      const other = able.get(name);
      return other === undefined ? [] : [{ name, schemas, other }];
    });
    const steady = both.filter(({ schemas, other }) => schemas.texts.size === 1 && other.texts.size === 1);
    if (both.length > 0 && steady.length === 0) return notApplicable("the schemas of the tools change with time");
    return overall(
      steady.map(({ name, schemas, other }) => {
        const same = [...schemas.texts].every((text) => other.texts.has(text));
        return {
          ref: schemas,
          wrong: same ? undefined : `${JSON.stringify(name)} has another input schema without capabilities`,
        };
      }),
      "no tool was listed both to a client with capabilities and to one without",
    );
  },
};

type Schemas = { readonly seq: number; readonly texts: Set<string> };

/** The input schemas of each tool in some lists, as texts that are equal where the schemas are. */
function schemasOf(walks: readonly ListWalk[]): Map<string, Schemas> {
  const found = new Map<string, Schemas>();
  for (const { seq, item } of walks.flatMap(({ items }) => items)) {
    const name = textOrJson(item["name"]);
    const { texts } = found.get(name) ?? { texts: new Set<string>() };
    found.set(name, { seq, texts: texts.add(canonical(item["inputSchema"])) });
  }
  return found;
}
