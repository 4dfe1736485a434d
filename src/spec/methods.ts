import { inRange, type Revision } from "./revision.ts";
import { since, until, type Range } from "./shape.ts";
import type { ShapeName } from "./shape-registry.ts";

/** Which side of a connection speaks. */
export type Side = "client" | "server";

/**
 * How a method travels: as a request or a notification of its own, or (2026-07-28) as an `input-request` inside
 * `inputRequests`, without `jsonrpc` and `id`.
 */
export type Carrier = "request" | "notification" | "input-request";

/** A capability that must have been declared before a method is used: by which side, and the dotted path to it. */
export type CapabilityNeed = { readonly side: Side; readonly path: string };

/** A method of the protocol, as one range of revisions knows it. */
export type Method = Range & {
  readonly name: string;
  readonly carrier: Carrier;
  /** Which sides may send it. */
  readonly senders: readonly Side[];
  /** The capability the receiver (of a request) or the sender (of a notification) must have declared; none when absent. */
  readonly capability?: CapabilityNeed;
  /** The shape of `params`; absent where the method has none of its own and any object will do. */
  readonly params?: ShapeName;
  /** Whether `params` must be there at all. */
  readonly paramsRequired: boolean;
  /** The shape of the result; absent for notifications. */
  readonly result?: ShapeName;
  /** Other results the method may have: a task in its place, or a demand for input. */
  readonly alternatives?: readonly ShapeName[];
  /** The member of the result that holds the items, for lists with pages. */
  readonly list?: string;
};

const legacy = until("2025-11-25");
const modern = since("2026-07-28");
const tasksOnly = { since: "2025-11-25", until: "2025-11-25" } as const;
const beforeTasks = until("2025-06-18");
const both: readonly Side[] = ["client", "server"];
const client: readonly Side[] = ["client"];
const server: readonly Side[] = ["server"];
const ofServer = (path: string): CapabilityNeed => ({ side: "server", path });
const ofClient = (path: string): CapabilityNeed => ({ side: "client", path });

type Request = Omit<Method, "name" | "carrier" | "senders">;

const request = (name: string, senders: readonly Side[], rest: Request): Method => ({
  name,
  carrier: "request",
  senders,
  ...rest,
});

/** A list of a server: params optional while there was no envelope. */
const listOf = (name: string, capability: string, result: ShapeName, list: string): Method[] =>
  [legacy, modern].map((range) =>
    request(name, client, {
      ...range,
      capability: ofServer(capability),
      params: "PaginatedRequestParams",
      paramsRequired: range === modern,
      result,
      list,
    }),
  );

/** A request whose answer may be a demand for input from 2026-07-28 on. */
const retriable = (name: string, capability: string, params: ShapeName, result: ShapeName): Method[] => [
  request(name, client, { ...legacy, capability: ofServer(capability), params, paramsRequired: true, result }),
  request(name, client, {
    ...modern,
    capability: ofServer(capability),
    params,
    paramsRequired: true,
    result,
    alternatives: ["InputRequiredResult"],
  }),
];

const taskMethod = (name: string, params: ShapeName, result: ShapeName, capability: string): Method[] =>
  both.map((sender) =>
    request(name, [sender], {
      ...tasksOnly,
      capability: sender === "client" ? ofServer(capability) : ofClient(capability),
      params,
      paramsRequired: params !== "PaginatedRequestParams",
      result,
      ...(name === "tasks/list" ? { list: "tasks" } : {}),
    }),
  );

/** A request of the server: on the wire until 2025-11-25 (as a task, if asked for), inside a result later. */
const callback = (
  name: string,
  capability: string,
  params: ShapeName,
  result: ShapeName,
  options: { readonly from?: Revision; readonly tasks: boolean },
): Method[] => {
  const common = { capability: ofClient(capability), params, paramsRequired: name !== "roots/list", result };
  const from = options.from === undefined ? {} : since(options.from);
  return [
    request(name, server, { ...common, ...from, ...(options.tasks ? beforeTasks : legacy) }),
    ...(options.tasks ? [request(name, server, { ...common, ...tasksOnly, alternatives: ["CreateTaskResult"] })] : []),
    { ...common, name, carrier: "input-request", senders: server, ...modern },
  ];
};

const notification = (
  name: string,
  senders: readonly Side[],
  params: ShapeName,
  rest: Range & { readonly capability?: CapabilityNeed } = {},
): Method => ({
  name,
  carrier: "notification",
  senders,
  params,
  paramsRequired: params !== "NotificationParams",
  ...rest,
});

