// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { Check } from "./check.ts";
import * as clientAskedForms from "./client/asked/forms.ts";
import * as clientAskedRoots from "./client/asked/roots.ts";
import * as clientAskedSamples from "./client/asked/samples.ts";
import * as clientAskedTold from "./client/asked/told.ts";
import * as clientAuthAddresses from "./client/auth/addresses.ts";
import * as clientAuthClientId from "./client/auth/client-id.ts";
import * as clientAuthDiscovery from "./client/auth/discovery.ts";
import * as clientAuthPkce from "./client/auth/pkce.ts";
import * as clientAuthRegistrationForm from "./client/auth/registration-form.ts";
import * as clientAuthRegistration from "./client/auth/registration.ts";
import * as clientAuthResource from "./client/auth/resource.ts";
import * as clientAuthResponses from "./client/auth/responses.ts";
import * as clientAuthScope from "./client/auth/scope.ts";
import * as clientAuthTokens from "./client/auth/tokens.ts";
import * as clientAuthTrust from "./client/auth/trust.ts";
import * as clientCaching from "./client/caching.ts";
import * as clientCancellation from "./client/cancellation.ts";
import * as clientCursors from "./client/cursors.ts";
import * as clientDeclared from "./client/declared.ts";
import * as clientDiscoveryEnvelope from "./client/discovery/envelope.ts";
import * as clientDiscoveryEra from "./client/discovery/era.ts";
import * as clientExtensionsApps from "./client/extensions/apps.ts";
import * as clientExtensionsSkills from "./client/extensions/skills.ts";
import * as clientExtensionsTasks from "./client/extensions/tasks.ts";
import * as clientFetched from "./client/fetched.ts";
import * as clientHandedAsGiven from "./client/handed/as-given.ts";
import * as clientHandedKept from "./client/handed/kept.ts";
import * as clientHandedLists from "./client/handed/lists.ts";
import * as clientHttpBodies from "./client/http/bodies.ts";
import * as clientHttpHeaders from "./client/http/headers.ts";
import * as clientHttpMirrored from "./client/http/mirrored.ts";
import * as clientHttpMismatch from "./client/http/mismatch.ts";
import * as clientHttpParameters from "./client/http/parameters.ts";
import * as clientHttpSession from "./client/http/session.ts";
import * as clientHttpStreams from "./client/http/streams.ts";
import * as clientInput from "./client/input.ts";
import * as clientJsonrpcAnswers from "./client/jsonrpc/answers.ts";
import * as clientJsonrpcIds from "./client/jsonrpc/ids.ts";
import * as clientJsonrpcMessages from "./client/jsonrpc/messages.ts";
import * as clientLifecycleNegotiation from "./client/lifecycle/negotiation.ts";
import * as clientLifecycleOpening from "./client/lifecycle/opening.ts";
import * as clientLifecycleVersions from "./client/lifecycle/versions.ts";
import * as clientOddAnswers from "./client/odd/answers.ts";
import * as clientOddLines from "./client/odd/lines.ts";
import * as clientOddNews from "./client/odd/news.ts";
import * as clientOddOnce from "./client/odd/once.ts";
import * as clientOddOverHttp from "./client/odd/over-http.ts";
import * as clientOutputs from "./client/outputs.ts";
import * as clientPagination from "./client/pagination.ts";
import * as clientProgress from "./client/progress.ts";
import * as clientStdio from "./client/stdio.ts";
import * as clientTasksRelated from "./client/tasks/related.ts";
import * as clientTasksWaiting from "./client/tasks/waiting.ts";
import * as clientTasksWhich from "./client/tasks/which.ts";
import * as clientTools from "./client/tools.ts";
import * as clientWaits from "./client/waits.ts";
import * as serverAuthChallenge from "./server/auth/challenge.ts";
import * as serverAuthEveryRequest from "./server/auth/every-request.ts";
import * as serverAuthIdentities from "./server/auth/identities.ts";
import * as serverAuthMetadata from "./server/auth/metadata.ts";
import * as serverAuthOwnServer from "./server/auth/own-server.ts";
import * as serverAuthScope from "./server/auth/scope.ts";
import * as serverAuthTokens from "./server/auth/tokens.ts";
import * as serverCaching from "./server/caching.ts";
import * as serverCancellationEffect from "./server/cancellation/effect.ts";
import * as serverCancellationIgnored from "./server/cancellation/ignored.ts";
import * as serverCancellationNamed from "./server/cancellation/named.ts";
import * as serverCancellationServerCancels from "./server/cancellation/server-cancels.ts";
import * as serverCancellationWork from "./server/cancellation/work.ts";
import * as serverCompletion from "./server/completion.ts";
import * as serverDiscoveryAnnounce from "./server/discovery/announce.ts";
import * as serverDiscoveryAnonymous from "./server/discovery/anonymous.ts";
import * as serverDiscoveryVersion from "./server/discovery/version.ts";
import * as serverElicitationAnswers from "./server/elicitation/answers.ts";
import * as serverElicitationForm from "./server/elicitation/form.ts";
import * as serverElicitationUrl from "./server/elicitation/url.ts";
import * as serverExtensionsAppsLinks from "./server/extensions/apps-links.ts";
import * as serverExtensionsAppsViews from "./server/extensions/apps-views.ts";
import * as serverExtensionsSkillsEntries from "./server/extensions/skills-entries.ts";
import * as serverExtensionsSkillsFiles from "./server/extensions/skills-files.ts";
import * as serverExtensionsSkillsListing from "./server/extensions/skills-listing.ts";
import * as serverExtensionsTasksCreation from "./server/extensions/tasks-creation.ts";
import * as serverExtensionsTasksMethods from "./server/extensions/tasks-methods.ts";
import * as serverExtensionsTasksState from "./server/extensions/tasks-state.ts";
import * as serverHttpHeaders from "./server/http/headers.ts";
import * as serverHttpOneStream from "./server/http/one-stream.ts";
import * as serverHttpParameters from "./server/http/parameters.ts";
import * as serverHttpPosting from "./server/http/posting.ts";
import * as serverHttpRetired from "./server/http/retired.ts";
import * as serverHttpSessionIds from "./server/http/session-ids.ts";
import * as serverHttpSession from "./server/http/session.ts";
import * as serverInputDemand from "./server/input/demand.ts";
import * as serverInputGiven from "./server/input/given.ts";
import * as serverInputKeys from "./server/input/keys.ts";
import * as serverInputRetry from "./server/input/retry.ts";
import * as serverJsonrpcBatches from "./server/jsonrpc/batches.ts";
import * as serverJsonrpcCodes from "./server/jsonrpc/codes.ts";
import * as serverJsonrpcDeviant from "./server/jsonrpc/deviant.ts";
import * as serverJsonrpcEncoding from "./server/jsonrpc/encoding.ts";
import * as serverJsonrpcIds from "./server/jsonrpc/ids.ts";
import * as serverJsonrpcMistypedParams from "./server/jsonrpc/mistyped-params.ts";
import * as serverJsonrpcShape from "./server/jsonrpc/shape.ts";
import * as serverJsonrpcSize from "./server/jsonrpc/size.ts";
import * as serverJsonrpcSwapped from "./server/jsonrpc/swapped.ts";
import * as serverJsonrpcTolerance from "./server/jsonrpc/tolerance.ts";
import * as serverJsonrpcTraceContext from "./server/jsonrpc/trace-context.ts";
import * as serverLifecycleConduct from "./server/lifecycle/conduct.ts";
import * as serverLifecycleNegotiation from "./server/lifecycle/negotiation.ts";
import * as serverLoggingLevel from "./server/logging/level.ts";
import * as serverLoggingMessages from "./server/logging/messages.ts";
import * as serverLoggingSecrets from "./server/logging/secrets.ts";
import * as serverPaginationWalks from "./server/pagination-walks.ts";
import * as serverPagination from "./server/pagination.ts";
import * as serverProcessMemory from "./server/process-memory.ts";
import * as serverProcess from "./server/process.ts";
import * as serverProgressStreams from "./server/progress-streams.ts";
import * as serverProgress from "./server/progress.ts";
import * as serverPromptsContent from "./server/prompts/content.ts";
import * as serverPromptsRequests from "./server/prompts/requests.ts";
import * as serverResourcesContents from "./server/resources/contents.ts";
import * as serverResourcesList from "./server/resources/list.ts";
import * as serverResourcesOutside from "./server/resources/outside.ts";
import * as serverResourcesRead from "./server/resources/read.ts";
import * as serverResourcesTemplateReads from "./server/resources/template-reads.ts";
import * as serverRoots from "./server/roots.ts";
import * as serverSampling from "./server/sampling.ts";
import * as serverSchemaMessages from "./server/schema/messages.ts";
import * as serverSchemaResults from "./server/schema/results.ts";
import * as serverSecurity from "./server/security.ts";
import * as serverSseAnswers from "./server/sse/answers.ts";
import * as serverSseEndpoint from "./server/sse/endpoint.ts";
import * as serverSseEvents from "./server/sse/events.ts";
import * as serverSseResumed from "./server/sse/resumed.ts";
import * as serverStderr from "./server/stderr.ts";
import * as serverStdio from "./server/stdio.ts";
import * as serverSubscriptionsEnd from "./server/subscriptions/end.ts";
import * as serverSubscriptionsLegacy from "./server/subscriptions/legacy.ts";
import * as serverSubscriptionsListen from "./server/subscriptions/listen.ts";
import * as serverSubscriptionsServed from "./server/subscriptions/served.ts";
import * as serverTasksAnswers from "./server/tasks/answers.ts";
import * as serverTasksClient from "./server/tasks/client.ts";
import * as serverTasksIds from "./server/tasks/ids.ts";
import * as serverTasksInput from "./server/tasks/input.ts";
import * as serverTasksLifecycle from "./server/tasks/lifecycle.ts";
import * as serverTasksOwner from "./server/tasks/owner.ts";
import * as serverTasksRelated from "./server/tasks/related.ts";
import * as serverTasksRequests from "./server/tasks/requests.ts";
import * as serverTasksSameAnswer from "./server/tasks/same-answer.ts";
import * as serverTasksTold from "./server/tasks/told.ts";
import * as serverTasksUndeclared from "./server/tasks/undeclared.ts";
import * as serverToolsArgumentTexts from "./server/tools/argument-texts.ts";
import * as serverToolsArguments from "./server/tools/arguments.ts";
import * as serverToolsBareCall from "./server/tools/bare-call.ts";
import * as serverToolsCall from "./server/tools/call.ts";
import * as serverToolsClientIndependence from "./server/tools/client-independence.ts";
import * as serverToolsDialect from "./server/tools/dialect.ts";
import * as serverToolsHeader from "./server/tools/header.ts";
import * as serverToolsListCost from "./server/tools/list-cost.ts";
import * as serverToolsList from "./server/tools/list.ts";
import * as serverToolsProviders from "./server/tools/providers.ts";
import * as serverToolsResult from "./server/tools/result.ts";
import * as serverToolsSchema from "./server/tools/schema.ts";

