import { valueAt } from "../../../jsonrpc/json.ts";
import { isRevision } from "../../../spec/revision.ts";
import { eraOfMessage, requestsOfEra } from "../../../trace/facts/client-era.ts";
import { clientCalls, clientNotifications, type Conversation, conversations } from "../../../trace/facts/client-facts.ts";
import type { FrameOf, Message } from "../../../trace/message.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { places } from "../../places.ts";

type Said = Message<FrameOf<"request" | "notification">>;

/** What a client said of its own on a connection, without what belongs to stateless revisions: it may have tried those first. */
function saidOn({ messages }: Conversation): readonly Said[] {
  return messages.filter(
    (message): message is Said =>
      message.direction === "received" &&
      (message.frame.kind === "request" || message.frame.kind === "notification") &&
      eraOfMessage(message as Said) !== "stateless",
  );
}

/** The conversations in which the client said something of a stateful revision. */
const stateful = (trace: Trace): readonly { readonly connection: number; readonly said: readonly Said[] }[] =>
  conversations(trace)
    .map((one) => ({ connection: one.connection, said: saidOn(one) }))
    .filter(({ said }) => said.length > 0);

const unopened = "the client opened no conversation of a stateful revision";

/** The conversation begins with `initialize`. */
export const initializeFirst: Check = {
  id: "lifecycle.client-initialize-first",
  title: "The first thing a client sends is initialize",
  subject: "client",
  level: "MUST",
  spec: places.initialization,
  advice: "Send initialize on every new connection or session before anything else; only ping may come as well.",
  tolerance: "A client of several eras may ask server/discover, or send a stateless request, before it falls back to initialize.",
  verify: (trace) =>
    overall(
      stateful(trace).map(({ said }): Exhibit => {
        const first = said.find(({ frame }) => frame.method !== "ping") ?? said[0];
        if (first === undefined) return { ref: 0 };
        return {
          ref: first,
          wrong: first.frame.method === "initialize" ? undefined : `a conversation began with ${first.frame.method}`,
        };
      }),
      unopened,
    ),
};

/** The calls of `initialize`, each with its answer. */
const openings = (trace: Trace) => clientCalls(trace, "initialize");

/** Nothing but a ping comes before the server has answered. */
export const noEarlyRequests: Check = {
  id: "lifecycle.client-no-early-requests",
  title: "The client sends no request but ping before initialize is answered",
  subject: "client",
  level: "SHOULD NOT",
  spec: places.initialization,
  advice: "Wait for the result of initialize before you list or call anything.",
  verify: (trace) =>
    overall(
      openings(trace).map(({ request, answer }): Exhibit => {
        const early = requestsOfEra(trace).find(
          ({ connection, seq, frame }) =>
            connection === request.connection &&
            seq > request.seq &&
            seq < (answer?.seq ?? Infinity) &&
            frame.method !== "ping" &&
            frame.method !== "initialize",
        );
        return { ref: early ?? request, wrong: early && `${early.frame.method} was sent before initialize was answered` };
      }),
      unopened,
    ),
};

/** After `initialize` comes `notifications/initialized`, before requests. */
export const initializedSent: Check = {
  id: "lifecycle.client-initialized",
  title: "After initialize the client sends notifications/initialized before it makes requests",
  subject: "client",
  level: "MUST",
  spec: places.initialization,
  advice: "Send notifications/initialized once the result of initialize is there, and only then go on.",
  verify: (trace) =>
    overall(
      openings(trace).flatMap(({ request, answer }): Exhibit[] => {
        // A version that does not exist is a failed opening: what follows then is the matter of another check.
        if (answer?.frame.kind !== "result" || !isRevision(valueAt(answer.frame.result, "protocolVersion"))) return [];
        const here = ({ connection, seq }: Message): boolean => connection === request.connection && seq > request.seq;
        const told = clientNotifications(trace, "notifications/initialized").find(here);
        const next = requestsOfEra(trace).find(
          (message) => here(message) && !["ping", "initialize"].includes(message.frame.method),
        );
        if (told === undefined)
          return next === undefined
            ? []
            : [{ ref: next, wrong: `${next.frame.method} was sent, but never notifications/initialized` }];
        if (told.seq < answer.seq)
          return [{ ref: told, wrong: "notifications/initialized was sent before initialize was answered" }];
        const early = next !== undefined && next.seq < told.seq && next.seq > answer.seq;
        return [{ ref: told, wrong: early ? `${next.frame.method} was sent before notifications/initialized` : undefined }];
      }),
      "no initialize was answered by a result after which the client went on",
    ),
};
