import type { Check } from "./check.ts";
import * as authChallenge from "./auth/challenge.ts";
import * as authMetadata from "./auth/metadata.ts";
import * as discoveryAnnounce from "./discovery/announce.ts";
import * as discoveryVersion from "./discovery/version.ts";
import * as httpHeaders from "./http/headers.ts";
import * as httpParameters from "./http/parameters.ts";
import * as httpPosting from "./http/posting.ts";
import * as httpRetired from "./http/retired.ts";
import * as httpSession from "./http/session.ts";
import * as jsonrpcCodes from "./jsonrpc/codes.ts";
import * as jsonrpcDeviant from "./jsonrpc/deviant.ts";
import * as jsonrpcEncoding from "./jsonrpc/encoding.ts";
import * as jsonrpcIds from "./jsonrpc/ids.ts";
import * as jsonrpcShape from "./jsonrpc/shape.ts";
import * as jsonrpcTolerance from "./jsonrpc/tolerance.ts";
import * as jsonrpcTraceContext from "./jsonrpc/trace-context.ts";
import * as lifecycleConduct from "./lifecycle/conduct.ts";
import * as lifecycleNegotiation from "./lifecycle/negotiation.ts";
import * as processArea from "./process.ts";
import * as security from "./security.ts";
import * as sseAnswers from "./sse/answers.ts";
import * as sseEvents from "./sse/events.ts";
import * as stdio from "./stdio.ts";
import * as caching from "./caching.ts";
import * as cancellation from "./cancellation.ts";
import * as cancellationIgnored from "./cancellation-ignored.ts";
import * as completion from "./completion.ts";
import * as elicitationForm from "./elicitation/form.ts";
import * as elicitationUrl from "./elicitation/url.ts";
import * as inputDemand from "./input/demand.ts";
import * as inputRetry from "./input/retry.ts";
import * as loggingLevel from "./logging/level.ts";
import * as loggingMessages from "./logging/messages.ts";
import * as pagination from "./pagination.ts";
import * as progress from "./progress.ts";
import * as promptsContent from "./prompts/content.ts";
import * as promptsRequests from "./prompts/requests.ts";
import * as resourcesContents from "./resources/contents.ts";
import * as resourcesList from "./resources/list.ts";
import * as resourcesOutside from "./resources/outside.ts";
import * as resourcesRead from "./resources/read.ts";
import * as roots from "./roots.ts";
import * as sampling from "./sampling.ts";
import * as schemaMessages from "./schema/messages.ts";
import * as schemaResults from "./schema/results.ts";
import * as subscriptionsLegacy from "./subscriptions/legacy.ts";
import * as subscriptionsListen from "./subscriptions/listen.ts";
import * as subscriptionsServed from "./subscriptions/served.ts";
import * as tasksAnswers from "./tasks/answers.ts";
import * as tasksLifecycle from "./tasks/lifecycle.ts";
import * as tasksRelated from "./tasks/related.ts";
import * as tasksRequests from "./tasks/requests.ts";
import * as tasksUndeclared from "./tasks/undeclared.ts";
import * as toolsArguments from "./tools/arguments.ts";
import * as toolsCall from "./tools/call.ts";
import * as toolsHeader from "./tools/header.ts";
import * as toolsList from "./tools/list.ts";
import * as toolsResult from "./tools/result.ts";
import * as toolsSchema from "./tools/schema.ts";

/** The areas, each a module that exports its checks and nothing else. A new area is one line here. */
const areas: readonly Readonly<Record<string, Check>>[] = [
  authChallenge,
  authMetadata,
  discoveryAnnounce,
  discoveryVersion,
  httpHeaders,
  httpParameters,
  httpPosting,
  httpRetired,
  httpSession,
  jsonrpcCodes,
  jsonrpcDeviant,
  jsonrpcEncoding,
  jsonrpcIds,
  jsonrpcShape,
  jsonrpcTolerance,
  jsonrpcTraceContext,
  lifecycleConduct,
  lifecycleNegotiation,
  processArea,
  security,
  sseAnswers,
  sseEvents,
  stdio,
  caching,
  cancellation,
  cancellationIgnored,
  completion,
  elicitationForm,
  elicitationUrl,
  inputDemand,
  inputRetry,
  loggingLevel,
  loggingMessages,
  pagination,
  progress,
  promptsContent,
  promptsRequests,
  resourcesContents,
  resourcesList,
  resourcesOutside,
  resourcesRead,
  roots,
  sampling,
  schemaMessages,
  schemaResults,
  subscriptionsLegacy,
  subscriptionsListen,
  subscriptionsServed,
  tasksAnswers,
  tasksLifecycle,
  tasksRelated,
  tasksRequests,
  tasksUndeclared,
  toolsArguments,
  toolsCall,
  toolsHeader,
  toolsList,
  toolsResult,
  toolsSchema,
];

/** Every check, sorted by id. */
export const checks: readonly Check[] = areas.flatMap((area) => Object.values(area)).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The check with this id. */
export function checkById(id: string): Check | undefined {
  return checks.find((check) => check.id === id);
}
