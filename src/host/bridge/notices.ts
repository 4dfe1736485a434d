import { addressFault } from "../../agent/address-guard.ts";
import { agentError, type AgentRead } from "../../agent/agent-error.ts";
import type { PushConfig, TaskNews } from "../../agent/asked.ts";
import { type AgentTask, isFinal } from "../../agent/task.ts";
import { newsOf, publishedWire, pushOf } from "../../agent/wire/published-wire.ts";
import { utf8 } from "../../base/bytes.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import type { BridgeSetup } from "./bridge-setup.ts";
import { createNotifier } from "./notifier.ts";
import { signatureOf } from "./signature.ts";

/** What somebody can be told of by a signed webhook. */
export const webhookEvents = ["task.completed", "task.failed"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** A configuration of notifications that is in force. */
type Push = PushConfig & { readonly id: string; readonly taskId: string };

/** Who is told of tasks, and the telling. */
export type Notices = {
  /** Registers a signed webhook for the tasks of everybody. */
  readonly register: (
    url: string,
    events: readonly WebhookEvent[],
  ) => AgentRead<{ readonly id: string; readonly secret: string }>;
  /** Whether there was such a webhook. */
  readonly unregister: (id: string) => boolean;
  /** Tells one address of the end of one task, unsigned. */
  readonly once: (taskId: string, url: string) => AgentRead<true>;
  /** Why nobody is told at an address. */
  readonly fault: (url: string) => string | undefined;
  readonly push: (taskId: string, config: PushConfig) => AgentRead<JsonObject>;
  readonly pushed: (taskId: string, id: string) => JsonObject | undefined;
  readonly pushes: (taskId: string) => readonly JsonObject[];
  readonly unpush: (taskId: string, id: string) => boolean;
  readonly hear: (task: AgentTask, news: TaskNews) => void;
  /** Resolves when everybody has been told, or given up. */
  readonly idle: () => Promise<void>;
  readonly close: () => void;
};

/** Most webhooks, most configurations of one task, and most tasks that have some. */
const most = { webhooks: 1000, perTask: 10, tasks: 10_000 };

/** Nobody is told of anything yet. Of an answer, profile `ollama` takes only 200 for a receipt; otherwise every 2xx is one. */
export function createNotices({ surface, wire, name, allowedWebhooks, post }: BridgeSetup): Notices {
  const { host, random, date, note } = surface;
  const { agentFaults: faults } = host.setup.profile.surface;
  const webhooks = new Map<string, { readonly url: string; readonly secret: string; readonly events: readonly WebhookEvent[] }>();
  const single = new Map<string, string>();
  const pushes = new Map<string, Map<string, Push>>();
  const notifier = createNotifier({
    post,
    clock: host.setup.clock,
    triesAgain: !faults.includes("deliversOnce"),
    isTaken: (status) => (wire === "documented" ? status === 200 : status >= 200 && status < 300),
    giveUp: (url, why) => note(`${new URL(url).host} could not be told of a task: ${why}`),
  });
  const fault = (url: string): string | undefined =>
    faults.includes("tellsPrivate") ? undefined : addressFault(url, allowedWebhooks);
  const refused = (url: string): ReturnType<typeof agentError> | undefined => {
    const why = fault(url);
    return why === undefined ? undefined : agentError("invalid-params", `url: ${why}`);
  };

  function tellEnd(task: AgentTask): void {
    const event = webhookEvents.find((one) => one === `task.${task.state}`);
    const at = single.get(task.id);
    single.delete(task.id);
    if (event === undefined) return;
    const result = task.state === "failed" ? (task.error ?? "") : task.result;
    const told = { event, task_id: task.id, timestamp: date().toISOString(), agent: name, result };
    const bytes = utf8(JSON.stringify(told));
    const covered = faults.includes("signsSorted") ? utf8(JSON.stringify(sortedByName(told))) : bytes;
    const headers = { "content-type": "application/json", "x-event": event };
    if (at !== undefined) notifier.send(`once ${task.id}`, { url: at, headers, bytes });
    for (const [id, { url, secret, events }] of webhooks) {
      if (!events.includes(event)) continue;
      const signed = { ...headers, "x-subscription-id": id, "x-signature": signatureOf(secret, covered) };
      notifier.send(`${id} ${task.id}`, { url, headers: signed, bytes });
    }
  }

  return {
    register(url, events) {
      const why = refused(url);
      if (why !== undefined) return why;
      if (webhooks.size >= most.webhooks)
        return agentError("internal", `there are ${most.webhooks} webhooks, the most there can be`);
      const [id, secret] = [random(), `${random()}${random()}`.replaceAll("-", "")];
      webhooks.set(id, { url, secret, events });
      return { value: { id, secret } };
    },
    unregister: (id) => webhooks.delete(id),
    once(taskId, url) {
      const why = refused(url);
      if (why !== undefined) return why;
      single.set(taskId, url);
      return { value: true };
    },
    fault,
    push(taskId, config) {
      const why = refused(config.url);
      if (why !== undefined) return why;
      const known = pushes.get(taskId) ?? new Map<string, Push>();
      const id = config.id === undefined || config.id === "" ? random() : config.id;
      if (known.size >= most.perTask && !known.has(id))
        return agentError("invalid-params", `a task has at most ${most.perTask} configurations of notifications`);
      const kept: Push = { ...config, id, taskId };
      known.set(id, kept);
      pushes.set(taskId, known);
      const [oldest] = pushes.keys();
      if (pushes.size > most.tasks && oldest !== undefined) pushes.delete(oldest);
      return { value: pushOf(kept) };
    },
    pushed(taskId, id) {
      const found = pushes.get(taskId)?.get(id);
      return found === undefined ? undefined : pushOf(found);
    },
    pushes: (taskId) => [...(pushes.get(taskId)?.values() ?? [])].map(pushOf),
    unpush: (taskId, id) => pushes.get(taskId)?.delete(id) === true,
    hear(task, news) {
      if (news.kind !== "state") return;
      const isEnd = isFinal(task.state);
      if (isEnd) tellEnd(task);
      for (const { id, url, token, authentication } of pushes.get(task.id)?.values() ?? []) {
        const told = isEnd ? publishedWire.sent(task, { historyLength: undefined, results: true }) : newsOf(task, news);
        const headers = {
          "content-type": "application/a2a+json",
          ...(authentication === undefined ? {} : { authorization: `${authentication.scheme} ${authentication.credentials}` }),
          ...(token === undefined ? {} : { "x-a2a-notification-token": token }),
        };
        notifier.send(`${task.id} ${id}`, { url, headers, bytes: utf8(JSON.stringify(told)) });
      }
    },
    idle: notifier.idle,
    close: notifier.close,
  };
}

const sortedByName = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
