import { valueAt } from "../../jsonrpc/json.ts";
import { type ClientCall, clientCalls } from "../../trace/facts/client-facts.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall, overallIfAny } from "../outcome.ts";
import { shortJson } from "../rules/text-forms.ts";

const cursorOf = ({ request }: ClientCall) => valueAt(request.frame.params, "cursor");
const nextOf = ({ answer }: ClientCall) =>
  answer?.frame.kind === "result" ? valueAt(answer.frame.result, "nextCursor") : undefined;
const lists = (trace: Trace): readonly ClientCall[] =>
  clientCalls(trace).filter(({ request }) => request.frame.method.endsWith("/list"));

/** A cursor ends with its session. */
export const cursorNotKept: Check = {
  id: "pagination.client-cursor-not-kept",
  title: "No cursor of an earlier session is sent in a new one",
  subject: "client",
  level: "MUST",
  spec: { "2024-11-05": "server/utilities/pagination#implementation-guidelines", "2026-07-28": "removed" },
  advice: "Forget cursors when the session ends, and begin lists from the start in the next one.",
  verify: (trace) =>
    overall(
      lists(trace).flatMap((call): Exhibit[] => {
        const { request } = call;
        const cursor = cursorOf(call);
        const given = (one: ClientCall): boolean =>
          one.request.frame.method === request.frame.method &&
          nextOf(one) === cursor &&
          (one.answer?.seq ?? Infinity) < request.seq;
        // What nobody ever gave is the matter of another check.
        if (cursor === undefined || !lists(trace).some(given)) return [];
        const here = lists(trace).some((one) => given(one) && one.request.connection === request.connection);
        return [
          {
            ref: request,
            wrong: here ? undefined : `${request.frame.method} was sent ${shortJson(cursor)}, of an earlier session`,
          },
        ];
      }),
      "the client sent no cursor",
    ),
};

/** A cursor that was refused is of no more use. */
export const cursorDiscarded: Check = {
  id: "pagination.client-cursor-discarded",
  title: "A cursor the server refused is not sent again; the list is begun anew",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "server/utilities/caching#interaction-with-pagination" },
  advice: "Discard the pages you have and ask again without a cursor when a cursor is refused.",
  verify: (trace) =>
    overall(
      lists(trace).flatMap((call): Exhibit[] => {
        const { request, answer } = call;
        const cursor = cursorOf(call);
        if (cursor === undefined || answer?.frame.kind !== "error") return [];
        const later = lists(trace).filter(
          (one) =>
            one.request.seq > answer.seq &&
            one.request.connection === request.connection &&
            one.request.frame.method === request.frame.method,
        );
        const [next] = later;
        const again = next !== undefined && cursorOf(next) === cursor;
        return [
          {
            ref: next?.request ?? answer,
            wrong: again ? `${request.frame.method} was sent ${shortJson(cursor)} again` : undefined,
          },
        ];
      }),
      "no server refused a cursor",
    ),
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
  verify: (trace) =>
    overallIfAny(
      lists(trace).flatMap((call): Exhibit[] => {
        const cursor = cursorOf(call);
        if (cursor === undefined || nextOf(call) !== cursor) return [];
        const same = lists(trace).filter(
          (one) =>
            cursorOf(one) === cursor &&
            one.request.connection === call.request.connection &&
            one.request.frame.method === call.request.frame.method,
        );
        const wrong =
          same.length >= mostSame
            ? `${call.request.frame.method} was sent the same cursor ${mostSame} times and more`
            : undefined;
        return [{ ref: call.request, wrong }];
      }),
      "no page named itself to a client that asks for further pages",
    ),
};
