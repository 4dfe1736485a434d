import type { Check } from "./check.ts";
import * as auth from "./auth.ts";
import * as discoveryAnnounce from "./discovery/announce.ts";
import * as discoveryVersion from "./discovery/version.ts";
import * as httpHeaders from "./http/headers.ts";
import * as httpPosting from "./http/posting.ts";
import * as httpRetired from "./http/retired.ts";
import * as httpSession from "./http/session.ts";
import * as jsonrpcCodes from "./jsonrpc/codes.ts";
import * as jsonrpcDeviant from "./jsonrpc/deviant.ts";
import * as jsonrpcEncoding from "./jsonrpc/encoding.ts";
import * as jsonrpcIds from "./jsonrpc/ids.ts";
import * as jsonrpcShape from "./jsonrpc/shape.ts";
import * as jsonrpcTolerance from "./jsonrpc/tolerance.ts";
import * as lifecycleConduct from "./lifecycle/conduct.ts";
import * as lifecycleNegotiation from "./lifecycle/negotiation.ts";
import * as processArea from "./process.ts";
import * as security from "./security.ts";
import * as sseAnswers from "./sse/answers.ts";
import * as sseEvents from "./sse/events.ts";
import * as stdio from "./stdio.ts";

/** The areas, each a module that exports its checks and nothing else. A new area is one line here. */
const areas: readonly Readonly<Record<string, Check>>[] = [
  auth,
  discoveryAnnounce,
  discoveryVersion,
  httpHeaders,
  httpPosting,
  httpRetired,
  httpSession,
  jsonrpcCodes,
  jsonrpcDeviant,
  jsonrpcEncoding,
  jsonrpcIds,
  jsonrpcShape,
  jsonrpcTolerance,
  lifecycleConduct,
  lifecycleNegotiation,
  processArea,
  security,
  sseAnswers,
  sseEvents,
  stdio,
];

/** Every check, sorted by id. */
export const checks: readonly Check[] = areas.flatMap((area) => Object.values(area)).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The check with this id. */
export function checkById(id: string): Check | undefined {
  return checks.find((check) => check.id === id);
}
