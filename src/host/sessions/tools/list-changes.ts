import { valueAt, isObject, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import type { ClientSession } from "../../../session/client-session.ts";
import { envelopeKeys } from "../../../session/envelope.ts";
import { eraOf } from "../../../spec/revision.ts";
import type { HttpClientTransport, Sent } from "../../../transport/client-transport.ts";
import type { FollowStream } from "../follow-streams.ts";
import { waitLimit } from "../wait-limit.ts";

/** Where a server tells that its list of tools has changed. */
export type ListChanges = {
  /** Listens where the server announces changes and nobody listens yet; to be called before the list is asked for. */
  readonly listen: () => void;
};

/** What watching takes. `follow` is there over HTTP; `changed` is called too when news may have been missed. */
export type ListChangesSetup = {
  readonly session: ClientSession;
  readonly capabilities: JsonObject;
  readonly follow: FollowStream | undefined;
  readonly changed: () => void;
};

/**
 * Watches for `notifications/tools/list_changed` in the way of the era: over HTTP a stream of one's own by GET, from 2026-07-28
 * on `subscriptions/listen` on every transport (basic/patterns/subscriptions).
 */
export function watchToolList({ session, capabilities, follow, changed }: ListChangesSetup): ListChanges {
  const { transport } = session;
  const announces = valueAt(capabilities["tools"], "listChanged") === true;
  const stateless = eraOf(session.revision()) === "stateless";
  const over = new AbortController();
  void transport.ended.then(() => over.abort());
  let subscription: Json | undefined;
  let listening = false;
  let refused = false;

  session.observe((frame) => {
    if (frame.kind !== "notification" || frame.method !== "notifications/tools/list_changed") return;
    const meta = valueAt(frame.params, "_meta");
    const about = isObject(meta) ? meta[envelopeKeys.subscriptionId] : undefined;
    if (about === undefined || about === subscription) changed();
  });

  async function subscribe(): Promise<void> {
    const notifications = { toolsListChanged: true };
    const pending = session.begin("subscriptions/listen", { notifications }, { timeoutMs: waitLimit(null), keepsRunning: true });
    subscription = pending.id;
    const answer = await pending.answer;
    stopped(answer.kind === "error" || (answer.kind === "none" && (answer.status ?? 0) >= 400));
  }

  async function openStream(): Promise<void> {
    const sent = (transport as HttpClientTransport).openStream() as Required<Sent>;
    const { status = 0 } = await (follow?.(sent, over.signal) ?? sent.ended);
    stopped(status >= 400 && status < 500);
  }

  /** What was announced while nobody listened is lost, so that the list may be an old one. */
  function stopped(forGood: boolean): void {
    listening = false;
    refused = forGood;
    if (!forGood && !over.signal.aborted) changed();
  }

  return {
    listen() {
      if (!announces || listening || refused || over.signal.aborted) return;
      if (!stateless && transport.kind !== "http") return;
      listening = true;
      void (stateless ? subscribe() : openStream());
    },
  };
}
