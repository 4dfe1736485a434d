import type { Arrived } from "../../agent/delegation.ts";
import type { Delivery } from "../../agent/delivery.ts";
import type { Delegated } from "../../agent/outcome-of.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Subscription, Worker } from "./colleagues.ts";
import { isSigned, signatureOf } from "./signature.ts";
import { stopForMany } from "../../base/time/stop-for-many.ts";

/** What came with a delivery to show who sent it. */
export type Proof = {
  readonly bytes: Uint8Array;
  readonly signature: string | undefined;
  readonly subscription: string | undefined;
  readonly token: string | undefined;
};

/** Work that was handed over and whose results are not waited for. */
export type AwaitedResults = {
  /** Hands work over for a session: the id of the task, or what came of it where that is known at once. */
  readonly begin: (
    worker: Worker,
    work: { readonly task: string; readonly hops: number; readonly session: string },
    signal: AbortSignal,
  ) => Promise<{ readonly taskId: string } | Delegated>;
  /** Takes a delivery. `ignored`: it is of no task that is waited for; `refused`: it is not shown who sent it. */
  readonly receive: (delivery: Delivery, proof: Proof) => Promise<"accepted" | "ignored" | "refused">;
  readonly close: () => void;
};

/** What is needed for it: `hook` is where results are delivered, `arrive` puts them into their session, if there is one. */
export type AwaitedSetup = {
  readonly hook: () => string;
  /** Whether results need not be signed where the task was begun without a signature to expect. */
  readonly takesUnsigned: boolean;
  readonly clock: Clock;
  readonly random: () => string;
  readonly arrive: (session: string, arrived: Arrived) => boolean;
};

/** How often a task is looked at whose agent cannot tell of it, in ms, and after how many failures in a row it is given up. */
const pollMs = 2000;
const mostFailures = 5;

/** Most tasks that are waited for at a time. */
const mostAwaited = 1000;

/** How the end of a task becomes known: by a token, by a subscription, or by looking. */
type Told = { readonly token: string } | { readonly subscription: string } | "looking";

type Entry = { readonly session: string; readonly worker: Worker; told: Told; readonly ids: Set<string>; isDone: boolean };

/** Nothing is waited for yet. */
export function createAwaitedResults({ hook, takesUnsigned, clock, random, arrive }: AwaitedSetup): AwaitedResults {
  const entries = new Set<Entry>();
  const byId = new Map<string, Entry>();
  const subscriptions = new Map<string, { readonly worker: Worker; readonly secret: string }>();
  const subscribing = new Map<Worker, Promise<Subscription | { readonly error: string }>>();
  const closed = stopForMany();

  function drop(entry: Entry): void {
    entry.isDone = true;
    entries.delete(entry);
    for (const id of entry.ids) if (byId.get(id) === entry) byId.delete(id);
  }

  function end(entry: Entry, outcome: Delegated, tool = "task"): boolean {
    if (entry.isDone) return false;
    drop(entry);
    return arrive(entry.session, { agent: entry.worker.name, tool, outcome });
  }

  function know(entry: Entry, id: string): void {
    entry.ids.add(id);
    byId.set(id, entry);
  }

  async function toldBy(worker: Worker): Promise<Told> {
    if (worker.tells === "task") return { token: random() };
    const pending = subscribing.get(worker) ?? worker.subscribe(hook(), closed.signal);
    subscribing.set(worker, pending);
    const made = await pending;
    if ("error" in made) {
      subscribing.delete(worker);
      return "looking";
    }
    subscriptions.set(made.id, { worker, secret: made.secret });
    return { subscription: made.id };
  }

  function lookAgain(entry: Entry, taskId: string, failures = 0): void {
    if (entry.isDone || closed.signal.aborted) return;
    const stop = clock.setTimeout(pollMs, () => {
      closed.signal.removeEventListener("abort", stop);
      void look(entry, taskId, failures);
    });
    closed.signal.addEventListener("abort", stop, { once: true });
  }

  async function look(entry: Entry, taskId: string, failures: number): Promise<void> {
    const seen = await entry.worker.look(taskId, closed.signal);
    if ("error" in seen) {
      if (failures + 1 >= mostFailures) end(entry, seen);
      else lookAgain(entry, taskId, failures + 1);
    } else if (seen.outcome === undefined) lookAgain(entry, taskId);
    else end(entry, seen.outcome);
  }

  /** Whose delivery it is: a task's, a subscription's, or nobody's who could be named. */
  function senderOf({ bytes, signature, subscription, token }: Proof): Entry | Worker | "unsigned" | "forged" {
    if (signature !== undefined || subscription !== undefined) {
      const known = subscription === undefined ? undefined : subscriptions.get(subscription);
      return known !== undefined && isSigned(known.secret, bytes, signature) ? known.worker : "forged";
    }
    if (token === undefined) return "unsigned";
    // Compared as signatures of the same bytes, so that the time it takes tells nothing.
    const given = signatureOf(token, bytes);
    const found = [...entries].find(
      ({ told }) => typeof told === "object" && "token" in told && isSigned(told.token, bytes, given),
    );
    return found ?? "forged";
  }

  return {
    async begin(worker, { task, hops, session }, signal) {
      if (entries.size >= mostAwaited) return { error: `${mostAwaited} results are waited for, the most there can be` };
      const entry: Entry = { session, worker, told: await toldBy(worker), ids: new Set(), isDone: false };
      const newId = random();
      entries.add(entry);
      // Known before the agent is asked: it may be done sooner than it answers.
      if (worker.tells === "subscription") know(entry, newId);
      const push = typeof entry.told === "object" && "token" in entry.told ? { url: hook(), token: entry.told.token } : undefined;
      const work = { task, hops, newId };
      let begun = await worker.begin({ ...work, push }, signal);
      if ("error" in begun && push !== undefined) {
        // It may tell nobody, or not at this address.
        entry.told = "looking";
        begun = await worker.begin({ ...work, push: undefined }, signal);
      }
      if ("error" in begun) {
        drop(entry);
        return begun;
      }
      const { id = newId, outcome } = begun;
      if (outcome !== undefined && !entry.isDone) {
        drop(entry);
        return outcome;
      }
      if (!entry.isDone) know(entry, id);
      if (entry.told === "looking") lookAgain(entry, id);
      return { taskId: id };
    },
    async receive({ taskId, agent, tool, sessionId, outcome }, proof) {
      const sender = senderOf(proof);
      if (sender === "forged" || (sender === "unsigned" && !takesUnsigned)) return "refused";
      const isTask = typeof sender === "object" && "session" in sender;
      const entry = isTask ? sender : byId.get(taskId);
      if (sender === "unsigned") {
        if (entry !== undefined && entry.told !== "looking") return "refused";
        if (outcome === undefined || outcome === "unsaid") return "ignored";
        const named = { agent: agent ?? entry?.worker.name ?? "agent", tool: tool ?? "task", outcome };
        if (sessionId === undefined) return entry !== undefined && end(entry, outcome, named.tool) ? "accepted" : "ignored";
        if (entry !== undefined) drop(entry);
        return arrive(sessionId, named) ? "accepted" : "ignored";
      }
      if (entry === undefined || (!isTask && entry.worker !== sender) || outcome === undefined) return "ignored";
      const seen = outcome === "unsaid" ? await entry.worker.look(taskId, closed.signal) : { outcome };
      if ("error" in seen || seen.outcome === undefined) {
        lookAgain(entry, taskId);
        return "accepted";
      }
      return end(entry, seen.outcome, tool) ? "accepted" : "ignored";
    },
    close() {
      closed.abort();
      entries.clear();
      byId.clear();
    },
  };
}
