import { answered, field, noControl, sameText, secret, stream, survived } from "./expect-answers.ts";
import { heldBack, prompted, reached } from "./expect-calls.ts";
import { delivered } from "./expect-deliveries.ts";
import { asked, history, names, offered, offeredAs, paired, requestField, told } from "./expect-model.ts";
import { differs, everyLine, exited } from "./expect-output.ts";
import { argv, endedInOrder, environment, gone, hostEnded, started, startedIn } from "./expect-processes.ts";
import { leftOut, ranPrograms } from "./expect-programs.ts";
import { everyRequest } from "./expect-requests.ts";
import { called, header, http, notCalled, order, replied, saw, wellFormed } from "./expect-servers.ts";
import { refused, warned } from "./expect-start.ts";
import type { Expectation } from "./expectation.ts";

/** Everything a host case can expect: a closed set. A case names these; a new case costs no code. */
export const expectations = {
  called,
  notCalled,
  saw,
  order,
  wellFormed,
  everyRequest,
  replied,
  header,
  http,
  gone,
  started,
  endedInOrder,
  argv,
  startedIn,
  environment,
  hostEnded,
  asked,
  offered,
  offeredAs,
  names,
  told,
  history,
  paired,
  requestField,
  answered,
  field,
  stream,
  sameText,
  secret,
  noControl,
  survived,
  refused,
  warned,
  exited,
  everyLine,
  reached,
  heldBack,
  prompted,
  ranPrograms,
  leftOut,
  differs,
  delivered,
} as const satisfies Readonly<Record<string, Expectation>>;

/** The name of an expectation. */
export type ExpectationName = keyof typeof expectations;
