import { memoized, memoizedBy } from "../../base/memoized.ts";
import { valueAt, asObject, isArray, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { capabilityPath } from "../../spec/capability-path.ts";
import { internalError } from "../../jsonrpc/error-codes.ts";
import { answered, calls, refused, type AnsweredCall, type RefusedCall } from "../call.ts";
import type { Trace } from "../trace.ts";

/** What a server announced about itself: the answer to `initialize` or to `server/discover`. */
export type Announcement = {
  readonly seq: number;
  readonly connection: number;
  readonly capabilities: JsonObject;
  readonly result: JsonObject;
};

/** The announcements of a trace, in order: one for each answered `initialize` or `server/discover`. */
export const announcements = memoized((trace: Trace): readonly Announcement[] =>
  answered(calls(trace))
    .filter((call) => call.request.frame.method === "initialize" || call.request.frame.method === "server/discover")
    .map((call) => {
      const result = asObject(call.answer.frame.result);
      return { seq: call.answer.seq, connection: call.answer.connection, capabilities: asObject(result["capabilities"]), result };
    }),
);

/** Whether the server declared a capability, by dotted path (`tools`, `resources.subscribe`); undefined before it said anything. */
export function declares(trace: Trace, capability: string): boolean | undefined {
  const all = announcements(trace);
  if (all.length === 0) return undefined;
  return all.some((announcement) => {
    const value = valueAt(announcement.capabilities, ...capabilityPath(capability));
    return value !== undefined && value !== false && value !== null;
  });
}

/** Whether the server offers completion: it declared so, or, where there is no word for that (2024-11-05), it completed something. */
export function offersCompletion(trace: Trace): boolean {
  return declares(trace, "completions") === true || answered(calls(trace, "completion/complete")).length > 0;
}

/** The lists a server can be asked for: the method, and the member of its result that holds the items. */
export const listMethods = {
  tools: { method: "tools/list", member: "tools" },
  resources: { method: "resources/list", member: "resources" },
  resourceTemplates: { method: "resources/templates/list", member: "resourceTemplates" },
  prompts: { method: "prompts/list", member: "prompts" },
} as const;

/** The name of a list. */
export type ListName = keyof typeof listMethods;

/** One page of a list: the answer it came in and its items, well-formed or not. */
export type ListPage = { readonly call: AnsweredCall; readonly items: readonly Json[]; readonly nextCursor: Json | undefined };

/** The pages of a list that were received, in order, over all connections. */
export const listPages = memoizedBy((trace: Trace, list: ListName): readonly ListPage[] => {
  const { method, member } = listMethods[list];
  return answered(calls(trace, method)).map((call) => {
    const items = valueAt(call.answer.frame.result, member);
    return { call, items: isArray(items) ? items : [], nextCursor: valueAt(call.answer.frame.result, "nextCursor") };
  });
});

/**
 * Whether everything a server can list of a family (`tools`, `prompts`, `resources` with their templates) was asked for and answered
 * with nothing, to the end of the list; false for what is no family.
 */
export function listsNothing(trace: Trace, family: string): boolean {
  const lists: readonly ListName[] =
    family === "resources" ? ["resources", "resourceTemplates"] : family === "tools" || family === "prompts" ? [family] : [];
  const answers = lists.map((list) => listPages(trace, list));
  // Templates are not always there to be asked for; what lists something is no empty list, and neither is what is no list at all.
  return (
    (answers[0]?.length ?? 0) > 0 &&
    answers.every((pages, index) => pages.every((page) => isEmpty(page, lists[index] ?? "tools")))
  );
}

/**
 * The first internal error that a list was answered with, where it was never answered with anything better: so answers an honest
 * server that cannot reach what it lists. Undefined for what is no family.
 */
export function listFailure(trace: Trace, family: string): RefusedCall | undefined {
  if (family !== "tools" && family !== "prompts" && family !== "resources") return undefined;
  const asked = calls(trace, listMethods[family].method);
  if (answered(asked).length > 0) return undefined;
  return refused(asked).find(({ answer }) => answer.frame.error.code === internalError);
}

function isEmpty({ call, items, nextCursor }: ListPage, list: ListName): boolean {
  return items.length === 0 && nextCursor === undefined && isArray(valueAt(call.answer.frame.result, listMethods[list].member));
}

/** An item of a list with the event that brought it. */
export type Listed = { readonly seq: number; readonly connection: number; readonly item: JsonObject };

/** The well-formed items of a list, each with the event that brought it, in order, over all connections. */
export const listed = memoizedBy((trace: Trace, list: ListName): readonly Listed[] =>
  listPages(trace, list).flatMap(({ call, items }) =>
    items.filter(isObject).map((item) => ({ seq: call.answer.seq, connection: call.answer.connection, item })),
  ),
);
