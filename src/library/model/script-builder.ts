import type { Json } from "../../jsonrpc/json.ts";
import { hold } from "../given/given.ts";
import * as rules from "../given/rules.ts";
import type { ModelScript } from "../../model/script/model-script.ts";

/** An answer of a script: see `mocks/models/model.schema.json`. */
export type ModelTurn = ModelScript["scenarios"][number]["turns"][number];

/** What a fake model says, answer after answer. */
export type ModelTurns = {
  /** The answers; the last one is repeated. */
  readonly turns: readonly ModelTurn[];
  /** The tool-call format in which calls are written into the text; undefined where they are members of the message. */
  readonly format?: string | undefined;
};

/** The same, made by `says` and `calls`, and to be gone on with. */
export type ScriptedTurns = ModelTurns & {
  /** What it says next: after the results of its calls have come, for one. */
  then(next: ModelTurns): ScriptedTurns;
  /** More in the same answer: a text and calls, or several calls. */
  and(more: ModelTurns): ScriptedTurns;
  /** Writes calls as raw text of a tool-call format, such as `hermes`, as a model does behind a server that does not read them. */
  asText(format: string): ScriptedTurns;
};

/** The model says a text. */
export function says(text: string): ScriptedTurns {
  hold(text, rules.text, "text");
  return scripted([{ say: text }], undefined);
}

/** The model calls a tool: the one that is offered under this name, or the name as it stands when none is. */
export function calls(tool: string, args: { readonly [name: string]: Json } = {}): ScriptedTurns {
  hold(tool, rules.text, "tool");
  hold(args, rules.record, "args");
  return scripted([{ calls: [{ tool, arguments: JSON.parse(JSON.stringify(args)) as Record<string, never> }] }], undefined);
}

const answers: rules.Rule = {
  wants: "answers, as says() and calls() make them",
  holds: (value) => rules.isRecord(value) && Array.isArray(value["turns"]),
};

function scripted(turns: readonly ModelTurn[], format: string | undefined): ScriptedTurns {
  return {
    turns,
    format,
    // oxlint-disable-next-line unicorn/no-thenable -- it is the word for it; what `await` would do with it is seen to
    then(next: ModelTurns | ((value: ModelTurns) => void)) {
      // `await`, and `return` from an async function, take it for a promise: they get the answers alone.
      if (typeof next === "function") {
        next({ turns, format });
        return this;
      }
      hold(next, answers, "next");
      return scripted([...turns, ...next.turns], format ?? next.format);
    },
    and(more) {
      hold(more, answers, "more");
      const [first = {}, ...others] = more.turns;
      const last = turns.at(-1) ?? {};
      const all = [...(last.calls ?? []), ...(first.calls ?? [])];
      const joined = { ...last, ...first, ...(all.length === 0 ? {} : { calls: all }) };
      return scripted([...turns.slice(0, -1), joined, ...others], format ?? more.format);
    },
    asText(wanted) {
      hold(wanted, rules.text, "format");
      return scripted(turns, wanted);
    },
  };
}
