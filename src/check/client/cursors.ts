import { groupBy } from "../../base/group-by.ts";
import type { ClientCall } from "../../trace/facts/client-facts.ts";
import { askedPages, cursorKey, cursorOf, cursorsGiven, nextOf } from "../../trace/facts/client/asked-pages.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall, overallIfAny } from "../outcome.ts";
import { shortJson } from "../rules/text-forms.ts";

const sameList = (one: ClientCall, other: ClientCall): boolean =>
  one.request.connection === other.request.connection && one.request.frame.method === other.request.frame.method;

/** A cursor ends with its session. */
export const cursorNotKept: Check = {
  id: "pagination.client-cursor-not-kept",
  title: "No cursor of an earlier session is sent in a new one",
  subject: "client",
  level: "MUST",
  spec: { "2024-11-05": "server/utilities/pagination#implementation-guidelines", "2026-07-28": "removed" },
  advice: "Forget cursors when the session ends, and begin lists from the start in the next one.",
  verify(trace) {
    const isGiven = cursorsGiven(trace);
    return overall(
      askedPages(trace).flatMap((call): Exhibit[] => {
        const { request } = call;
        const cursor = cursorOf(call);
        // What nobody ever gave is the matter of another check.
        if (cursor === undefined || !isGiven(call)) return [];
        const here = isGiven(call, (page) => page.request.connection === request.connection);
        return [
          {
            ref: request,
            wrong: here ? undefined : `${request.frame.method} was sent ${shortJson(cursor)}, of an earlier session`,
          },
        ];
      }),
      "the client sent no cursor",
    );
  },
};

/** A cursor that was refused is of no more use. */
export const cursorDiscarded: Check = {
  id: "pagination.client-cursor-discarded",
  title: "A cursor the server refused is not sent again; the list is begun anew",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "server/utilities/caching#interaction-with-pagination" },
  advice: "Discard the pages you have and ask again without a cursor when a cursor is refused.",
  verify(trace) {
    const all = askedPages(trace);
    return overall(
      all.flatMap((call): Exhibit[] => {
        const { request, answer } = call;
        const cursor = cursorOf(call);
        if (cursor === undefined || answer?.frame.kind !== "error") return [];
        const next = all.find((one) => one.request.seq > answer.seq && sameList(one, call));
        const again = next !== undefined && cursorOf(next) === cursor;
        return [
          {
            ref: next?.request ?? answer,
            wrong: again ? `${request.frame.method} was sent ${shortJson(cursor)} again` : undefined,
          },
        ];
      }),
      "no server refused a cursor",
    );
  },
};

/** So many times the same cursor in a row is a loop. */
const mostSame = 30;

/** A list that leads in a circle is left. */
export const circleLeft: Check = {
  id: "pagination.client-circle-left",
  title: "A list whose pages name themselves as the next one is left",
  subject: "client",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/utilities/pagination#pagination-flow" },
  advice: "Stop when a page names a cursor that was asked for already.",
  verify(trace) {
    const all = askedPages(trace);
    const asked = groupBy(all, (one) => `${one.request.connection} ${cursorKey(one, cursorOf(one))}`);
    return overallIfAny(
      all.flatMap((call): Exhibit[] => {
        const { request } = call;
        const cursor = cursorOf(call);
        if (cursor === undefined || nextOf(call) !== cursor) return [];
        const same = asked.get(`${request.connection} ${cursorKey(call, cursor)}`)?.length ?? 0;
        const wrong =
          same >= mostSame ? `${request.frame.method} was sent the same cursor ${mostSame} times and more` : undefined;
        return [{ ref: request, wrong }];
      }),
      "no page named itself to a client that asks for further pages",
    );
  },
};
