import { valueAt, isArray } from "../../jsonrpc/json.ts";
import { eraOf } from "../../spec/revision.ts";
import { keysOf, type ListWalk, listWalks } from "../../trace/facts/list-walk.ts";
import { calls } from "../../trace/call.ts";
import { isSuccess, mediaType, responded } from "../../trace/facts/http-facts.ts";
import { httpExchanges } from "../../trace/http-exchange.ts";
import { notificationsFrom } from "../../trace/facts/server-message.ts";
import { declares } from "../../trace/facts/server-facts.ts";
import { revisionsIn, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { inconclusive, notApplicable, overall, overallIfAny, type Outcome } from "../outcome.ts";
import type { ListFamily } from "./list-family.ts";

const methods = {
  tools: "notifications/tools/list_changed",
  resources: "notifications/resources/list_changed",
  prompts: "notifications/prompts/list_changed",
} as const;

const filters = { tools: "toolsListChanged", resources: "resourcesListChanged", prompts: "promptsListChanged" } as const;

/** From 2025-06-18 on only negotiated capabilities may be used: no list_changed without listChanged. */
export function listChangedDeclared(family: ListFamily): Check {
  return {
    id: `${family}.list-changed-declared`,
    title: `${methods[family]} is sent only by a server that declared ${family}.listChanged`,
    subject: "server",
    level: "MUST",
    spec: { "2025-06-18": "basic/lifecycle#operation", "2026-07-28": "removed" },
    advice: `Declare "${family}": { "listChanged": true }, or do not send the notification.`,
    verify: (trace) => declaredChange(trace, family),
  };
}

/** The same before 2025-06-18, where it was advice. */
export function listChangedAnnounced(family: ListFamily): Check {
  return {
    id: `${family}.list-changed-announced`,
    title: `${methods[family]} is announced by ${family}.listChanged`,
    subject: "server",
    level: "SHOULD",
    spec: { "2024-11-05": "basic/lifecycle#operation", "2025-06-18": "removed" },
    advice: `Declare "${family}": { "listChanged": true }, or do not send the notification.`,
    verify: (trace) => declaredChange(trace, family),
  };
}

function declaredChange(trace: Trace, family: ListFamily): Outcome {
  const declared = declares(trace, `${family}.listChanged`);
  const sent = notificationsFrom(trace, methods[family]);
  if (declared === undefined) return inconclusive("the server announced no capabilities");
  if (sent.length === 0) return notApplicable(`the server sent no ${methods[family]}`);
  return overall(
    sent.map((message) => ({
      ref: message,
      wrong: declared ? undefined : `${methods[family]} was sent, but ${family}.listChanged is not declared`,
    })),
    "nothing was sent",
  );
}

/** A list that changed while somebody listened is announced. */
export function listChangedSent(family: ListFamily): Check {
  return {
    id: `${family}.list-changed-sent`,
    title: `A change of the ${family} list is announced with ${methods[family]}`,
    subject: "server",
    level: "SHOULD",
    spec: { "2024-11-05": `server/${family}#list-changed-notification` },
    capability: `${family}.listChanged`,
    advice: "Send the notification when the list changes: clients keep what they listed until they are told.",
    verify(trace) {
      return overallIfAny(
        changes(trace, family).map(({ before, after }) => ({
          ref: after.pages[0]?.call.answer.seq ?? 0,
          wrong: announcedBetween(trace, family, before, after)
            ? undefined
            : `the list changed between #${firstSeq(before)} and #${firstSeq(after)} without ${methods[family]}`,
          // Many changes may be announced at once, a moment later.
          timing: true,
        })),
        "the list did not change while a client could be notified",
      );
    },
  };
}

function changes(trace: Trace, family: ListFamily): { before: ListWalk; after: ListWalk }[] {
  const walks = listWalks(trace, family).filter((walk) => walk.complete);
  return walks.flatMap((after) => {
    const before = walks.findLast((other) => other.connection === after.connection && firstSeq(other) < firstSeq(after));
    if (before === undefined || sameSet(before, after) || !listening(trace, family, before, after)) return [];
    return [{ before, after }];
  });
}

/** Stateful clients are told unasked, over Streamable HTTP on a stream that stands for it; stateless ones only on a subscription. */
function listening(trace: Trace, family: ListFamily, before: ListWalk, after: ListWalk): boolean {
  if (revisionsIn(trace).every((revision) => eraOf(revision) === "stateful"))
    return trace.subject.transport !== "http" || hasOwnStream(trace, before, after);
  return calls(trace, "subscriptions/listen").some(
    (call) =>
      call.request.connection === after.connection &&
      call.request.seq < firstSeq(before) &&
      valueAt(call.request.frame.params, "notifications", filters[family]) === true &&
      (call.answer === undefined || call.answer.seq > firstSeq(after)),
  );
}

/** Whether a stream of GET stood on the connection from before the first walk until after the second. */
function hasOwnStream(trace: Trace, before: ListWalk, after: ListWalk): boolean {
  return responded(httpExchanges(trace, "GET")).some(
    (one) =>
      one.connection === after.connection &&
      isSuccess(one.response.status) &&
      mediaType(one) === "text/event-stream" &&
      one.response.seq < firstSeq(before) &&
      (one.end === undefined || one.end.seq > firstSeq(after)),
  );
}

function announcedBetween(trace: Trace, family: ListFamily, before: ListWalk, after: ListWalk): boolean {
  return notificationsFrom(trace, methods[family]).some(
    (message) => message.connection === after.connection && message.seq > firstSeq(before),
  );
}

const firstSeq = (walk: ListWalk): number => walk.pages[0]?.call.request.seq ?? 0;

/** Whether two walks hold the same identifiers, in any order. */
export function sameSet(one: ListWalk, other: ListWalk): boolean {
  const [a, b] = [new Set(keysOf(one)), new Set(keysOf(other))];
  return a.size === b.size && [...a].every((key) => b.has(key));
}

/** 2026-07-28: the list is the same on every connection of the same client. */
export function sameOnEveryConnection(family: ListFamily): Check {
  return {
    id: `${family}.list-same-on-connections`,
    title: `The ${family} list does not vary from connection to connection`,
    subject: "server",
    level: "MUST NOT",
    spec: { "2026-07-28": `server/${family}#capabilities` },
    capability: family,
    connections: 2,
    advice: "Keep no per-connection state: derive the list from the request and its authorization alone.",
    tolerance:
      "Lists may change over time and with what the client declares, so only connections with equal client capabilities are compared, what one is shown with what the other was shown last, and lists that differ count only when the list stayed the same within each connection, or was the same on one of them before and after it was asked for on the other, and no change was announced meanwhile.",
    verify(trace) {
      const walks = listWalks(trace, family).filter((walk) => walk.complete);
      const connections = [...new Set(walks.map((walk) => walk.connection))];
      const pairs = walks.flatMap((other, place) =>
        connections.flatMap((connection) => {
          const one = walks.slice(0, place).findLast((walk) => walk.connection === connection && toldIn(walk) === toldIn(other));
          if (one === undefined || connection === other.connection) return [];
          const isSame = sameSet(one, other);
          return isSame || staysTheSame(trace, walks, one, other) ? [{ one, other, isSame }] : [];
        }),
      );
      if (pairs.length === 0 && connections.length > 1)
        return notApplicable("the list changed, or was asked for with different client capabilities");
      return overall(
        pairs.map(({ one, other, isSame }) => ({
          ref: other.pages[0]?.call.answer.seq ?? 0,
          wrong: isSame ? undefined : `${difference(one, other)} (#${firstSeq(one)} and #${firstSeq(other)})`,
          // A list that fills up after the start is another one on a connection that is a moment older.
          timing: true,
        })),
        "the list was not asked for on two connections with equal client capabilities",
      );
    },
  };
}

/** What a client declares where it asks for a list. */
const toldIn = (walk: ListWalk): string =>
  JSON.stringify(valueAt(walk.pages[0]?.call.request.frame.params, "_meta", capabilitiesKey) ?? {});

/** Whether time explains no difference of two lists: nothing has changed, or what one connection saw is the same again after the other. */
function staysTheSame(trace: Trace, walks: readonly ListWalk[], one: ListWalk, other: ListWalk): boolean {
  const changed = notificationsFrom(trace, methods[one.list as ListFamily]);
  const stable = (walk: ListWalk): boolean =>
    walks.every((same) => same.connection !== walk.connection || sameSet(same, walk)) &&
    !changed.some((message) => message.connection === walk.connection);
  const after = walks.find(
    (walk) => walk.connection === one.connection && toldIn(walk) === toldIn(one) && firstSeq(walk) > lastSeq(other),
  );
  // A change that is announced meanwhile may have been taken back.
  const isAsBefore =
    after !== undefined && sameSet(one, after) && !changed.some(({ seq }) => seq > firstSeq(one) && seq < lastSeq(after));
  return isAsBefore || (stable(one) && stable(other));
}

const lastSeq = (walk: ListWalk): number => walk.pages.at(-1)?.call.answer.seq ?? 0;

const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

function difference(one: ListWalk, other: ListWalk): string {
  const [a, b] = [new Set(keysOf(one)), new Set(keysOf(other))];
  const gone = [...a].filter((key) => !b.has(key));
  const added = [...b].filter((key) => !a.has(key));
  return [
    ...(gone.length === 0 ? [] : [`only on connection ${one.connection}: ${gone.slice(0, 3).join(", ")}`]),
    ...(added.length === 0 ? [] : [`only on connection ${other.connection}: ${added.slice(0, 3).join(", ")}`]),
  ].join("; ");
}

/** What has no usable icon source: a client must refuse anything but http(s) and `data:`. */
export function iconsUsable(family: ListFamily): Check {
  return {
    id: `${family}.icons-usable`,
    title: `Icons of ${family} are http(s) or data: URIs`,
    subject: "server",
    level: "PRACTICE",
    spec: { "2025-11-25": "basic#icons" },
    capability: family,
    advice: "Give icons an https: or data: URI: clients have to refuse every other scheme.",
    verify(trace) {
      const icons = listWalks(trace, family).flatMap((walk) =>
        walk.items.flatMap(({ seq, item }) => {
          const found = item["icons"];
          return (isArray(found) ? found : []).map((icon) => ({ seq, src: valueAt(icon, "src") }));
        }),
      );
      if (icons.length === 0) return notApplicable(`no ${family} with icons were listed`);
      return overall(
        icons.map(({ seq, src }) => ({
          ref: seq,
          wrong:
            typeof src === "string" && /^(https?:\/\/|data:)/i.test(src) ? undefined : `an icon with src ${JSON.stringify(src)}`,
        })),
        "no icons",
      );
    },
  };
}
