import { invalidParams, methodNotFound } from "../../jsonrpc/error-codes.ts";
import { valueAt, type Json } from "../../jsonrpc/json.ts";
import { goesInCircles, keysOf, type ListWalk, listWalks, repeated } from "../../trace/facts/list-walk.ts";
import { type Call, calls, lastOf } from "../../trace/call.ts";
import { type ListName, listMethods, listPages } from "../../trace/facts/server-facts.ts";
import { errorCodeOf } from "../../trace/facts/tool-call.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { overTellingCalls } from "../rules/fails-anyway.ts";
import { type Exhibit, notApplicable, overall, overallIfAny } from "../outcome.ts";

const lists = Object.keys(listMethods) as readonly ListName[];
const allWalks = (trace: Trace): ListWalk[] => lists.flatMap((list) => listWalks(trace, list));
const pagedWalks = (trace: Trace): ListWalk[] => allWalks(trace).filter((walk) => walk.pages[0]?.nextCursor !== undefined);

/** Cursors the server gave out for a list. */
function givenCursors(trace: Trace, list: ListName): Set<Json | undefined> {
  return new Set(listPages(trace, list).map((page) => page.nextCursor));
}

export const paginationCursorString: Check = {
  id: "pagination.cursor-string",
  title: "nextCursor is a string, or absent",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/utilities/pagination#pagination-model" },
  advice: "Leave nextCursor out on the last page (no null), and write it as text on the others.",
  verify(trace) {
    return overall(
      lists.flatMap((list) =>
        listPages(trace, list).map((page) => ({
          ref: page.call.answer,
          wrong:
            page.nextCursor === undefined || typeof page.nextCursor === "string"
              ? undefined
              : `nextCursor of ${listMethods[list].method} is ${JSON.stringify(page.nextCursor)}`,
        })),
      ),
      "no list was answered",
    );
  },
};

/** Pages without any item after which a list is not believed to come to something. */
const manyPages = 20;

export const paginationTerminates: Check = {
  id: "pagination.terminates",
  title: "Following nextCursor comes to an end",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/utilities/pagination#implementation-guidelines" },
  advice: "Move the cursor on with every page, and leave it out on the last.",
  verify(trace) {
    return overall(
      allWalks(trace).flatMap((walk): Exhibit[] => {
        const { method } = listMethods[walk.list];
        const ref = walk.pages.at(-1)?.call.answer.seq ?? 0;
        const cursors = walk.pages.map((page) => page.nextCursor).filter((cursor) => cursor !== undefined);
        const again = cursors.find((cursor, index) => cursors.indexOf(cursor) !== index);
        if (again !== undefined) return [{ ref, wrong: `${method} gave the cursor ${JSON.stringify(again)} twice in one walk` }];
        if (walk.complete) return [{ ref }];
        // A long list is no fault; one page after another with nothing on it is.
        const isBarren = walk.pages.length >= manyPages && walk.items.length === 0;
        return isBarren ? [{ ref, wrong: `${method} gave ${walk.pages.length} pages without an item, and no end` }] : [];
      }),
      "no list was followed to its end",
    );
  },
};

export const paginationNoDuplicates: Check = {
  id: "pagination.no-duplicates",
  title: "No item appears on two pages of one walk",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/utilities/pagination#implementation-guidelines" },
  advice: "Begin each page after the last item of the one before.",
  tolerance: "From 2026-07-28 on pages need not be consistent when the data changes between them.",
  explains: [{ checks: ["resources.uri-unique", "tools.names-unique", "prompts.names-unique"], within: "connection" }],
  verify(trace) {
    const several = pagedWalks(trace).filter((walk) => walk.pages.length > 1);
    const paged = several.filter((walk) => !goesInCircles(walk));
    if (several.length > 0 && paged.length === 0)
      return notApplicable("the list goes in circles, which is judged by pagination.terminates");
    return overallIfAny(
      paged.map((walk) => {
        const keys = keysOf(walk);
        const again = repeated(keys).find((key) => !onOnePage(walk, key));
        return {
          ref: walk.pages.at(-1)?.call.answer.seq ?? 0,
          wrong: again === undefined ? undefined : `${JSON.stringify(again)} came twice in ${listMethods[walk.list].method}`,
        };
      }),
      "no list has more than one page",
    );
  },
};

/** Twice on one page is another fault (names that are not unique). */
function onOnePage(walk: ListWalk, key: string): boolean {
  return new Set(walk.items.filter((one) => keysOf({ ...walk, items: [one] })[0] === key).map(({ seq }) => seq)).size === 1;
}

export const paginationCursorAccepted: Check = {
  id: "pagination.cursor-accepted",
  title: "A cursor the server gave is accepted",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/utilities/pagination#implementation-guidelines" },
  advice: "Answer the next page for every cursor you hand out, the empty string included.",
  verify(trace) {
    const looked = lists.flatMap((list) =>
      listCalls(trace, list)
        .filter((call) => givenCursors(trace, list).has(cursorOf(call)))
        .map((call) => ({
          ref: lastOf(call),
          wrong:
            errorCodeOf(call) === undefined
              ? undefined
              : `${listMethods[list].method} refused its own cursor with ${JSON.stringify(errorCodeOf(call))}`,
        })),
    );
    if (looked.length === 0 && allWalks(trace).length > 0) return notApplicable("no list has more than one page");
    return overall(looked, "no list was answered");
  },
};

export const paginationInvalidCursor: Check = {
  id: "pagination.invalid-cursor",
  title: "A cursor the server never gave is answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/utilities/pagination#error-handling" },
  advice: "Check the cursor, also when all items fit on one page, and answer with error -32602.",
  verify(trace) {
    const special = lists.flatMap((list) =>
      listCalls(trace, list).filter(
        (call) => !givenCursors(trace, list).has(cursorOf(call)) && errorCodeOf(call) !== methodNotFound,
      ),
    );
    const isControl = (call: Call): boolean => cursorOf(call) === undefined;
    const none = "no list was asked for with a cursor the server never gave";
    return overTellingCalls(trace, { special, isControl, none }, (call) => ({ ref: lastOf(call), wrong: cursorDefect(call) }));
  },
};

function cursorDefect(call: Call): string | undefined {
  const { method } = call.request.frame;
  const code = errorCodeOf(call);
  if (code === undefined) return `${method} accepted a cursor it never gave`;
  return code === invalidParams ? undefined : `${method}: error ${JSON.stringify(code)}, expected -32602`;
}

/** Answered list requests with a cursor. */
function listCalls(trace: Trace, list: ListName): Call[] {
  return calls(trace, listMethods[list].method).filter((call) => call.answer !== undefined && cursorOf(call) !== undefined);
}

const cursorOf = (call: Call): Json | undefined => valueAt(call.request.frame.params, "cursor");
