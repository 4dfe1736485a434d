import { groupBy } from "../../../base/group-by.ts";
import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import type { Trace } from "../../trace.ts";
import { type ClientCall, clientCalls } from "../client-facts.ts";

/** The requests of the client for a page of a list, in order, answered or not. */
export const askedPages = (trace: Trace): readonly ClientCall[] =>
  clientCalls(trace).filter(({ request }) => request.frame.method.endsWith("/list"));

/** The cursor that a page is asked for with. */
export const cursorOf = ({ request }: ClientCall): Json | undefined => valueAt(request.frame.params, "cursor");

/** The cursor that a page names as the one after it. */
export const nextOf = ({ answer }: ClientCall): Json | undefined =>
  answer?.frame.kind === "result" ? valueAt(answer.frame.result, "nextCursor") : undefined;

/** A cursor and the list it is one of, as a key. */
export const cursorKey = ({ request }: ClientCall, cursor: Json | undefined): string =>
  `${request.frame.method} ${JSON.stringify(cursor)}`;

/**
 * Tells whether a page, one of `which`, had named the cursor before it was asked for with it. A client that goes in a circle asks for
 * tens of thousands: each is looked up, not looked for.
 */
export function cursorsGiven(trace: Trace): (call: ClientCall, which?: (page: ClientCall) => boolean) => boolean {
  const naming = askedPages(trace).filter((page) => nextOf(page) !== undefined);
  const byCursor = groupBy(naming, (page) => cursorKey(page, nextOf(page)));
  return (call, which = () => true) =>
    (byCursor.get(cursorKey(call, cursorOf(call))) ?? []).some(
      (page) => (page.answer?.seq ?? Infinity) < call.request.seq && which(page),
    );
}
