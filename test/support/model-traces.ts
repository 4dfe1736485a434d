import type {
  MeantCall,
  Meaning,
  ModelAskedFor,
  ModelEvent,
  ModelSetting,
  ModelTrace,
  UnplacedModelEvent,
} from "../../src/check/model/model-event.ts";
import type { Json, JsonObject } from "../../src/jsonrpc/json.ts";

/** A call as an answer has it: `arguments` is a value on Ollama's wire, a text on OpenAI's. */
export type SaidCall = { readonly id?: string | null; readonly name: string; readonly arguments: Json };

/** What a server answers. What is left out is what the script means; `null` leaves the member out of the answer. */
export type Said = {
  readonly content?: string | readonly string[];
  readonly reasoning?: string;
  readonly calls?: readonly SaidCall[];
  readonly finish?: string | null;
  readonly tokens?: number | null;
  /** The tokens with log-probabilities, as their texts. */
  readonly listed?: readonly string[];
};

/** A turn that was played: what was asked for, and what came back. */
export type PlayedTurn = Partial<Omit<ModelAskedFor, "kind" | "seq" | "at" | "means" | "text">> & {
  readonly means?: Partial<Meaning>;
  readonly text?: string;
  readonly body?: JsonObject;
  /** `null`: none came. */
  readonly status?: number | null;
  readonly type?: string | null;
  readonly said?: Said;
  /** The pieces of the answer as they stand, instead of those that say `said`. */
  readonly chunks?: readonly string[];
  /** `null`: the trace ends before it. */
  readonly end?: { readonly how: "complete" | "broken" | "late"; readonly message?: string } | null;
};

/** Under what a trace is recorded; `extra` is what the server counts beyond the script, `skips` are reasons why scenarios were left out. */
export type Ground = Partial<Pick<ModelSetting, "api" | "path">> & {
  readonly extra?: number | null;
  readonly skips?: readonly string[];
};

/** A call of a script. */
export const meant = (name: string, args: Json): MeantCall => ({ name, arguments: JSON.stringify(args) });

/** The pieces of a text that stand for its tokens. */
export const tokensOf = (text: string): string[] => text.match(/.{1,4}/gsu) ?? [];

/** The text of a script in the format of Hermes. */
export function textOf({ content, reasoning, calls }: Meaning): string {
  const thought = reasoning === "" ? "" : `<think>${reasoning}</think>`;
  const written = calls.map((call) => `<tool_call>{"name":"${call.name}","arguments":${call.arguments}}</tool_call>`);
  return `${thought}${content}${written.join("")}`;
}

/**
 * The trace of a family in which these turns were played: the setting is event 1, the count of tokens event 2, what was skipped comes
 * next, then for every turn what was asked for, the request, the response, the pieces and the end.
 */
export function modelTrace(
  { api = "ollama", path = "template", extra = 0, skips = [] }: Ground,
  ...turns: PlayedTurn[]
): ModelTrace {
  const events: UnplacedModelEvent[] = [
    { kind: "setting", api, family: "plain", path, server: null },
    { kind: "counting", extra },
    ...skips.map((reason) => ({ kind: "skip" as const, scenario: "skipped", reason })),
    ...turns.flatMap((turn, index) => eventsOf(turn, index + 1, { api, extra })),
  ];
  return events.map((event, index): ModelEvent => ({ ...event, seq: index + 1, at: index }));
}

type Wire = { readonly api: ModelSetting["api"]; readonly extra: number | null };

function eventsOf(turn: PlayedTurn, number: number, wire: Wire): UnplacedModelEvent[] {
  const { means, body = {}, status = 200, type, said = {}, chunks, end = { how: "complete" }, ...over } = turn;
  const whole: Meaning = { content: "", reasoning: "", calls: [], ...means };
  const text = over.text ?? textOf(whole);
  const asked: UnplacedModelEvent<ModelAskedFor> = {
    kind: "asked",
    exchange: number,
    scenario: `scenario-${number}`,
    group: "call",
    turn: 0,
    streamed: false,
    tokens: tokensOf(text).length,
    tools: [],
    thinks: false,
    ...over,
    text,
    means: whole,
  };
  const { exchange } = asked;
  const media = type === undefined ? mediaType(wire.api, asked.streamed) : type;
  const headers = media === null ? {} : { "content-type": media };
  const pieces = chunks ?? (wire.api === "openai" ? openaiChunks : ollamaChunks)(asked, said, wire.extra ?? 0);
  return [
    asked,
    { kind: "request", exchange, method: "POST", path: "/api/chat", headers: {}, body },
    ...(status === null ? [] : [{ kind: "response" as const, exchange, status, headers }]),
    ...(status === null ? [] : pieces.map((piece) => ({ kind: "chunk" as const, exchange, text: piece }))),
    ...(end === null ? [] : [{ kind: "end" as const, exchange, ...end }]),
  ];
}

