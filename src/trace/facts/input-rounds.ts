import { type Json, valueAt } from "../../jsonrpc/json.ts";
import type { Trace } from "../trace.ts";
import { type ClientCall, clientCalls } from "./client-facts.ts";

/** A request of the client that was answered by a demand for input, the demand, and the retry. */
export type InputRound = { readonly asked: ClientCall; readonly demand: Json; readonly retry: ClientCall };

/** Every demand for input that was followed by a retry: the next request of the same method for the same thing that brings answers or a state. */
export function inputRounds(trace: Trace): readonly InputRound[] {
  return clientCalls(trace).flatMap((asked): InputRound[] => {
    const { request, answer } = asked;
    const demand = answer?.frame.kind === "result" ? answer.frame.result : undefined;
    if (answer === undefined || demand === undefined || valueAt(demand, "resultType") !== "input_required") return [];
    const name = (call: ClientCall) => valueAt(call.request.frame.params, "name") ?? valueAt(call.request.frame.params, "uri");
    const retry = clientCalls(trace, request.frame.method).find(
      (one) =>
        one.request.seq > answer.seq &&
        one.request.connection === request.connection &&
        name(one) === name(asked) &&
        (valueAt(one.request.frame.params, "inputResponses") !== undefined ||
          valueAt(one.request.frame.params, "requestState") !== undefined),
    );
    return retry === undefined ? [] : [{ asked, demand, retry }];
  });
}
