import { parsed, sameJson } from "../rules/json-values.ts";
import type { ModelAskedFor, ModelSetting } from "./model-event.ts";
import { bare, byteText, type ReadAnswer } from "./read-answer.ts";

/**
 * Whether the model said what its script has: `followed`, or `constrained` when the server made it say something else (a grammar
 * over the sampler) or cut it, or `unknown` where that does not show.
 */
export type Played = "followed" | "constrained" | "unknown";

/** What decides it: the turn, its answer, what the server counts beyond the script's tokens, and whether a grammar may speak. */
export type Playing = {
  readonly asked: ModelAskedFor;
  readonly answer: ReadAnswer;
  readonly failed: string | undefined;
  readonly extra: number | null;
  readonly mayConstrain: boolean;
};

/**
 * Whether a server may hold the sampler to a grammar: where tools are offered, unless it is Ollama's own way to treat a model,
 * which reads the text after the model has said it. What a file brings (`gguf`) goes to llama.cpp's server from Ollama 0.30 on.
 */
export function mayConstrain(
  { api, path }: Pick<ModelSetting, "api" | "path">,
  { tools }: Pick<ModelAskedFor, "tools">,
): boolean {
  return tools.length > 0 && (api === "openai" || path === "gguf");
}

/** Whether an answer followed its script, by what is in it. Where a grammar may have spoken, equal token counts show nothing. */
export function playedOf({ asked, answer, failed, extra, mayConstrain: held }: Playing): Played {
  if (failed !== undefined) return "unknown";
  // The script ends by itself long before the limit.
  if (answer.finish === "length") return "constrained";
  const isCounted = answer.tokens !== undefined && extra !== null;
  if (!held) {
    if (!isCounted) return "unknown";
    return answer.tokens === asked.tokens + extra ? "followed" : "constrained";
  }
  if (isWhole(answer)) return says(answer.generated ?? [], asked.text) ? "followed" : "constrained";
  if (shows(answer, asked)) return "followed";
  return isCounted && answer.tokens !== asked.tokens + extra ? "constrained" : "unknown";
}

/** Whether the list of tokens is that of the whole answer; some servers leave out what they hold back while parsing. */
function isWhole({ generated, tokens }: ReadAnswer): boolean {
  return generated !== undefined && (tokens === undefined || generated.length >= tokens - 1);
}

/** Most bytes of a marker. */
const longestMarker = 40;

/**
 * Whether tokens say a text, and after it nothing but the one that ends an answer. A token that a server lists without its text
 * (llama.cpp's server hides control tokens) may be any marker: a short text without blanks.
 */
export function says(generated: readonly string[], text: string): boolean {
  const wanted = byteText(text);
  const said = generated.at(-1) === "" ? generated.slice(0, -1) : generated;
  let place = 0;
  let hidden = 0;
  for (const [index, token] of said.entries()) {
    if (place === wanted.length) return index === said.length - 1;
    if (token === "") hidden += longestMarker;
    else {
      const found = wanted.indexOf(token, place);
      if (found === -1 || !isHidden(wanted.slice(place, found), hidden)) return false;
      place = found + token.length;
      hidden = 0;
    }
  }
  return isHidden(wanted.slice(place), hidden);
}

const isHidden = (text: string, most: number): boolean => text.length <= most && !/\s/.test(text);

/** Whether the answer itself shows that the script was followed: it is all that the text means, or the text to the letter. */
function shows({ content, reasoning, calls }: ReadAnswer, { means, text }: ModelAskedFor): boolean {
  if (calls.length === 0 && bare(content) === bare(text)) return true;
  return (
    bare(content) === bare(means.content) &&
    bare(reasoning) === bare(means.reasoning) &&
    calls.length === means.calls.length &&
    means.calls.every((call, at) => calls[at]?.name === call.name && sameJson(calls[at]?.value, parsed(call.arguments)))
  );
}
