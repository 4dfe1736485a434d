import { objectOf, stringMember } from "../../json-text.ts";
import type { Piece, UtteredCall, Utterance } from "../../player/utterance.ts";
import type { Answer } from "../answer.ts";
import type { ToolSpaces } from "./response-tools.ts";

/** What an answer of /v1/responses holds besides what the model says. */
export type ResponsesFrame = {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** Members that repeat the request. */
  readonly echoed: Readonly<Record<string, unknown>>;
  /** The namespaces of tools that have one, by their names among all tools. */
  readonly spaces: ToolSpaces;
};

/** An item of the output: what it is, and its JSON, empty and whole. */
type Item = { readonly kind: Piece["kind"]; readonly id: string; text: string; readonly call?: UtteredCall };

/**
 * OpenAI's Responses: typed events that count themselves (https://platform.openai.com/docs/api-reference/responses-streaming), or one response. There is no `[DONE]`: the
 * last event is `response.completed`, or `response.incomplete` where the answer was cut.
 */
export function responsesAnswer(utterance: Utterance, frame: ResponsesFrame): Answer {
  const items: Item[] = [];
  let open: Item | undefined;
  let sequence = 0;
  const event = (type: string, members: Readonly<Record<string, string>>): string => {
    const data = objectOf({ type: JSON.stringify(type), ...members, sequence_number: String(sequence++) });
    return `event: ${type}\ndata: ${data}\n\n`;
  };
  const place = (item: Item): Readonly<Record<string, string>> => ({
    item_id: JSON.stringify(item.id),
    output_index: String(items.indexOf(item)),
  });
  const begin = (item: Item): readonly string[] => {
    items.push(item);
    open = item;
    const output_index = String(items.indexOf(item));
    const added = event("response.output_item.added", {
      output_index,
      item: itemOf({ ...item, text: "" }, frame, "in_progress"),
    });
    if (item.kind === "content")
      return [added, event("response.content_part.added", { ...place(item), content_index: "0", part: textPart("") })];
    if (item.kind === "reasoning")
      return [
        added,
        event("response.reasoning_summary_part.added", { ...place(item), summary_index: "0", part: summaryPart("") }),
      ];
    return [added];
  };
  const close = (): readonly string[] => {
    const item = open;
    open = undefined;
    if (item === undefined) return [];
    const done = (): string =>
      event("response.output_item.done", { output_index: String(items.indexOf(item)), item: itemOf(item, frame, "completed") });
    if (item.call !== undefined) return [done()];
    const isContent = item.kind === "content";
    const at = isContent ? { content_index: "0" } : { summary_index: "0" };
    const [name, part] = isContent ? ["output_text", "content_part"] : ["reasoning_summary_text", "reasoning_summary_part"];
    const text = JSON.stringify(item.text);
    const whole = isContent ? textPart(item.text) : summaryPart(item.text);
    // Events count themselves: they are made in the order in which they are sent.
    return [
      event(`response.${name}.done`, { ...place(item), ...at, text, ...(isContent ? { logprobs: "[]" } : {}) }),
      event(`response.${part}.done`, { ...place(item), ...at, part: whole }),
      done(),
    ];
  };
  const addText = (piece: Extract<Piece, { text: string; kind: "content" | "reasoning" }>): readonly string[] => {
    const before = open?.kind === piece.kind ? [] : [...close(), ...begin(itemFor(piece, items.length, frame))];
    const item = open;
    if (item === undefined) return before;
    item.text += piece.text;
    const delta = JSON.stringify(piece.text);
    return piece.kind === "content"
      ? [...before, event("response.output_text.delta", { ...place(item), content_index: "0", delta, logprobs: "[]" })]
      : [...before, event("response.reasoning_summary_text.delta", { ...place(item), summary_index: "0", delta })];
  };
  const addCall = (piece: UtteredCall): readonly string[] => {
    const item = itemFor(piece, items.length, frame);
    const before = [...close(), ...begin(item)];
    const name = JSON.stringify(frame.spaces.get(piece.name)?.name ?? piece.name);
    const args = stringMember(piece.text, piece.as);
    const deltas = piece.fragments.map((fragment) =>
      event("response.function_call_arguments.delta", { ...place(item), delta: JSON.stringify(fragment) }),
    );
    const done = event("response.function_call_arguments.done", { ...place(item), name, arguments: args });
    return [...before, ...deltas, done, ...close()];
  };
  const response = (status: string, output: string, usage: string): string => responseOf(utterance, frame, status, output, usage);
  return {
    streamType: "text/event-stream; charset=utf-8",
    start: () =>
      ["response.created", "response.in_progress"].map((type) =>
        event(type, { response: response("in_progress", "[]", "null") }),
      ),
    piece: (piece) => (piece.kind === "call" ? addCall(piece) : addText(piece)),
    end() {
      const closed = close();
      const status = statusOf(utterance);
      const output = `[${items.map((item) => itemOf(item, frame, "completed")).join(",")}]`;
      return [...closed, event(`response.${status}`, { response: response(status, output, usageOf(utterance)) })];
    },
    error: (message) => event("error", { code: '"server_error"', message: JSON.stringify(message), param: "null" }),
    body(unfinished) {
      const output = `[${wholeItems(utterance.pieces, frame)
        .map((item) => itemOf(item, frame, "completed"))
        .join(",")}]`;
      return response(unfinished ? "in_progress" : statusOf(utterance), output, unfinished ? "null" : usageOf(utterance));
    },
  };
}

