import { type Json, valueAt } from "../../jsonrpc/json.ts";
import type { Trace } from "../trace.ts";
import { type ClientCall, clientCalls } from "./client-facts.ts";

/** A request of the client that was answered by a demand for input, the demand, and the retry. */
export type InputRound = { readonly asked: ClientCall; readonly demand: Json; readonly retry: ClientCall };

/** Every demand for input that was followed by a retry. */
export function inputRounds(trace: Trace): readonly InputRound[] {
  return clientCalls(trace).flatMap((asked): InputRound[] => {
    const { answer } = asked;
    const demand = answer?.frame.kind === "result" ? answer.frame.result : undefined;
    if (demand === undefined || valueAt(demand, "resultType") !== "input_required") return [];
    const retry = retryOf(trace, asked);
    return retry === undefined ? [] : [{ asked, demand, retry }];
  });
}

const param = ({ request }: ClientCall, name: string): Json | undefined => valueAt(request.frame.params, name);

const brings = (call: ClientCall): boolean =>
  param(call, "inputResponses") !== undefined || param(call, "requestState") !== undefined;

const thing = (call: ClientCall): string =>
  JSON.stringify([param(call, "name") ?? param(call, "uri"), call.request.frame.method]);

const same = (one: ClientCall, other: ClientCall): boolean =>
  thing(one) === thing(other) && JSON.stringify(param(one, "arguments")) === JSON.stringify(param(other, "arguments"));

/**
 * The next request for the same thing with the same arguments, if it brings answers or a state; or else, with other arguments, the very
 * next one for that thing, if it does and nobody else can have made it. A client may leave a demand alone, or have several calls open.
 */
function retryOf(trace: Trace, asked: ClientCall): ClientCall | undefined {
  const after = asked.answer?.seq ?? Infinity;
  const all = clientCalls(trace).filter(({ request }) => request.connection === asked.request.connection);
  const later = all.filter((one) => one.request.seq > after && thing(one) === thing(asked));
  const exact = later.find((one) => same(one, asked));
  if (exact !== undefined && brings(exact)) return exact;
  const [next] = later;
  if (next === undefined || !brings(next)) return undefined;
  const others = all.some((one) => one.request.seq < next.request.seq && one !== asked && same(one, next));
  return others ? undefined : next;
}
