import { headerMismatch } from "../../../jsonrpc/error-codes.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { clientCalls } from "../../../trace/facts/client-facts.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";

/** The tool that asks for a header only when it is listed again, as the mock of the scenario has it. */
const tool = "later";

/** Headers that are missing are made up for. */
export const mismatchMended: Check = {
  id: "http.client-mismatch-mended",
  title: "After a HeaderMismatch error the client lists the tools again and repeats the call with the right headers",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/transports/streamable-http#client-behavior" },
  transports: ["http"],
  advice: "Call tools/list to learn the schema anew, then send the call again, once, with the headers it asks for.",
  verify: (trace) =>
    overall(
      clientCalls(trace, "tools/call").flatMap(({ request, answer }): Exhibit[] => {
        const code = answer?.frame.kind === "error" ? valueAt(answer.frame.value, "error", "code") : undefined;
        const name = valueAt(request.frame.params, "name");
        if (answer === undefined || code !== headerMismatch || name !== tool) return [];
        const listed = clientCalls(trace, "tools/list").find((one) => one.request.seq > answer.seq);
        const again = clientCalls(trace, "tools/call").find(
          (one) => one.request.seq > (listed?.request.seq ?? Infinity) && valueAt(one.request.frame.params, "name") === name,
        );
        if (listed === undefined) return [{ ref: answer, wrong: "the tools were not listed again" }];
        return [{ ref: again?.request ?? listed.request, wrong: again === undefined ? "the call was not repeated" : undefined }];
      }),
      "no call was refused for its headers",
    ),
};