/** The items of an answer: neighbouring pieces of a kind make one, each call is one. */
export function wholeItems(pieces: readonly Piece[], frame: Pick<ResponsesFrame, "id">): readonly Item[] {
  const items: Item[] = [];
  for (const piece of pieces) {
    const last = items.at(-1);
    if (piece.kind !== "call" && last?.kind === piece.kind) last.text += piece.text;
    else items.push({ ...itemFor(piece, items.length, frame), text: piece.kind === "call" ? "" : piece.text });
  }
  return items;
}

const prefixes = { content: "msg", reasoning: "rs", call: "fc" } as const;

function itemFor(piece: Piece, index: number, { id }: Pick<ResponsesFrame, "id">): Item {
  const item = { kind: piece.kind, id: `${prefixes[piece.kind]}_${id}_${index}`, text: "" };
  return piece.kind === "call" ? { ...item, call: piece } : item;
}

function itemOf({ kind, id, text, call }: Item, { spaces }: ResponsesFrame, status: "in_progress" | "completed"): string {
  const head = {
    id: JSON.stringify(id),
    type: `"${{ content: "message", reasoning: "reasoning", call: "function_call" }[kind]}"`,
  };
  const isEmpty = status === "in_progress";
  if (kind === "content")
    return objectOf({ ...head, status: `"${status}"`, role: '"assistant"', content: isEmpty ? "[]" : `[${textPart(text)}]` });
  if (kind === "reasoning" || call === undefined)
    return objectOf({ ...head, summary: isEmpty ? "[]" : `[${summaryPart(text)}]` });
  const within = spaces.get(call.name);
  return objectOf({
    ...head,
    status: `"${status}"`,
    call_id: call.id === undefined ? undefined : JSON.stringify(call.id),
    name: JSON.stringify(within?.name ?? call.name),
    namespace: within === undefined ? undefined : JSON.stringify(within.namespace),
    arguments: isEmpty ? '""' : stringMember(call.text, call.as),
  });
}

function textPart(text: string): string {
  return JSON.stringify({ type: "output_text", text, annotations: [], logprobs: [] });
}

function summaryPart(text: string): string {
  return JSON.stringify({ type: "summary_text", text });
}

/** Words of chat completions that mean no more here than that the answer is complete. */
const wholeWords: readonly (string | undefined)[] = [undefined, "stop", "tool_calls", "completed"];

/** Why an answer is not complete; undefined: it is. A script's word is one of these reasons, or that of chat completions. */
function cutBy({ finish, finishWord }: Utterance): string | undefined {
  if (finishWord === "length" || (finishWord === undefined && finish === "length")) return "max_output_tokens";
  if (finishWord === undefined && finish === "content-filter") return "content_filter";
  return wholeWords.includes(finishWord) ? undefined : finishWord;
}

function statusOf(utterance: Utterance): "completed" | "incomplete" {
  return cutBy(utterance) === undefined ? "completed" : "incomplete";
}

function responseOf(utterance: Utterance, frame: ResponsesFrame, status: string, output: string, usage: string): string {
  return objectOf({
    id: JSON.stringify(frame.id),
    object: '"response"',
    created_at: String(frame.created),
    status: JSON.stringify(status),
    error: "null",
    incomplete_details: status === "incomplete" ? JSON.stringify({ reason: cutBy(utterance) }) : "null",
    model: JSON.stringify(frame.model),
    output,
    reasoning: '{"effort":null,"summary":null}',
    text: '{"format":{"type":"text"}}',
    truncation: '"disabled"',
    usage,
    ...Object.fromEntries(Object.entries(frame.echoed).map(([key, value]) => [key, JSON.stringify(value)])),
  });
}

function usageOf({ usage: { promptTokens, completionTokens } }: Utterance): string {
  return JSON.stringify({
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: promptTokens + completionTokens,
  });
}
