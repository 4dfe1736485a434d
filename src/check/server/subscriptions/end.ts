import { httpExchanges } from "../../../trace/http-exchange.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { listens, subscriptionsPage } from "../../rules/subscriptions-seen.ts";

export const subscriptionsGracefulEnd: Check = {
  id: "subscriptions.graceful-end",
  title: "A subscription the server ends is ended with a result",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": `${subscriptionsPage}#graceful-closure` },
  transports: ["http"],
  advice: "Answer subscriptions/listen with a result before closing its stream: so the client knows that it was no accident.",
  tolerance: "A stream that breaks in the middle is an accident of the connection, and is left out.",
  verify(trace) {
    return overallIfAny(
      listens(trace).flatMap((call): Exhibit[] => {
        if (call.answer !== undefined) return call.answer.frame.kind === "result" ? [{ ref: call.answer }] : [];
        const exchange = httpExchanges(trace).find((one) => one.exchange === call.request.exchange);
        const isStream = exchange !== undefined && exchange.stream.length > 0;
        return isStream && exchange.end?.how === "complete"
          ? [{ ref: exchange.end, wrong: "the server closed the stream of a subscription without a result" }]
          : [];
      }),
      "the server ended no subscription",
    );
  },
};
