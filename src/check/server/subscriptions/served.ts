import { valueAt } from "../../../jsonrpc/json.ts";
import { calls } from "../../../trace/call.ts";
import { notificationsFrom } from "../../../trace/facts/server-message.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";
import { acknowledged, subscriptionsPage, listenOf, listens } from "../../rules/subscriptions-seen.ts";

export const subscriptionsServed: Check = {
  id: "subscriptions.served",
  title: "A server that declares listChanged or subscribe answers subscriptions/listen",
  subject: "server",
  level: "PRACTICE",
  spec: { "2026-07-28": `${subscriptionsPage}#opening-a-stream` },
  advice: "Implement subscriptions/listen: there is no other way to learn of the changes the capabilities promise.",
  verify(trace) {
    const promised = calls(trace, "server/discover").some((call) => {
      const capabilities = call.answer?.frame.kind === "result" ? valueAt(call.answer.frame.result, "capabilities") : undefined;
      return (
        ["tools", "prompts", "resources"].some((name) => valueAt(capabilities, name, "listChanged") === true) ||
        valueAt(capabilities, "resources", "subscribe") === true
      );
    });
    if (!promised) return notApplicable("the server declares neither listChanged nor subscribe");
    return overall(
      listens(trace).flatMap((call): Exhibit[] => {
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