/** Every module of checks of protocol subjects, by its path. */
export const checkModules: readonly Readonly<Record<string, Check>>[] = [
  clientAskedForms,
  clientAskedRoots,
  clientAskedSamples,
  clientAskedTold,
  clientAuthAddresses,
  clientAuthClientId,
  clientAuthDiscovery,
  clientAuthPkce,
  clientAuthRegistrationForm,
  clientAuthRegistration,
  clientAuthResource,
  clientAuthResponses,
  clientAuthScope,
  clientAuthTokens,
  clientAuthTrust,
  clientCaching,
  clientCancellation,
  clientCursors,
  clientDeclared,
  clientDiscoveryEnvelope,
  clientDiscoveryEra,
  clientExtensionsApps,
  clientExtensionsSkills,
  clientExtensionsTasks,
  clientFetched,
  clientHandedAsGiven,
  clientHandedKept,
  clientHandedLists,
  clientHttpBodies,
  clientHttpHeaders,
  clientHttpMirrored,
  clientHttpMismatch,
  clientHttpParameters,
  clientHttpSession,
  clientHttpStreams,
  clientInput,
  clientJsonrpcAnswers,
  clientJsonrpcIds,
  clientJsonrpcMessages,
  clientLifecycleNegotiation,
  clientLifecycleOpening,
  clientLifecycleVersions,
  clientOddAnswers,
  clientOddLines,
  clientOddNews,
  clientOddOnce,
  clientOddOverHttp,
  clientOutputs,
  clientPagination,
  clientProgress,
  clientStdio,
  clientTasksRelated,
  clientTasksWaiting,
  clientTasksWhich,
  clientTools,
  clientWaits,
  serverAuthChallenge,
  serverAuthEveryRequest,
  serverAuthIdentities,
  serverAuthMetadata,
  serverAuthOwnServer,
  serverAuthScope,
  serverAuthTokens,
  serverCaching,
  serverCancellationEffect,
  serverCancellationIgnored,
  serverCancellationNamed,
  serverCancellationServerCancels,
  serverCancellationWork,
  serverCompletion,
  serverDiscoveryAnnounce,
  serverDiscoveryAnonymous,
  serverDiscoveryVersion,
  serverElicitationAnswers,
  serverElicitationForm,
  serverElicitationUrl,
  serverExtensionsAppsLinks,
  serverExtensionsAppsViews,
  serverExtensionsSkillsEntries,
  serverExtensionsSkillsFiles,
  serverExtensionsSkillsListing,
  serverExtensionsTasksCreation,
  serverExtensionsTasksMethods,
  serverExtensionsTasksState,
  serverHttpHeaders,
  serverHttpOneStream,
  serverHttpParameters,
  serverHttpPosting,
  serverHttpRetired,
  serverHttpSessionIds,
  serverHttpSession,
  serverInputDemand,
  serverInputGiven,
  serverInputKeys,
  serverInputRetry,
  serverJsonrpcBatches,
  serverJsonrpcCodes,
  serverJsonrpcDeviant,
  serverJsonrpcEncoding,
  serverJsonrpcIds,
  serverJsonrpcMistypedParams,
  serverJsonrpcShape,
  serverJsonrpcSize,
  serverJsonrpcSwapped,
  serverJsonrpcTolerance,
  serverJsonrpcTraceContext,
  serverLifecycleConduct,
  serverLifecycleNegotiation,
  serverLoggingLevel,
  serverLoggingMessages,
  serverLoggingSecrets,
  serverPaginationWalks,
  serverPagination,
  serverProcessMemory,
  serverProcess,
  serverProgressStreams,
  serverProgress,
  serverPromptsContent,
  serverPromptsRequests,
  serverResourcesContents,
  serverResourcesList,
  serverResourcesOutside,
  serverResourcesRead,
  serverResourcesTemplateReads,
  serverRoots,
  serverSampling,
  serverSchemaMessages,
  serverSchemaResults,
  serverSecurity,
  serverSseAnswers,
  serverSseEndpoint,
  serverSseEvents,
  serverSseResumed,
  serverStderr,
  serverStdio,
  serverSubscriptionsEnd,
  serverSubscriptionsLegacy,
  serverSubscriptionsListen,
  serverSubscriptionsServed,
  serverTasksAnswers,
  serverTasksClient,
  serverTasksIds,
  serverTasksInput,
  serverTasksLifecycle,
  serverTasksOwner,
  serverTasksRelated,
  serverTasksRequests,
  serverTasksSameAnswer,
  serverTasksTold,
  serverTasksUndeclared,
  serverToolsArgumentTexts,
  serverToolsArguments,
  serverToolsBareCall,
  serverToolsCall,
  serverToolsClientIndependence,
  serverToolsDialect,
  serverToolsHeader,
  serverToolsListCost,
  serverToolsList,
  serverToolsProviders,
  serverToolsResult,
  serverToolsSchema,
];
