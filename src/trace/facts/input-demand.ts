import { valueAt } from "../../jsonrpc/json.ts";
import { answered, type AnsweredCall, calls } from "../call.ts";
import type { Trace } from "../trace.ts";

/** Whether a result asks for input before the request can be done (2026-07-28, basic/patterns/mrtr). */
export const asksForInput = (call: AnsweredCall): boolean => valueAt(call.answer.frame.result, "resultType") === "input_required";

/** The calls the server answered by asking for input. */
export const inputDemands = (trace: Trace): AnsweredCall[] => answered(calls(trace)).filter(asksForInput);
