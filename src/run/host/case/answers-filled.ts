import { asText, parsed } from "../../../check/host/server-messages.ts";
import { pointed } from "../../../check/host/expect-model.ts";
import type { SingleStep } from "./host-case.ts";
import { within } from "./case-values.ts";

/** What was answered to a step, by the step's number: one text where several things were asked at once, that which came first. */
export type AnswersSoFar = ReadonlyMap<number, string>;

/**
 * A step in which what earlier answers gave stands in the place of `{answer:N:/pointer}`: the text at that JSON pointer of the answer to step N,
 * or of the first event of its stream. Nothing where there is none: what is asked then is seen in the trace.
 */
export function answersFilled<T extends SingleStep>(step: T, answers: AnswersSoFar): T {
  return within(step, (text) =>
    text.replaceAll(/\{answer:(\d+):(\/[^}]*)\}/g, (_, at: string, pointer: string) =>
      asText(pointed(documentIn(answers.get(Number(at)) ?? ""), pointer)),
    ),
  );
}

function documentIn(text: string): ReturnType<typeof parsed> {
  const [, first] = /^data:(.*)$/m.exec(text) ?? [];
  return parsed(text) ?? parsed(first ?? "");
}
