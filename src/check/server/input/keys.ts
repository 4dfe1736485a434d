import { memberNames, outline } from "../../../jsonrpc/outline.ts";
import { inputDemands } from "../../../trace/facts/input-demand.ts";
import type { AnsweredCall } from "../../../trace/call.ts";
import { eventsAt, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";

export const inputKeysUnique: Check = {
  id: "input.keys-unique",
  title: "The keys of inputRequests are unique within a demand for input",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic/patterns/mrtr#server-requirements-basic-workflow" },
  advice: "Give each input request a key of its own: of two members with one name, readers keep the last and lose the other.",
  verify(trace) {
    return overallIfAny(
      inputDemands(trace).flatMap((call): Exhibit[] => {
        const keys = keysOf(trace, call);
        if (keys === undefined) return [];
        const twice = keys.find((key, index) => keys.indexOf(key) !== index);
        return [
          {
            ref: call.answer,
            wrong: twice === undefined ? undefined : `inputRequests has the key ${JSON.stringify(twice)} twice`,
          },
        ];
      }),
      "the server asked for no input",
    );
  },
};

/** The keys as they are written, for a second one of a name is gone once the text is parsed. */
function keysOf(trace: Trace, { answer }: AnsweredCall): readonly string[] | undefined {
  if (answer.batched) return undefined;
  const text = textAt(trace, answer.seq);
  const result = within(text, "result");
  const requests = result === undefined ? undefined : within(result, "inputRequests");
  return requests === undefined ? undefined : memberNames(requests);
}

function within(text: string, name: string): string | undefined {
  const span = outline(text, [name])?.[name];
  return span === undefined ? undefined : text.slice(span.from, span.to);
}

function textAt(trace: Trace, seq: number): string {
  const [event] = eventsAt(trace, [seq]);
  if (event?.kind === "frame" || event?.kind === "http-body") return event.text;
  return event?.kind === "sse-event" ? (event.data ?? "") : "";
}
