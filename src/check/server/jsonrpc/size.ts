import { calls } from "../../../trace/call.ts";
import { endedByItself } from "../../../trace/facts/fence.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { places } from "../../places.ts";

export const largeRequest: Check = {
  id: "jsonrpc.large-request",
  title: "A request of 100 kB is answered, as a short one is",
  subject: "server",
  level: "MUST",
  spec: places.messages,
  transports: ["stdio", "memory"],
  explains: [{ checks: ["process.stays-alive"], within: "message" }],
  advice: "Read on until the message is complete: a pipe brings 64 kB at a time, and a message has no such limit.",
  tolerance:
    "Judged where the same request was answered with a result without what makes it long. A refusal is an answer: nothing says how long a message a server has to take.",
  verify(trace) {
    return overall(
      callsTagged(trace, "large-request").flatMap((call): Exhibit[] => {
        const { connection, frame, seq } = call.request;
        const alike = calls(trace).filter(
          ({ request }) => request.connection === connection && request.frame.method === frame.method,
        );
        if (!alike.some((one) => one.request.seq < seq && one.answer?.frame.kind === "result")) return [];
        if (call.answer !== undefined) return [{ ref: call.answer }];
        const alive = alike.some((one) => one.request.seq > seq && one.answer !== undefined);
        const end = endedByItself(trace, connection);
        if (!alive && end !== undefined && end.seq > seq)
          return [{ ref: end, wrong: "the process ended instead of answering a request of 100 kB" }];
        return alive ? [{ ref: call.request, wrong: "a request of 100 kB was not answered, while the next one was" }] : [];
      }),
      "no long request was sent",
    );
  },
};
