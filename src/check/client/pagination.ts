import { clientCalls, type ClientCall } from "../../trace/facts/client-facts.ts";
import { askedPages, cursorOf, cursorsGiven, nextOf } from "../../trace/facts/client/asked-pages.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall } from "../outcome.ts";
import { shortJson } from "../rules/text-forms.ts";
import { listsCutAtEmptyCursor } from "../rules/clients/reported-lists.ts";

const place = { "2024-11-05": "server/utilities/pagination#implementation-guidelines" } as const;

/** The requests of the client for a page of a list that were answered. */
const pages = (trace: Trace): readonly ClientCall[] => askedPages(trace).filter(({ answer }) => answer?.frame.kind === "result");

/** A cursor goes back as it came. */
export const clientCursorOpaque: Check = {
  id: "pagination.client-cursor-opaque",
  title: "Every cursor the client sends is one the server gave it for that list, unchanged",
  subject: "client",
  level: "MUST",
  spec: place,
  advice: "Send nextCursor back exactly as it came, whatever it looks like: never trim, decode or count it up.",
  verify(trace) {
    const isGiven = cursorsGiven(trace);
    return overall(
      askedPages(trace).flatMap((call): Exhibit[] => {
        const { request } = call;
        const cursor = cursorOf(call);
        if (cursor === undefined) return [];
        const wrong = isGiven(call)
          ? undefined
          : `${request.frame.method} was sent the cursor ${shortJson(cursor)}, which no page named`;
        return [{ ref: request, wrong }];
      }),
      "the client sent no cursor",
    );
  },
};

/** An empty cursor is a cursor. */
export const clientEmptyCursor: Check = {
  id: "pagination.client-empty-cursor",
  title: "An empty cursor is taken for a cursor, not for the end of the list",
  subject: "client",
  level: "MUST NOT",
  spec: { "2026-07-28": "server/utilities/pagination#implementation-guidelines" },
  advice: 'Go on while nextCursor is there and not null; do not test whether it is "truthy".',
  tolerance: "A client that never asks for a second page of any list is not judged.",
  explains: [{ checks: ["*.client-all-pages", "resources.client-all-templates"], within: "message", at: listsCutAtEmptyCursor }],
  verify(trace) {
    const walks = pages(trace).some((page) => cursorOf(page) !== undefined);
    return overall(
      pages(trace).flatMap((page): Exhibit[] => {
        if (nextOf(page) !== "" || !walks) return [];
        const { request, answer } = page;
        const next = clientCalls(trace, request.frame.method).find(
          (other) => other.request.seq > (answer?.seq ?? 0) && cursorOf(other) === "",
        );
        return [
          {
            ref: next?.request ?? answer ?? request,
            wrong: next === undefined ? `${request.frame.method} ended at an empty cursor` : undefined,
          },
        ];
      }),
      "no client that asks for further pages was given an empty cursor",
    );
  },
};

/** Whether a list was begun as often as a cursor was sent for it until `last`: then the client walks through it several times at once. */
function walksMore(calls: readonly ClientCall[], last: ClientCall): boolean {
  const until = calls.filter(({ request }) => request.seq <= last.request.seq);
  const begun = until.filter((call) => cursorOf(call) === undefined).length;
  return begun >= until.filter((call) => cursorOf(call) === cursorOf(last)).length;
}

/** Where no cursor comes, the list is at its end. */
export const clientStopsAtEnd: Check = {
  id: "pagination.client-stops-at-end",
  title: "The client takes a missing cursor for the end of a list",
  subject: "client",
  level: "SHOULD",
  spec: place,
  advice: "Stop when nextCursor is missing; do not ask for the last page again by its own cursor.",
  verify: (trace) =>
    overall(
      pages(trace).flatMap((page): Exhibit[] => {
        const { request, answer } = page;
        const cursor = cursorOf(page);
        if (nextOf(page) !== undefined || cursor === undefined || answer === undefined) return [];
        const own = clientCalls(trace, request.frame.method).filter((other) => other.request.connection === request.connection);
        const next = own.find((other) => other.request.seq > answer.seq);
        const repeats = next !== undefined && cursorOf(next) === cursor;
        const again = repeats && !walksMore(own, next) ? next : undefined;
        return [{ ref: again?.request ?? answer, wrong: again && `${request.frame.method} asked again for the last page` }];
      }),
      "the client reached the end of no list of several pages",
    ),
};
