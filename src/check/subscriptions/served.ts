import { at, type Json } from "../../jsonrpc/json.ts";
import { type Call, calls, type FrameOf, type Message } from "../../trace/message.ts";
import { notificationsFrom, subscriptionIdKey } from "../../trace/server-message.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Looked, notApplicable, overall } from "../outcome.ts";
import { plain } from "../rules/text-forms.ts";

const acknowledged = "notifications/subscriptions/acknowledged";
const listens = (trace: Trace): Call[] => [...calls(trace, "subscriptions/listen")];

type Note = Message<FrameOf<"notification">>;
const subscriptionIdOf = (note: Note): Json | undefined => at(note.frame.params, "_meta", subscriptionIdKey);

/** The subscription a notification belongs to, by its id; ids that differ only in their JSON type are taken for the same. */
function listenOf(trace: Trace, note: Note): Call | undefined {
  const id = subscriptionIdOf(note);
  return listens(trace).findLast(
    (call) =>
      call.request.connection === note.connection && call.request.seq < note.seq && plain(call.request.frame.id) === plain(id),
  );
}

const page = "basic/patterns/subscriptions";

export const subscriptionsServed: Check = {
  id: "subscriptions.served",
  title: "A server that declares listChanged or subscribe answers subscriptions/listen",
  subject: "server",
  level: "PRACTICE",
  spec: { "2026-07-28": `${page}#opening-a-stream` },
  advice: "Implement subscriptions/listen: there is no other way to learn of the changes the capabilities promise.",
  verify(trace) {
    const promised = calls(trace, "server/discover").some((call) => {
      const capabilities = call.answer?.frame.kind === "result" ? at(call.answer.frame.result, "capabilities") : undefined;
      return (
        ["tools", "prompts", "resources"].some((name) => at(capabilities, name, "listChanged") === true) ||
        at(capabilities, "resources", "subscribe") === true
      );
    });
    if (!promised) return notApplicable("the server declares neither listChanged nor subscribe");
    return overall(
      listens(trace).flatMap((call): Looked[] => {
        if (call.answer?.frame.kind === "error")
          return [
            {
              ref: call.answer,
              wrong: `subscriptions/listen was answered with error ${JSON.stringify(call.answer.frame.error.code)}`,
            },
          ];
        const ack = notificationsFrom(trace, acknowledged).find((note) => listenOf(trace, note) === call);
        return ack === undefined ? [] : [{ ref: ack }];
      }),
      "no subscription was opened",
    );
  },
};
