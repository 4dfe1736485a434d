import type { ModelAnswer } from "./answers.ts";
import { answersIn, overUncut } from "./look.ts";
import { documented, type ModelCheck } from "./model-check.ts";
import type { ModelGroup } from "./model-event.ts";
import { shown } from "./read-answer.ts";

const spec = { openai: documented.request.openai } as const;

/** A check over one kind of tool_choice. A refusal to take the parameter is an honest answer. */
function choiceCheck(
  group: ModelGroup,
  { id, title, advice }: Pick<ModelCheck, "id" | "title" | "advice">,
  fault: (answer: ModelAnswer) => string | undefined,
): ModelCheck {
  return {
    id,
    title,
    subject: "model",
    level: "SHOULD",
    spec,
    advice,
    verify: (trace) =>
      overUncut(answersIn(trace, [group]), trace, (answer) => {
        if (answer.status !== undefined && answer.status >= 400 && answer.status < 500) return undefined;
        return answer.failed ?? fault(answer);
      }),
  };
}

/** `tool_choice: "none"`. */
export const choiceNone: ModelCheck = choiceCheck(
  "choice-none",
  {
    id: "model.tool-choice-none",
    title: 'With tool_choice "none" no tool call comes back',
    advice: "Do not read calls out of the text when the client asked for none.",
  },
  ({ calls }) => (calls.length === 0 ? undefined : `a call of ${shown(calls[0]?.name ?? "")}`),
);

/** `tool_choice: "required"`. */
export const choiceRequired: ModelCheck = choiceCheck(
  "choice-required",
  {
    id: "model.tool-choice-required",
    title: 'With tool_choice "required" a tool call comes back, also from a model that would rather talk',
    advice: "Constrain decoding to a call of one of the tools, or refuse the parameter.",
  },
  ({ calls, asked }) => {
    if (calls.length === 0) return "no call";
    const foreign = calls.find(({ name }) => !asked.tools.includes(name));
    return foreign === undefined ? undefined : `a call of ${shown(foreign.name)}, which was not offered`;
  },
);

/** `tool_choice` with a name. */
export const choiceNamed: ModelCheck = choiceCheck(
  "choice-named",
  {
    id: "model.tool-choice-named",
    title: "With a function named in tool_choice nothing but calls of it come back",
    advice: "Constrain decoding to a call of that function, or refuse the parameter.",
  },
  ({ calls, asked, body }) => {
    const choice = body["tool_choice"];
    const wanted = JSON.stringify(choice ?? null);
    const wrong = calls.find(({ name }) => !wanted.includes(JSON.stringify(name)));
    if (wrong !== undefined) return `a call of ${shown(wrong.name)}`;
    return calls.length > 0 ? undefined : `no call with ${asked.tools.length} tools`;
  },
);
