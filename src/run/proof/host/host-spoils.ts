import type { ExpectationName } from "../../../check/host/expectations.ts";
import type { HostTrace } from "../../../check/host/host-event.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import { answerSpoils } from "./answer-spoils.ts";
import { callSpoils } from "./call-spoils.ts";
import { deliverySpoils } from "./delivery-spoils.ts";
import { modelSpoils } from "./model-spoils.ts";
import { processSpoils } from "./process-spoils.ts";
import { serverSpoils } from "./server-spoils.ts";
import { startSpoils } from "./start-spoils.ts";
import type { Spoil } from "./spoil.ts";

/**
 * For each expectation of host cases: what a host does that does not meet it, part by part. Given what a case wants and the
 * trace of a host that does it, they give traces of hosts that do everything else as well.
 */
const hostSpoils: Readonly<Record<ExpectationName, Spoil>> = {
  ...serverSpoils,
  ...processSpoils,
  ...modelSpoils,
  ...answerSpoils,
  ...startSpoils,
  ...callSpoils,
  ...deliverySpoils,
};

/** The traces of hosts that are wrong in what one expectation of a case is about, one for each part of it. */
export function spoiltBy(expect: { readonly [name: string]: Json }, trace: HostTrace) {
  return Object.entries(expect).flatMap(([name, wanted]) => hostSpoils[name as ExpectationName](wanted as never, trace));
}