/** Every method of every revision (https://modelcontextprotocol.io/specification/2026-07-28/schema and its predecessors). */
const methods: readonly Method[] = [
  request("initialize", client, {
    ...legacy,
    params: "InitializeRequestParams",
    paramsRequired: true,
    result: "InitializeResult",
  }),
  request("ping", both, { ...legacy, params: "RequestParams", paramsRequired: false, result: "EmptyResult" }),
  request("server/discover", client, {
    ...modern,
    params: "RequestParams",
    paramsRequired: true,
    result: "DiscoverResult",
  }),
  ...listOf("tools/list", "tools", "ListToolsResult", "tools"),
  ...retriable("tools/call", "tools", "CallToolRequestParams", "CallToolResult").flatMap((method): Method[] =>
    method.until === undefined
      ? [method]
      : [
          { ...method, ...beforeTasks },
          { ...method, ...tasksOnly, alternatives: ["CreateTaskResult"] },
        ],
  ),
  ...listOf("resources/list", "resources", "ListResourcesResult", "resources"),
  ...listOf("resources/templates/list", "resources", "ListResourceTemplatesResult", "resourceTemplates"),
  ...retriable("resources/read", "resources", "ReadResourceRequestParams", "ReadResourceResult"),
  ...(["resources/subscribe", "resources/unsubscribe"] as const).map((name) =>
    request(name, client, {
      ...legacy,
      capability: ofServer("resources.subscribe"),
      params: name === "resources/subscribe" ? "SubscribeRequestParams" : "UnsubscribeRequestParams",
      paramsRequired: true,
      result: "EmptyResult",
    }),
  ),
  ...listOf("prompts/list", "prompts", "ListPromptsResult", "prompts"),
  ...retriable("prompts/get", "prompts", "GetPromptRequestParams", "GetPromptResult"),
  request("completion/complete", client, {
    ...until("2024-11-05"),
    params: "CompleteRequestParams",
    paramsRequired: true,
    result: "CompleteResult",
  }),
  request("completion/complete", client, {
    ...since("2025-03-26"),
    capability: ofServer("completions"),
    params: "CompleteRequestParams",
    paramsRequired: true,
    result: "CompleteResult",
  }),
  request("logging/setLevel", client, {
    ...legacy,
    capability: ofServer("logging"),
    params: "SetLevelRequestParams",
    paramsRequired: true,
    result: "EmptyResult",
  }),
  request("subscriptions/listen", client, {
    ...modern,
    params: "SubscriptionsListenRequestParams",
    paramsRequired: true,
    result: "SubscriptionsListenResult",
  }),
  ...taskMethod("tasks/get", "TaskRequestParams", "GetTaskResult", "tasks"),
  ...taskMethod("tasks/result", "TaskRequestParams", "GetTaskPayloadResult", "tasks"),
  ...taskMethod("tasks/cancel", "TaskRequestParams", "CancelTaskResult", "tasks.cancel"),
  ...taskMethod("tasks/list", "PaginatedRequestParams", "ListTasksResult", "tasks.list"),
  ...callback("sampling/createMessage", "sampling", "CreateMessageRequestParams", "CreateMessageResult", { tasks: true }),
  ...callback("roots/list", "roots", "ListRootsRequestParams", "ListRootsResult", { tasks: false }),
  ...callback("elicitation/create", "elicitation", "ElicitRequestParams", "ElicitResult", { from: "2025-06-18", tasks: true }),
  notification("notifications/initialized", client, "NotificationParams", legacy),
  notification("notifications/cancelled", both, "CancelledNotificationParams"),
  notification("notifications/progress", both, "ProgressNotificationParams", legacy),
  notification("notifications/progress", server, "ProgressNotificationParams", modern),
  notification("notifications/message", server, "LoggingMessageNotificationParams", { capability: ofServer("logging") }),
  notification("notifications/tools/list_changed", server, "NotificationParams", { capability: ofServer("tools.listChanged") }),
  notification("notifications/prompts/list_changed", server, "NotificationParams", {
    capability: ofServer("prompts.listChanged"),
  }),
  notification("notifications/resources/list_changed", server, "NotificationParams", {
    capability: ofServer("resources.listChanged"),
  }),
  notification("notifications/resources/updated", server, "ResourceUpdatedNotificationParams", {
    capability: ofServer("resources.subscribe"),
  }),
  notification("notifications/roots/list_changed", client, "NotificationParams", {
    ...legacy,
    capability: ofClient("roots.listChanged"),
  }),
  notification("notifications/tasks/status", both, "TaskStatusNotificationParams", tasksOnly),
  notification("notifications/elicitation/complete", server, "ElicitationCompleteNotificationParams", {
    ...tasksOnly,
    capability: ofClient("elicitation.url"),
  }),
  notification("notifications/subscriptions/acknowledged", server, "SubscriptionsAcknowledgedNotificationParams", modern),
];

/** The methods a revision knows; one that both sides may send under different capabilities has an entry for each. */
export function methodsOf(revision: Revision): readonly Method[] {
  return methods.filter((method) => inRange(revision, method.since, method.until));
}

/** A method as a revision knows it, or undefined; `sender` matters only where the needed capability depends on it. */
export function methodAt(name: string, revision: Revision, sender?: Side): Method | undefined {
  const known = methodsOf(revision).filter((method) => method.name === name);
  return known.find((method) => sender !== undefined && method.senders.includes(sender)) ?? known[0];
}
