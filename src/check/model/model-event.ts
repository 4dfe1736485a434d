import type { Json } from "../../jsonrpc/json.ts";

/** The wires an inference server is asked on. */
export const modelApis = ["ollama", "openai"] as const;
/** A wire an inference server is asked on. */
export type ModelApi = (typeof modelApis)[number];

/**
 * What a scripted turn is about; checks choose what they look at by it. The texts of the first six are undisputed: every
 * sound parser reads them alike. `control` shows that the server plays the script at all;
 * `again` asks for the text of the control once more, when everything else is over or an answer did not come in time; `sampled` is what a real model says, which nobody has scripted.
 */
export const modelGroups = [
  "control",
  "text",
  "call",
  "parallel",
  "before",
  "reasoning",
  "after",
  "lookalike",
  "markers",
  "numbers",
  "lenient",
  "unknown",
  "malformed",
  "choice-none",
  "choice-required",
  "choice-named",
  "again",
  "sampled",
] as const;
/** What a scripted turn is about. */
export type ModelGroup = (typeof modelGroups)[number];

/** A call as the script's text holds it: `arguments` is the JSON text of the argument object. */
export type MeantCall = { readonly name: string; readonly arguments: string };

/** What a text means by the reference reading of its tool-call format. */
export type Meaning = {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly MeantCall[];
};

/** Where an event stands: its number in the trace of one family, and milliseconds since the trace began. */
type Base = { readonly seq: number; readonly at: number };

/** What is judged: a family of model files, as the server was told to treat it. The first event. */
export type ModelSetting = Base & {
  readonly kind: "setting";
  readonly api: ModelApi;
  readonly family: string;
  readonly path: string;
  /** The server's own word for its version; null where it has none. */
  readonly server: string | null;
};

/**
 * How the server counts tokens, found out by a text that comes back unchanged: `extra` is what it counts beyond those of the
 * script (0, or 1 for the token that ends an answer); null when it tells no counts.
 */
export type ModelCounting = Base & { readonly kind: "counting"; readonly extra: number | null };

/** A scripted turn is asked for in exchange `exchange`. */
export type ModelAskedFor = Base & {
  readonly kind: "asked";
  readonly exchange: number;
  readonly scenario: string;
  readonly group: ModelGroup;
  /** 0 answers the user, 1 what follows the tool results, and so on. */
  readonly turn: number;
  readonly streamed: boolean;
  /** What the model file says, and in how many tokens. */
  readonly text: string;
  readonly tokens: number;
  readonly means: Meaning;
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  /** Tokens are few bytes each, which may be a part of a character. */
  readonly cut?: "byte";
  /** Sound servers read backslashes within quotes of this format in two ways: as escapes, and as they stand. */
  readonly escapes?: "disputed";
  /** Whether the server was asked to keep reasoning apart. */
  readonly thinks: boolean;
  /** The request, by its exchange, that was not answered in time and is sent here once more, with more patience. */
  readonly repeats?: number;
};

/** A request as it was sent; header fields without credentials. */
export type ModelRequested = Base & {
  readonly kind: "request";
  readonly exchange: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
};

/** Status and header fields of an answer, lower-case names. */
export type ModelResponded = Base & {
  readonly kind: "response";
  readonly exchange: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
};

/** A line of a stream of JSON, a block of an event stream without the blank line after it, or a whole body. */
export type ModelChunk = Base & { readonly kind: "chunk"; readonly exchange: number; readonly text: string };

/** The answer ended: `late` when the time for it was over, `broken` when the connection was; `message` says more. */
export type ModelEnded = Base & {
  readonly kind: "end";
  readonly exchange: number;
  readonly how: "complete" | "broken" | "late";
  readonly message?: string;
};

/** A scenario was left out, and why. */
export type ModelSkipped = Base & { readonly kind: "skip"; readonly scenario: string; readonly reason: string };

/** Everything a model trace can hold. */
export type ModelEvent =
  | ModelSetting
  | ModelCounting
  | ModelAskedFor
  | ModelRequested
  | ModelResponded
  | ModelChunk
  | ModelEnded
  | ModelSkipped;

/** An event before it has its place. */
export type UnplacedModelEvent<E extends ModelEvent = ModelEvent> = E extends ModelEvent ? Omit<E, "seq" | "at"> : never;

/** All that was seen of one family on one path, in order. */
export type ModelTrace = readonly ModelEvent[];

/** The events of one kind, in order. */
export function modelEvents<K extends ModelEvent["kind"]>(trace: ModelTrace, kind: K): Extract<ModelEvent, { kind: K }>[] {
  return trace.filter((event): event is Extract<ModelEvent, { kind: K }> => event.kind === kind);
}
