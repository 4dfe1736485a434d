import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { isPartlyRead } from "../../../trace/facts/unread.ts";
import { callsIn } from "../../../trace/told-steps.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";
import type { EventOf } from "../../../trace/wire-event.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { shortJson } from "../text-forms.ts";
import { endedClients } from "./ended-clients.ts";

/** The calls of tools among the steps of a scenario, in order: what each says, and where it stands. */
type Said = { readonly text: Json | undefined; readonly step: number };

function callsTold({ steps }: EventOf<"told">): readonly Said[] {
  return steps.flatMap((told, step) =>
    valueAt(told, "do") === "call-tool" ? [{ text: valueAt(told, "arguments", "text"), step }] : [],
  );
}

type Met = { readonly scenario: string; readonly oddity: string; readonly lawful: boolean };

/** What became of the call after an oddity, where the one before it was good; the wire and the driver must agree. */
function exhibitsOf(trace: Trace, { scenario, oddity, lawful }: Met): readonly Exhibit[] {
  const told = eventsOf(trace, "told").find((one) => one.scenario === scenario);
  if (told === undefined) return [];
  const calls = callsTold(told);
  const index = calls.findIndex(({ text }) => text === oddity);
  const reportOf = (said: Said | undefined): EventOf<"report"> | undefined =>
    eventsOf(trace, "report").find(({ connection, step }) => connection === told.connection && step === said?.step);
  if (index < 1 || reportOf(calls[index - 1])?.value["ok"] !== true) return [];
  const [during, next] = [reportOf(calls[index]), calls[index + 1]];
  if (during?.value["unsupported"] === true) return [];
  if (lawful && during?.value["ok"] === false && cameSoon(trace, scenario, oddity))
    return [{ ref: during, wrong: `the call failed: ${why(during)}` }];
  const after = reportOf(next);
  if (after === undefined) {
    const exit = eventsOf(trace, "exit").find(({ connection }) => connection === told.connection);
    if (exit === undefined || exit.code === null || exit.code === 0 || endedClients(trace).has(scenario)) return [];
    return [{ ref: exit, wrong: `the client ended with status ${exit.code}, though the call before was good` }];
  }
  if (after.value["unsupported"] === true || waitsForUs(trace, scenario, next?.text)) return [];
  if (after.value["ok"] !== true && (cameLate(trace, scenario, next?.text) || isPartlyRead(trace, scenario))) return [];
  return [{ ref: after, wrong: after.value["ok"] === true ? undefined : `the next call failed: ${why(after)}` }];
}

/** An answer that was on its way for longer may have come too late for the client, in ms. */
const soonMs = 1000;

/** Whether the answer to a call was sent at once, so that no time-out can have been over. */
const cameSoon = (trace: Trace, scenario: string, text: Json | undefined): boolean =>
  waitsFor(trace, scenario, text).some((ms) => ms < soonMs);

/** Whether it was sent so late that the client may have given the call up. */
const cameLate = (trace: Trace, scenario: string, text: Json | undefined): boolean =>
  waitsFor(trace, scenario, text).some((ms) => ms >= soonMs);

/** How long the answers to a call took mcpcheck, in ms. */
function waitsFor(trace: Trace, scenario: string, text: Json | undefined): readonly number[] {
  return callsIn(trace, scenario, "tools/call").flatMap(({ request, answer }) =>
    valueAt(request.frame.params, "arguments", "text") === text && answer !== undefined ? [answer.at - request.at] : [],
  );
}

const why = ({ value }: EventOf<"report">): string => shortJson(valueAt(value, "error", "message"));

/** Whether a call came in, and got no answer from mcpcheck: then nobody can blame the client. */
function waitsForUs(trace: Trace, scenario: string, text: Json | undefined): boolean {
  return callsIn(trace, scenario, "tools/call").some(
    ({ request, answer }) => valueAt(request.frame.params, "arguments", "text") === text && answer === undefined,
  );
}

/** An oddity of a server, met in a call of a scenario. */
export type Oddity = Pick<Check, "id" | "title" | "spec" | "advice"> &
  Partial<Pick<Check, "level" | "transports">> & {
    /** The id of the scenario, with its suite. */
    readonly scenario: string;
    /** What the call says that meets it; the calls before and after it are the controls. */
    readonly oddity?: string;
    /** A server may do this: so the call that meets it has to be good as well. */
    readonly lawful?: boolean;
  };

/** A check that a client goes on after something odd: the call after it is good, as the one before it was. */
export function goesOn({ scenario, oddity = "the oddity", lawful = false, level = "PRACTICE", ...rest }: Oddity): Check {
  return {
    ...rest,
    subject: "client",
    level,
    tolerance: "Only of drivers that report their steps, and whose call before the oddity was good.",
    verify: (trace) => overall(exhibitsOf(trace, { scenario, oddity, lawful }), "no driver that reports its steps met this"),
  };
}