function mediaType(api: ModelSetting["api"], streamed: boolean): string {
  if (!streamed) return "application/json; charset=utf-8";
  return api === "openai" ? "text/event-stream" : "application/x-ndjson";
}

type Asked = Pick<ModelAskedFor, "means" | "tokens" | "streamed">;

/** What an answer says, with what is left out taken from the script. */
function completed({ means, tokens: scripted }: Asked, said: Said, extra: number) {
  const { content = means.content, reasoning = means.reasoning, finish, tokens = scripted + extra, listed } = said;
  const calls =
    said.calls ?? means.calls.map(({ name, arguments: args }): SaidCall => ({ name, arguments: JSON.parse(args) as Json }));
  return { pieces: typeof content === "string" ? [content] : content, reasoning, calls, finish, tokens, listed };
}

const listOf = (listed: readonly string[]): Json => listed.map((token) => ({ token, logprob: 0 }));

function ollamaChunks(asked: Asked, said: Said, extra: number): string[] {
  const { pieces, reasoning, calls, finish = "stop", tokens, listed } = completed(asked, said, extra);
  const message = (content: string, last: boolean): JsonObject => ({
    role: "assistant",
    content,
    ...(last && reasoning !== "" ? { thinking: reasoning } : {}),
    ...(last && calls.length > 0
      ? { tool_calls: calls.map(({ id, ...rest }) => ({ ...(id ? { id } : {}), function: rest })) }
      : {}),
  });
  const final: JsonObject = {
    done: true,
    ...(finish === null ? {} : { done_reason: finish }),
    ...(tokens === null ? {} : { eval_count: tokens }),
    ...(listed === undefined ? {} : { logprobs: listOf(listed) }),
  };
  const values = asked.streamed
    ? [...pieces.map((piece) => ({ message: message(piece, false), done: false })), { message: message("", true), ...final }]
    : [{ message: message(pieces.join(""), true), ...final }];
  return values.map((value) => JSON.stringify(value));
}

function openaiChunks(asked: Asked, said: Said, extra: number): string[] {
  const { pieces, reasoning, calls: all, finish, tokens, listed } = completed(asked, said, extra);
  const why = finish === undefined ? (all.length > 0 ? "tool_calls" : "stop") : finish;
  const calls = all.map(({ id, name, arguments: args }, index) => ({
    ...(id === null ? {} : { id: id ?? `call_${index}` }),
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
  const thought = reasoning === "" ? {} : { reasoning_content: reasoning };
  const usage = tokens === null ? {} : { usage: { completion_tokens: tokens } };
  const reason = why === null ? {} : { finish_reason: why };
  if (!asked.streamed) {
    const message = {
      role: "assistant",
      content: pieces.join(""),
      ...thought,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    const list = listed === undefined ? {} : { logprobs: { content: listOf(listed) } };
    return [JSON.stringify({ choices: [{ message, ...reason, ...list }], ...usage })];
  }
  const deltas = [
    ...pieces.map((content) => ({ content })),
    ...(reasoning === "" ? [] : [thought]),
    ...calls.map((call, index) => ({ tool_calls: [{ index, ...call }] })),
  ];
  const values = [...deltas.map((delta) => ({ choices: [{ delta }] })), { choices: [{ delta: {}, ...reason }], ...usage }];
  return [...values.map((value) => `data: ${JSON.stringify(value)}`), "data: [DONE]"];
}

/** The outcome of a check that was kept, shown by these events. */
export const kept = (...evidence: number[]): object => ({ kind: "satisfied", evidence });

/** The outcome of a check that was violated at these events. */
export const broken = (evidence: number | readonly number[], message: string): object => ({
  kind: "violated",
  evidence: [evidence].flat(),
  message,
});

/** The outcome of a check that says nothing about a trace. */
export const besides = (reason: string): object => ({ kind: "not-applicable", reason });

/** The outcome of a check for which a trace does not show enough. */
export const unshown = (reason: string): object => ({ kind: "inconclusive", reason });
